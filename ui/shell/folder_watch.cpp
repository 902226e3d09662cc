// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/folder_watch.h"

#include <QDir>
#include <QFileInfo>
#include <utility>

namespace throughline::ui {

namespace {

constexpr int kSettleMs = 200;

QStringList filesOf(const QString& folder) {
    QStringList paths;
    for (const QFileInfo& file :
         QDir(folder).entryInfoList({QStringLiteral("*.json")}, QDir::Files)) {
        paths << file.filePath();
    }
    return paths;
}

}  // namespace

FolderWatch::FolderWatch(QString folder, QObject* parent)
    : QObject(parent), folder_(std::move(folder)) {
    settle_.setSingleShot(true);
    settle_.setInterval(kSettleMs);
    connect(&settle_, &QTimer::timeout, this, &FolderWatch::changed);
    connect(&watcher_, &QFileSystemWatcher::fileChanged, this, [this] {
        watch();  // a file that was replaced is another one
        settle_.start();
    });
    connect(&watcher_, &QFileSystemWatcher::directoryChanged, this, [this](const QString& path) {
        watch();
        // The folder above is of interest only until this one is made.
        if (path == folder_ || watcher_.directories().contains(folder_)) {
            settle_.start();
        }
    });
    watch();
}

void FolderWatch::watch() {
    const bool exists = QFileInfo(folder_).isDir();
    const QString above = QFileInfo(folder_).path();
    if (exists) {
        watcher_.removePath(above);
    }
    const QStringList wanted =
        exists ? QStringList(folder_) + filesOf(folder_)
               : (QFileInfo(above).isDir() ? QStringList(above) : QStringList());
    const QStringList watched = watcher_.files() + watcher_.directories();
    for (const QString& path : wanted) {
        if (!watched.contains(path)) {
            watcher_.addPath(path);
        }
    }
}

}  // namespace throughline::ui
