// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/dataset_picker.h"

#include <QEvent>
#include <QFileDialog>
#include <QJsonDocument>
#include <QLineEdit>
#include <QMessageBox>
#include <QVBoxLayout>

#include "engine/base/far_path.h"
#include "ui/bridge/paths.h"
#include "ui/measure/make_dataset_dialog.h"
#include "ui/measure/remote_dialog.h"
#include "ui/style/icons.h"
#include "ui/style/number_text.h"
#include "ui/style/theme.h"
#include "ui/style/widgets.h"
#include "ui/style/wrap_layout.h"

namespace throughline::ui {

namespace {

constexpr int kRowGapPx = 6;
constexpr int kRecentMax = 10;
/// Typing pauses this long before the engine is asked.
constexpr int kAskAfterMs = 400;
/// Headers read for the facts; a sample is enough beside the picker.
constexpr int kHeadersMax = 500;
/// Of data in a store, each of which is a request that is paid for.
constexpr int kFarHeadersMax = 50;

/// The file that a data set made by us carries; only such a folder may be deleted again. Asked only
/// after the engine could list the folder, so it does not wait for a dead server.
QString markOf(const QString& folder) {
    return folder + QStringLiteral("/throughline-dataset.json");
}
bool isOurs(const QString& folder) {
    return QFileInfo::exists(markOf(folder));
}
bool isWhole(const QString& folder) {
    QFile mark(markOf(folder));
    return mark.open(QIODevice::ReadOnly) &&
           QJsonDocument::fromJson(mark.readAll())[QLatin1String("complete")].toBool();
}

}  // namespace

DatasetPicker::DatasetPicker(QString engine, QSettings* settings, QWidget* parent)
    : QWidget(parent), engine_(std::move(engine)), settings_(settings) {
    build();
    ask_later_.setSingleShot(true);
    ask_later_.setInterval(kAskAfterMs);
    connect(&ask_later_, &QTimer::timeout, this, &DatasetPicker::ask);
    connect(&place_command_, &EngineCommand::finished, this, &DatasetPicker::takePlace);
    connect(&images_command_, &EngineCommand::finished, this, &DatasetPicker::takeImages);
    connect(&delete_command_,
            &EngineCommand::finished,
            this,
            [this](const QJsonObject&, const QString& error) {
                if (!error.isEmpty()) {
                    QMessageBox::warning(this, tr("Delete data set"), error);
                }
                ask();
            });
    QStringList recent = settings_->value(QStringLiteral("folders/recent")).toStringList();
    // An older window kept opened files under this key, too.
    recent.removeIf([](const QString& path) { return QFileInfo(path).isFile(); });
    folder_->addItems(recent);
    folder_->setCurrentIndex(folder_->count() > 0 ? 0 : -1);
    if (folder_->count() == 0 && isWhole(defaultDatasetFolder())) {
        folder_->setCurrentText(defaultDatasetFolder());
    }
    connect(&defaults_, &DefaultDataset::changed, this, [this] {
        showFacts();
        Q_EMIT changed();
    });
    connect(folder_, &QComboBox::currentTextChanged, this, [this] {
        ready_ = false;
        reached_ = placeAt(folder(), reached_, *settings_);
        ask_later_.start();
        Q_EMIT changed();
    });
    reached_ = placeAt(folder(), {}, *settings_);
    if (!folder().isEmpty()) {
        ask();
    } else {
        showFacts();
    }
}

void DatasetPicker::build() {
    folder_ = new QComboBox;
    folder_->setEditable(true);
    folder_->setInsertPolicy(QComboBox::NoInsert);
    folder_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    folder_->setMinimumContentsLength(20);
    folder_->lineEdit()->setPlaceholderText(tr("Folder with JPEG images; if none, one is made"));
    folder_->setAccessibleName(tr("Folder with JPEG images"));
    folder_->setToolTip(tr("Choose a recent folder of images to measure with, or type a path"));
    auto* browse_button = new QPushButton(icon(QStringLiteral("folder")), tr("&Choose folder…"));
    browse_button->setToolTip(tr("Choose the folder of images (Alt+C)"));
    connect(browse_button, &QPushButton::clicked, this, &DatasetPicker::browse);
    auto* remote = new QPushButton(icon(QStringLiteral("open")), tr("Add rem&ote data…"));
    remote->setToolTip(tr("Choose data in an object store or on a web server (Alt+O)"));
    connect(remote, &QPushButton::clicked, this, &DatasetPicker::addRemote);
    make_ = new QPushButton(icon(QStringLiteral("dataset")), tr("&Make a data set…"));
    connect(make_, &QPushButton::clicked, this, &DatasetPicker::makeDataset);
    delete_ = new QPushButton(icon(QStringLiteral("delete")), tr("&Delete data set…"));
    delete_->setToolTip(tr("Delete the data set in this folder, if Throughline made it (Alt+D)"));
    connect(delete_, &QPushButton::clicked, this, &DatasetPicker::deleteDataset);

    auto* row = new WrapLayout(new QWidget, kRowGapPx);
    folder_->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    row->addWidget(folder_);
    row->addWidget(browse_button);
    row->addWidget(remote);
    row->addWidget(make_);
    row->addWidget(delete_);
    place_label_ = new QLabel;
    images_label_ = new QLabel;
    warnings_label_ = new QLabel;
    for (QLabel* label : {place_label_, images_label_, warnings_label_}) {
        label->setWordWrap(true);
        label->setTextFormat(Qt::PlainText);
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    local_ = new QWidget;
    auto* layout = bareLayout<QVBoxLayout>(local_);
    layout->addWidget(row->parentWidget());
    layout->addWidget(images_label_);
    layout->addWidget(place_label_);
    layout->addWidget(warnings_label_);
    hosts_ = new HostPicker(engine_, settings_);
    connect(hosts_, &HostPicker::changed, this, [this] {
        local_->setVisible(host().isEmpty());
        Q_EMIT changed();
    });
    auto* column = bareLayout<QVBoxLayout>(this);
    column->addWidget(hosts_);
    column->addWidget(local_);
}

QString DatasetPicker::folder() const {
    return folderFromText(folder_->currentText());
}

QString DatasetPicker::folderToMeasure() const {
    if (!host().isEmpty()) {
        return hosts_->folder();
    }
    return folder().isEmpty() ? defaults_.folder() : folder();
}

const ImageFacts& DatasetPicker::images() const {
    static const ImageFacts kUnknown = [] {
        ImageFacts unknown;
        unknown.hasMore = true;  // than are known here
        return unknown;
    }();
    return host().isEmpty() ? images_ : kUnknown;
}

QString DatasetPicker::obstacle() const {
    if (!host().isEmpty()) {
        return hosts_->obstacle();
    }
    if (ready_ || (folder().isEmpty() && defaults_.isPossible())) {
        return {};
    }
    if (folder().isEmpty()) {
        return tr("Choose a folder with JPEG images first.");
    }
    if (!images_known_) {
        return isFar() ? tr("Reading the address…") : tr("Reading the folder…");
    }
    if (isFar() && !images_error_.isEmpty()) {  // which stands there and says what is wrong
        return tr(
            "The data at this address cannot be measured; the reason stands below the address.");
    }
    return isFar() ? tr("Add other remote data: no images were found at this address.")
                   : tr("Choose another folder: no images were found in this one.");
}

void DatasetPicker::setFolder(const QString& folder) {
    setPlace(placeAt(folder, {}, *settings_));
}

void DatasetPicker::setPlace(const RemotePlace& place) {
    {
        const QSignalBlocker blocker(folder_);  // one change, not one with another store's access
        folder_->setCurrentText(place.path);
    }
    reached_ = place;
    ask_later_.stop();
    ask();
}

void DatasetPicker::setValues(const spec::Settings& settings) {
    setPlace(remotePlaceOf(settings));
    if (!host().isEmpty()) {
        hosts_->setFolder(remotePlaceOf(settings).path);
    }
}

void DatasetPicker::writeTo(spec::Settings& settings) const {
    ui::writeTo({.path = folderToMeasure(),
                 .access = host().isEmpty() ? reached_.access : decltype(reached_.access)()},
                settings);
}

void DatasetPicker::takeAccess(const spec::Settings& settings) {
    spec::Settings asked = settings;
    asked["dataset.path"] = folder().toStdString();
    const RemotePlace place = remotePlaceOf(asked);
    if (isFar() && place.access != reached_.access) {
        reached_ = place;
        ask();
    }
}

bool DatasetPicker::isFar() const {
    return is_far(folder().toStdString());
}

void DatasetPicker::addRemote() {
    RemoteDialog dialog(engine_, isFar() ? place() : RemotePlace(), this);
    if (dialog.exec() == QDialog::Accepted) {
        added_ = dialog.place().path;
        setPlace(dialog.place());
    }
}

void DatasetPicker::setEngine(const QString& engine) {
    engine_ = engine;
    hosts_->setEngine(engine);
    ask();
    defaults_.look(engine);
}

void DatasetPicker::setColdAndDirect(bool cold_and_direct) {
    if (cold_and_direct != cold_and_direct_) {
        cold_and_direct_ = cold_and_direct;
        showFacts();
    }
}

void DatasetPicker::remember() {
    if (!host().isEmpty()) {
        hosts_->remember();
        return;
    }
    QStringList recent = settings_->value(QStringLiteral("folders/recent")).toStringList();
    recent.removeAll(folder());
    recent.prepend(folder());
    recent = recent.mid(0, kRecentMax);
    rememberPlace(place(), settings_);
    settings_->setValue(QStringLiteral("folders/recent"), recent);
    const QSignalBlocker blocker(folder_);
    folder_->clear();
    folder_->addItems(recent);
    folder_->setCurrentIndex(0);
}

void DatasetPicker::browse() {
    const QString chosen = QFileDialog::getExistingDirectory(
        this, tr("Folder with JPEG images"), folder().isEmpty() ? QDir::homePath() : folder());
    if (!chosen.isEmpty()) {
        setFolder(chosen);
    }
}

void DatasetPicker::makeDataset() {
    MakeDatasetDialog dialog(engine_, defaults_.wanted(), this);
    if (dialog.exec() == QDialog::Accepted) {
        setFolder(dialog.folder());
        remember();
    }
}

void DatasetPicker::deleteDataset() {
    const QString where = folder();
    QMessageBox box(QMessageBox::Question,
                    tr("Delete data set"),
                    tr("Delete the %1 images (%2) that Throughline made in\n%3?\n\nThis cannot be "
                       "undone, but you can make the same data set again.")
                        .arg(countText(images_.images), bytesText(images_.bytes), where),
                    QMessageBox::Cancel,
                    this);
    const auto* yes = box.addButton(tr("&Delete"), QMessageBox::DestructiveRole);
    box.setDefaultButton(QMessageBox::Cancel);
    box.exec();
    if (box.clickedButton() != yes || delete_command_.isRunning()) {
        return;
    }
    delete_command_.start(engine_, {QStringLiteral("dataset"), QStringLiteral("delete"), where});
    ready_ = false;
    showFacts();
    Q_EMIT changed();
}

void DatasetPicker::ask() {
    ready_ = false;
    place_known_ = false;
    images_known_ = false;
    place_error_.clear();
    images_error_.clear();
    images_ = {};
    if (place_command_.isRunning()) {
        place_outdated_ = true;
    } else {
        askPlace();
    }
    if (images_command_.isRunning()) {
        images_outdated_ = true;
        images_command_.cancel();
    } else {
        askImages();
    }
    showFacts();
    Q_EMIT changed();
}

void DatasetPicker::askPlace() {
    place_outdated_ = false;
    if (!folder().isEmpty() && !isFar() && !engine_.isEmpty()) {
        place_command_.start(engine_,
                             {QStringLiteral("inspect"), folder(), QStringLiteral("--json")});
    }
}

void DatasetPicker::askImages() {
    images_outdated_ = false;
    if (const QString refusal = refusalOf(place()); !refusal.isEmpty()) {
        images_known_ = true;
        images_error_ = refusal;
    } else if (!folder().isEmpty() && !engine_.isEmpty()) {
        QStringList arguments{QStringLiteral("dataset"),
                              QStringLiteral("inspect"),
                              folder(),
                              QStringLiteral("--json"),
                              QStringLiteral("--headers"),
                              QString::number(isFar() ? kFarHeadersMax : kHeadersMax)};
        if (isFar()) {  // all of it is listed when it is measured
            arguments << QStringLiteral("--first-page");
        }
        images_command_.start(engine_, arguments + argumentsOf(place()));
    }
}

void DatasetPicker::takePlace(const QJsonObject& answer, const QString& error) {
    if (place_outdated_) {
        askPlace();
        return;
    }
    if (ask_later_.isActive()) {
        return;  // typed on since; asked again in a moment
    }
    place_known_ = true;
    place_error_ = error;
    place_ = placeFactsFrom(answer);
    showFacts();
}

void DatasetPicker::takeImages(const QJsonObject& answer, const QString& error) {
    if (images_outdated_) {
        askImages();
        showFacts();
        Q_EMIT changed();
        return;
    }
    if (ask_later_.isActive()) {
        return;  // typed on since; asked again in a moment
    }
    images_known_ = true;
    images_error_ = error;
    images_ = error.isEmpty() ? imageFactsFrom(answer) : ImageFacts{};
    ready_ = images_.images > 0 && !delete_command_.isRunning();
    if (ready_ && std::exchange(added_, {}) == folder()) {
        remember();
    }
    showFacts();
    Q_EMIT changed();
}

void DatasetPicker::showFacts() {
    delete_->setVisible(ready_ && isOurs(folder()));
    make_->setEnabled(!engine_.isEmpty());
    make_->setToolTip(
        engine_.isEmpty()
            ? tr("Needs the measuring program throughline-engine; see Help › Diagnostics")
            : tr("Write photo-like JPEGs to a folder to measure with (Alt+M)"));
    QString images;
    if (delete_command_.isRunning()) {
        images = tr("Deleting the data set…");
    } else if (folder().isEmpty()) {
        images = defaults_.words().isEmpty()
                     ? tr("Choose a folder with JPEG images, or make a data set.")
                     : defaults_.words();
    } else if (!images_known_) {
        images = engine_.isEmpty() ? QString()
                 : isFar()         ? tr("Reading the address…")
                                   : tr("Reading the folder…");
    } else if (!images_error_.isEmpty()) {
        images = images_error_;
    } else {
        images = (images_.hasMore
                      ? tr("More than %1 images with %2, of mean size %3, about %4 × %5 pixels; "
                           "all are listed when they are measured")
                      : tr("%1 images, %2, mean size %3, about %4 × %5 pixels"))
                     .arg(countText(images_.images),
                          bytesText(images_.bytes),
                          bytesText(images_.bytesMean))
                     .arg(images_.widthMean, 0, 'f', 0)
                     .arg(images_.heightMean, 0, 'f', 0);
    }
    images_label_->setText(images);
    showPlace();
    const QStringList warnings = (place_known_ || isFar()) && !folder().isEmpty()
                                     ? warningsOf(place_, images_, cold_and_direct_)
                                     : QStringList();
    warnings_label_->setText(warnings.join(u'\n'));
    warnings_label_->setVisible(!warnings.isEmpty());

    setInk(images_label_, images_error_.isEmpty() ? &Theme::text : &Theme::error);
    setInk(place_label_, place_error_.isEmpty() ? &Theme::mutedText : &Theme::error);
    setInk(warnings_label_, &Theme::warning);
}

void DatasetPicker::showPlace() {
    QString place;
    if (isFar()) {
        place = images_.origin.isEmpty()
                    ? tr("Data in a store, read over the network")
                    : tr("Data in a store, read over the network from %1").arg(images_.origin);
        place_label_->setToolTip(tr("What the store answers is counted request by request."));
    } else if (place_known_ && place_error_.isEmpty() && !folder().isEmpty()) {
        const QString device = place_.devices.isEmpty() ? place_.noDeviceReason
                                                        : place_.devices.join(QStringLiteral(", "));
        place = tr("%1 on %2, device %3, %4 of %5 free")
                    .arg(place_.fileSystem,
                         place_.source,
                         device,
                         bytesText(place_.bytesFree),
                         bytesText(place_.bytesTotal));
        place_label_->setToolTip(
            place_.counters.isEmpty()
                ? tr("No counter of this place can be read.")
                : tr("Reads are counted by %1.").arg(place_.counters.join(QStringLiteral(", "))));
    } else if (images_error_.isEmpty()) {
        place = place_error_;
    }
    place_label_->setText(place);
    place_label_->setVisible(!place.isEmpty());
}

}  // namespace throughline::ui
