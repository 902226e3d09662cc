// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/last_folder.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

namespace throughline::ui {

namespace {

/// The first two are those of earlier versions.
QString keyOf(FolderFor purpose) {
    switch (purpose) {
        case FolderFor::Results:
            return QStringLiteral("folders/open");
        case FolderFor::Records:
            return QStringLiteral("folders/export");
        case FolderFor::Charts:
            return QStringLiteral("folders/charts");
        case FolderFor::Reports:
            return QStringLiteral("folders/reports");
        case FolderFor::Backups:
            return QStringLiteral("folders/backups");
        case FolderFor::Scenarios:
            return QStringLiteral("folders/scenarios");
        case FolderFor::Problems:
            break;
    }
    return QStringLiteral("folders/problems");
}

}  // namespace

QString folderFor(const QSettings* settings, FolderFor purpose, const QString& usual) {
    const QString last =
        settings == nullptr ? QString() : settings->value(keyOf(purpose)).toString();
    if (!last.isEmpty() && QFileInfo(last).isDir()) {
        return last;
    }
    if (!usual.isEmpty()) {
        return usual;
    }
    const QString documents = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    return QFileInfo(documents).isDir() ? documents : QDir::homePath();
}

void rememberFolder(QSettings* settings, FolderFor purpose, const QString& chosen) {
    if (settings == nullptr || chosen.isEmpty()) {
        return;
    }
    const QFileInfo info(chosen);
    settings->setValue(keyOf(purpose),
                       info.isDir() ? info.absoluteFilePath() : info.absolutePath());
}

}  // namespace throughline::ui
