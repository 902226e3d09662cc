// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QImage>
#include <QString>
#include <QTest>
#include <QWidget>

namespace throughline::ui {

/// Writes "NAME.png" to the folder of THROUGHLINE_PICTURES, to be looked at; nothing without it.
inline void keepPicture(const QImage& image, const QString& name) {
    const QString folder = qEnvironmentVariable("THROUGHLINE_PICTURES");
    if (!folder.isEmpty()) {
        image.save(QDir(folder).filePath(name + QStringLiteral(".png")));
    }
}

/// The same of a window, once its layouts and palettes have settled.
inline void keepPicture(QWidget& widget, const QString& name) {
    if (qEnvironmentVariableIsSet("THROUGHLINE_PICTURES")) {
        QTest::qWait(20);
        keepPicture(widget.grab().toImage(), name);
    }
}

}  // namespace throughline::ui
