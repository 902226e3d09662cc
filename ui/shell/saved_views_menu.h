// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>
#include <QUndoStack>

#include "ui/charts/saved_views.h"
#include "ui/explore/explore_widget.h"

namespace throughline::ui {

/// Keeps what the explorer shows under a name, shows it again, and forgets it.
/// Thread: GUI. Blocks: files of a kilobyte.
class SavedViewsMenu : public QMenu {
    Q_OBJECT
public:
    /// What is kept or forgotten can be taken back on `undo`.
    SavedViewsMenu(QString folder,
                   ExploreWidget* explore,
                   QUndoStack* undo,
                   QWidget* parent = nullptr);

    void keep(const QString& title);
    void forget(const SavedView& view);

Q_SIGNALS:
    void failed(const QString& why);

private:
    void fill();
    void askAndKeep();
    void write(const SavedView& view);
    void remove(const QString& title);

    SavedViews views_;
    ExploreWidget* explore_;  // borrowed
    QUndoStack* undo_;        // borrowed
    QAction* save_ = nullptr;
    QMenu* forget_ = nullptr;
};

}  // namespace throughline::ui
