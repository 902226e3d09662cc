// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/demo.h"

#include <QDir>

#include "ui/bridge/paths.h"

#ifdef THROUGHLINE_HAS_DEMO
// Outside any namespace, as the macro asks: a static library's resources are not found otherwise.
static void initialiseDemo() {
    Q_INIT_RESOURCE(demo);
}
#else
static void initialiseDemo() {}
#endif

namespace throughline::ui {

QStringList demoRecordings() {
    initialiseDemo();
    const QDir demo(QStringLiteral(":/demo"));
    QStringList files;
    // The one opened last is on the screen in the end: the thread sweep.
    const QStringList names =
        demo.entryList({QStringLiteral("*.tlrun")}, QDir::Files, QDir::Name | QDir::Reversed);
    for (const QString& name : names) {
        files << demo.filePath(name);
    }
    return files;
}

QString demoFolder() {
    return dataFolder() + QStringLiteral("/demo");
}

QStringList unpackDemo(const QString& folder) {
    QDir().mkpath(folder);
    QStringList files;
    const QStringList recordings = demoRecordings();
    for (const QString& recording : recordings) {
        const QString copy = QDir(folder).filePath(QFileInfo(recording).fileName());
        QFile::remove(copy);
        if (QFile::copy(recording, copy)) {
            files << copy;
        }
    }
    return files;
}

}  // namespace throughline::ui
