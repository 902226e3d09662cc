// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/paths.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include "engine/store/library.h"

namespace throughline::ui {

QString dataFolder() {
    const QString library = QString::fromStdString(store::Library::default_path());
    return QFileInfo(library).absolutePath();
}

QString spoolFolder() {
    return dataFolder() + QStringLiteral("/spool");
}

QString viewsFolder() {
    return dataFolder() + QStringLiteral("/views");
}

QString reportsFolder() {
    return dataFolder() + QStringLiteral("/reports");
}

std::unique_ptr<QSettings> openSettings() {
    return std::make_unique<QSettings>(dataFolder() + QStringLiteral("/window.ini"),
                                       QSettings::IniFormat);
}

QString folderFromText(const QString& text) {
    const QString folder = text.trimmed();
    const bool home = folder == u'~' || folder.startsWith(QLatin1String("~/"));
    return home ? QDir::homePath() + folder.mid(1) : folder;
}

QString findEngine(QStringList* searched) {
    const QString name = QStringLiteral("throughline-engine");
    const QString chosen = qEnvironmentVariable("THROUGHLINE_ENGINE");
    const QString here = QCoreApplication::applicationDirPath();
    const QStringList places =
        chosen.isEmpty()
            ? QStringList{here + u'/' + name, here + QStringLiteral("/../lib/throughline/") + name}
            : QStringList{chosen};
    for (const QString& place : places) {
        const QFileInfo file(place);
        if (file.isFile() && file.isExecutable()) {
            return QDir::cleanPath(file.absoluteFilePath());
        }
    }
    if (searched != nullptr) {
        *searched = places;
    }
    return {};
}

}  // namespace throughline::ui
