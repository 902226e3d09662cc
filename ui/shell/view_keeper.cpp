// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/view_keeper.h"

#include <QInputDialog>
#include <algorithm>
#include <utility>

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
    const auto replaced = called(title);
    if (!write(view)) {
        return;
    }
    pushDone(
        tr("Save view %1").arg(title),
        [this, view] { write(view); },
        [this, title, replaced] { replaced ? write(*replaced) : erase(title); });
    Q_EMIT done(tr("The view “%1” is saved in the gallery.").arg(title));
}

void ViewKeeper::rename(const SavedView& view, const QString& title) {
    if (title.isEmpty() || title == view.title) {
        return;
    }
    SavedView renamed = view;
    renamed.title = title;
    const auto replaced = called(title);
    const auto rename = [this, view, renamed] { return write(renamed) && erase(view.title); };
    if (!rename()) {
        return;
    }
    pushDone(tr("Rename view %1").arg(view.title), rename, [this, view, title, replaced] {
        write(view);
        replaced ? write(*replaced) : erase(title);
    });
    Q_EMIT done(tr("The view “%1” is now called “%2”.").arg(view.title, title));
}

void ViewKeeper::remove(const SavedView& view) {
    if (!erase(view.title)) {
        return;
    }
    pushDone(
        tr("Delete view %1").arg(view.title),
        [this, view] { erase(view.title); },
        [this, view] { write(view); });
    Q_EMIT done(tr("The view “%1” is deleted.").arg(view.title));
}

void ViewKeeper::pushDone(const QString& what,
                          const std::function<void()>& again,
                          const std::function<void()>& undo) {
    undo_->push(new UndoStep(
        what,
        [again, is_done = true]() mutable {
            if (!std::exchange(is_done, false)) {
                again();
            }
        },
        undo));
}

bool ViewKeeper::write(const SavedView& view) {
    const auto saved = views_.save(view);
    if (!saved) {
        Q_EMIT failed(errorText(saved.error()));
    }
    Q_EMIT changed();
    return saved.has_value();
}

bool ViewKeeper::erase(const QString& title) {
    const auto removed = views_.remove(title);
    if (!removed) {
        Q_EMIT failed(errorText(removed.error()));
    }
    Q_EMIT changed();
    return removed.has_value();
}

}  // namespace throughline::ui
