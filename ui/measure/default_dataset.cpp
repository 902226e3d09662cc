// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/default_dataset.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include "engine/base/format.h"
#include "ui/bridge/paths.h"
#include "ui/style/number_text.h"

namespace throughline::ui {

namespace {

/// That much of the disk stays free beside it.
constexpr double kBytesLeft = 1e9;

/// The folder itself, or the nearest above it that exists.
QString existingAbove(const QString& folder) {
    QString above = folder;
    while (!QFileInfo::exists(above) && above != QLatin1String("/")) {
        above = QFileInfo(above).absolutePath();
    }
    return above;
}

bool isMemory(const PlaceFacts& place) {
    return place.fileSystem == QLatin1String("tmpfs") || place.fileSystem == QLatin1String("ramfs");
}

}  // namespace

QString defaultDatasetFolder() {
    return QDir::cleanPath(dataFolder() + QStringLiteral("/datasets/photos"));
}

void DefaultDataset::setPlace(const QString& folder) {
    if (folder == preferred_) {
        return;
    }
    preferred_ = folder;
    if (!engine_.isEmpty() && !isMaking()) {
        look(engine_);
    }
}

QString DefaultDataset::wanted() const {
    return preferred_.isEmpty() ? defaultDatasetFolder()
                                : QDir::cleanPath(preferred_ + QStringLiteral("/photos"));
}

void DefaultDataset::look(const QString& engine) {
    if (!connected_) {
        connected_ = true;
        connect(&place_command_, &EngineCommand::finished, this, &DefaultDataset::takePlace);
        connect(&plan_command_, &EngineCommand::finished, this, &DefaultDataset::takePlan);
        connect(&make_command_, &EngineCommand::progress, this, &DefaultDataset::takeProgress);
        connect(&make_command_,
                &EngineCommand::finished,
                this,
                [this](const QJsonObject&, const QString& error) { Q_EMIT made(error); });
    }
    engine_ = engine;
    folder_.clear();
    refusals_.clear();
    candidates_ = {wanted(),
                   QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) +
                       QStringLiteral("/throughline/datasets/photos"),
                   QStringLiteral("/var/tmp/throughline-%1/photos").arg(QDir::home().dirName())};
    if (!place_command_.isRunning() && !plan_command_.isRunning()) {
        askNext();
    }
}

void DefaultDataset::askNext() {
    if (candidates_.isEmpty() || engine_.isEmpty()) {
        Q_EMIT changed();
        return;
    }
    asked_ = candidates_.takeFirst();
    place_command_.start(
        engine_, {QStringLiteral("inspect"), existingAbove(asked_), QStringLiteral("--json")});
}

void DefaultDataset::refuse(const QString& reason) {
    refusals_ << tr("%1: %2").arg(asked_, reason);
    askNext();
}

void DefaultDataset::takePlace(const QJsonObject& answer, const QString& error) {
    place_ = placeFactsFrom(answer);
    if (!error.isEmpty()) {
        refuse(error);
    } else if (isMemory(place_)) {
        refuse(tr("these files are in memory, not on a disk"));
    } else if (!place_.writable) {
        refuse(tr("the folder is not writable"));
    } else {
        plan_command_.start(engine_, arguments("--dry-run"));
    }
}

void DefaultDataset::takePlan(const QJsonObject& answer, const QString& error) {
    const QJsonObject plan = answer.value(QLatin1String("plan")).toObject();
    bytes_ = plan.value(QLatin1String("bytes_expected")).toDouble();
    const double free = plan.value(QLatin1String("bytes_free")).toDouble();
    if (!error.isEmpty()) {
        refuse(error);
    } else if (free < bytes_ + kBytesLeft) {
        refuse(tr("only %1 are free there").arg(bytesText(free)));
    } else {
        folder_ = asked_;
        Q_EMIT changed();
    }
}

QStringList DefaultDataset::arguments(const char* how) const {
    return {QStringLiteral("dataset"),
            QStringLiteral("make"),
            asked_,
            QStringLiteral("--images"),
            QString::number(kImagesDefault),
            QStringLiteral("--unique"),
            QString::number(kDrawnDefault),
            QStringLiteral("--json"),
            QLatin1String(how)};
}

QString DefaultDataset::words() const {
    if (isPossible()) {
        const QString device = place_.devices.isEmpty() ? place_.source : place_.devices.first();
        return tr("No folder is chosen: Start makes %1 photo-like images (about %2) in %3, on "
                  "device %4 with %5 free. They are kept and used again.")
            .arg(countText(kImagesDefault),
                 bytesText(bytes_),
                 folder_,
                 device,
                 bytesText(place_.bytesFree));
    }
    return refusals_.isEmpty() || !candidates_.isEmpty()
               ? QString()
               : tr("Choose a folder with JPEG images. None could be made:") + u'\n' +
                     refusals_.join(u'\n');
}

void DefaultDataset::make() {
    if (isPossible() && !isMaking()) {
        make_command_.start(engine_, arguments("--events"));
    }
}

void DefaultDataset::takeProgress(const QJsonObject& line) {
    const QJsonValue done = line.value(QLatin1String("images_done"));
    if (done.isDouble()) {
        Q_EMIT progressed(done.toInt(),
                          tr("Making the images first: %1 of %2 in %3")
                              .arg(countText(done.toDouble()), countText(kImagesDefault), folder_));
    }
}

}  // namespace throughline::ui
