// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QUndoStack>
#include <functional>

#include "ui/charts/saved_views.h"
#include "ui/explore/explore_widget.h"

namespace throughline::ui {

/// Keeps what the explorer shows under a name, renames and deletes it.
/// Thread: GUI. Blocks: files of a kilobyte.
class ViewKeeper : public QObject {
    Q_OBJECT
public:
    /// What is kept, renamed or deleted can be taken back on `undo`.
    ViewKeeper(QString folder, ExploreWidget* explore, QUndoStack* undo, QObject* parent = nullptr);

    std::vector<SavedView> views() const { return views_.list(); }
    /// Asks for a name and keeps what is shown.
    QAction* saveAction() const noexcept { return save_; }
    void keep(const QString& title);
    /// Takes the place of another view with this name.
    void rename(const SavedView& view, const QString& title);
    void remove(const SavedView& view);

Q_SIGNALS:
    void changed();
    void failed(const QString& why);
    void done(const QString& message);  ///< which can be undone

private:
    void askAndKeep();
    std::optional<SavedView> called(const QString& title) const;
    /// A step of undo for what is done already.
    void pushDone(const QString& what,
                  const std::function<void()>& again,
                  const std::function<void()>& undo);
    /// False: it could not be, and a message said why.
    bool write(const SavedView& view);
    bool erase(const QString& title);

    SavedViews views_;
    ExploreWidget* explore_;  // borrowed
    QUndoStack* undo_;        // borrowed
    QAction* save_;
};

}  // namespace throughline::ui
