// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>
#include <QSettings>

namespace throughline::ui {

/// The files that were opened last, the newest first.
/// Thread: GUI.
class RecentFilesMenu : public QMenu {
    Q_OBJECT
public:
    static constexpr int kMost = 9;

    explicit RecentFilesMenu(QSettings* settings, QWidget* parent = nullptr);

    void remember(const QStringList& files);

Q_SIGNALS:
    void chosen(const QString& file);

private:
    void fill();

    QSettings* settings_;  // borrowed
};

}  // namespace throughline::ui
