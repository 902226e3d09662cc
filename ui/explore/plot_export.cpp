// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/plot_export.h"

#include <QApplication>
#include <QBuffer>
#include <QSaveFile>

namespace throughline::ui {

namespace {

constexpr double kExportPointSize = 11.0;

QString slug(const QString& text) {
    QString result;
    for (const QChar c : text.toLower()) {
        if (c.isLetterOrNumber()) {
            result += c;
        } else if (!result.endsWith(QChar(u'-')) && !result.isEmpty()) {
            result += QChar(u'-');
        }
    }
    while (result.endsWith(QChar(u'-'))) {
        result.chop(1);
    }
    return result;
}

}  // namespace

Result<void> saveBytes(const QString& path, const QByteArray& bytes) {
    QSaveFile file(path);
    const bool written = file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
    if (!written || !file.commit()) {
        return Error{
            .code = ErrorCode::Io,
            .what = "write '" + path.toStdString() + "': " + file.errorString().toStdString()};
    }
    return {};
}

QByteArray plotPng(const PlotModel& model, const PlotRange* range, const PlotPage& page) {
    QFont font = QApplication::font();
    font.setPointSizeF(kExportPointSize);
    QImage image = plotImage(model, range, page, {printTheme(), font});
    image.setText(QStringLiteral("Title"), page.title);
    image.setText(QStringLiteral("Description"), page.footer);
    image.setText(QStringLiteral("Software"),
                  QStringLiteral("Throughline ") + QCoreApplication::applicationVersion());
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return bytes;
}

QString fileNameOf(const PlotModel& model) {
    const QString name = slug(model.y.title) + QStringLiteral("-by-") + slug(model.x.title);
    return name.size() > 4 ? name : QStringLiteral("chart");
}

}  // namespace throughline::ui
