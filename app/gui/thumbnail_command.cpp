// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/thumbnail_command.h"

#include <QImage>
#include <QSaveFile>

#include "app/gui/export_choice.h"
#include "app/gui/words.h"
#include "engine/record/record_file.h"
#include "ui/charts/thumbnail.h"

namespace throughline::ui {

void addThumbnailOptions(QCommandLineParser& parser) {
    parser.addOption(QCommandLineOption(
        QStringLiteral("size"),
        tr("Width and height in pixels, %1 to %2 (256).").arg(kThumbnailMin).arg(kThumbnailMax),
        QStringLiteral("N"),
        QStringLiteral("256")));
    parser.addPositionalArgument(QStringLiteral("record"), tr("The .tlrun file."));
    parser.addPositionalArgument(QStringLiteral("picture"), tr("The PNG file to write."));
}

Result<void> writeThumbnail(const QCommandLineParser& parser) {
    const QStringList files = parser.positionalArguments();
    if (files.size() != 2) {
        return usageError(tr("a record and a picture are required"));
    }
    bool is_number = false;
    const int side = parser.value(QStringLiteral("size")).toInt(&is_number);
    if (!is_number || side < kThumbnailMin || side > kThumbnailMax) {
        return usageError(
            tr("--size: a whole number from %1 to %2").arg(kThumbnailMin).arg(kThumbnailMax));
    }
    const auto record = record::read_record(files[0].toStdString());
    if (!record) {
        return record.error();
    }
    QSaveFile file(files[1]);
    const bool written = file.open(QIODevice::WriteOnly) &&
                         thumbnailOf(record->study, side).save(&file, "PNG") && file.commit();
    if (!written) {
        return Error{
            .code = ErrorCode::Io,
            .what =
                tr("'%1' cannot be written: %2").arg(files[1], file.errorString()).toStdString()};
    }
    return {};
}

}  // namespace throughline::ui
