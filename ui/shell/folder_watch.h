// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QString>
#include <QTimer>

namespace throughline::ui {

/// Says when a *.json file of a folder is added, written to or taken away, also of a folder that is
/// only made later.
/// Thread: GUI. Blocks: never.
class FolderWatch : public QObject {
    Q_OBJECT
public:
    explicit FolderWatch(QString folder, QObject* parent = nullptr);

Q_SIGNALS:
    /// Once for changes that follow each other within a moment: editors write a file in steps.
    void changed();

private:
    void watch();

    QString folder_;
    QFileSystemWatcher watcher_;
    QTimer settle_;
};

}  // namespace throughline::ui
