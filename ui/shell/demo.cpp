// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/demo.h"

#include <QCoreApplication>
#include <QDir>
#include <QSaveFile>
#include <array>

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

namespace {

/// As the recordings have them.
constexpr std::array kTitles{QT_TRANSLATE_NOOP("Demo", "Decode threads on 2 cores"),
                             QT_TRANSLATE_NOOP("Demo", "Queue depth by reader")};

/// The recording with its title in the reader's language: a title is what somebody called a study,
/// and he finds it under that name.
QByteArray withOwnTitle(QByteArray record) {
    const qsizetype header_end = record.indexOf('\n');
    for (const char* const title : kTitles) {
        const QByteArray field = QByteArray("\"title\":\"") + title + '"';
        const QString own = QCoreApplication::translate("Demo", title);
        if (const qsizetype at = record.indexOf(field); at >= 0 && at < header_end) {
            return record.replace(at, field.size(), "\"title\":\"" + own.toUtf8() + '"');
        }
    }
    return record;
}

}  // namespace

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
        QFile source(recording);
        QSaveFile file(copy);
        const bool opened = source.open(QIODevice::ReadOnly) && file.open(QIODevice::WriteOnly);
        const QByteArray record = opened ? withOwnTitle(source.readAll()) : QByteArray();
        if (opened && file.write(record) == record.size() && file.commit()) {
            files << copy;
        }
    }
    return files;
}

}  // namespace throughline::ui
