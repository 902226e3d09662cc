// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/view_keeper.h"

#include <QInputDialog>
#include <algorithm>

#include "ui/bridge/error_text.h"
#include "ui/library/undo_step.h"
#include "ui/style/key_action.h"

namespace throughline::ui {

ViewKeeper::ViewKeeper(QString folder, ExploreWidget* explore, QUndoStack* undo, QObject* parent)
    : QObject(parent),
      views_(std::move(folder)),
      explore_(explore),
      undo_(undo),
      save_(keyAction("save",
                      tr("&Save this view…"),
                      {Qt::CTRL | Qt::SHIFT | Qt::Key_V},
                      tr("Save quantities, studies, curves and zoom of the charts under a name"),
                      this)) {
    connect(save_, &QAction::triggered, this, &ViewKeeper::askAndKeep);
}

void ViewKeeper::askAndKeep() {
    if (explore_->document()->choice().y.empty()) {
        Q_EMIT failed(
            tr("There is no chart to save yet. Plot a study first: click the dot before it."));
        return;
    }
    bool accepted = false;
    const QString title = QInputDialog::getText(explore_->window(),
                                                tr("Save this view"),
                                                tr("Name (a view with the same name is replaced):"),
                                                QLineEdit::Normal,
                                                chartTitle(explore_->plot()->model()),
                                                &accepted)
                              .trimmed();
    if (accepted && !title.isEmpty()) {
        keep(title);
    }
}

std::optional<SavedView> ViewKeeper::called(const QString& title) const {
    const auto views = views_.list();
    const auto found =
        std::ranges::find_if(views, [&](const SavedView& one) { return one.title == title; });
    return found == views.end() ? std::nullopt : std::optional(*found);
}

void ViewKeeper::keep(const QString& title) {
    const SavedView view = explore_->document()->savedView(title);
    undo_->push(new UndoStep(
        tr("Save view %1").arg(title),
        [this, view] { write(view); },
        [this, title, replaced = called(title)] { replaced ? write(*replaced) : erase(title); }));
    Q_EMIT done(tr("The view “%1” is saved in the gallery.").arg(title));
}

void ViewKeeper::rename(const SavedView& view, const QString& title) {
    if (title.isEmpty() || title == view.title) {
        return;
    }
    SavedView renamed = view;
    renamed.title = title;
    undo_->push(new UndoStep(
        tr("Rename view %1").arg(view.title),
        [this, view, renamed] {
            erase(view.title);
            write(renamed);
        },
        [this, view, title, replaced = called(title)] {
            replaced ? write(*replaced) : erase(title);
            write(view);
        }));
    Q_EMIT done(tr("The view “%1” is now called “%2”.").arg(view.title, title));
}

void ViewKeeper::remove(const SavedView& view) {
    undo_->push(new UndoStep(
        tr("Delete view %1").arg(view.title),
        [this, view] { erase(view.title); },
        [this, view] { write(view); }));
    Q_EMIT done(tr("The view “%1” is deleted.").arg(view.title));
}

void ViewKeeper::write(const SavedView& view) {
    if (const auto saved = views_.save(view); !saved) {
        Q_EMIT failed(errorText(saved.error()));
    }
    Q_EMIT changed();
}

void ViewKeeper::erase(const QString& title) {
    if (const auto removed = views_.remove(title); !removed) {
        Q_EMIT failed(errorText(removed.error()));
    }
    Q_EMIT changed();
}

}  // namespace throughline::ui
