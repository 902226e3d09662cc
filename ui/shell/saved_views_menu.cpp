// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/saved_views_menu.h"

#include <QInputDialog>
#include <algorithm>

#include "ui/bridge/error_text.h"
#include "ui/library/undo_step.h"
#include "ui/style/icons.h"

namespace throughline::ui {

SavedViewsMenu::SavedViewsMenu(QString folder,
                               ExploreWidget* explore,
                               QUndoStack* undo,
                               QWidget* parent)
    : QMenu(tr("Sa&ved views"), parent), views_(std::move(folder)), explore_(explore), undo_(undo) {
    // Of the explorer: clear() deletes what belongs to the menu.
    save_ = new QAction(ui::icon(QStringLiteral("save")), tr("&Keep this view…"), explore);
    save_->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_V));
    save_->setToolTip(
        tr("Keep the quantities, studies, ticked curves and zoom under a name (Ctrl+Shift+V)"));
    save_->setStatusTip(tr("Keep the current view under a name"));
    connect(save_, &QAction::triggered, this, &SavedViewsMenu::askAndKeep);
    setToolTipsVisible(true);
    forget_ = new QMenu(tr("&Forget"), this);
    connect(this, &QMenu::aboutToShow, this, &SavedViewsMenu::fill);
    fill();
}

void SavedViewsMenu::fill() {
    clear();
    forget_->clear();
    addAction(save_);
    const auto views = views_.list();
    if (views.empty()) {
        return;
    }
    addSeparator();
    for (const SavedView& view : views) {
        QString name = view.title;
        name.replace(u'&', QStringLiteral("&&"));
        QAction* show =
            addAction(name, this, [this, view] { explore_->document()->showSavedView(view); });
        show->setStatusTip(tr("Show this chart again with its studies"));
        forget_->addAction(name, this, [this, view] { forget(view); });
    }
    addSeparator();
    addMenu(forget_);
}

void SavedViewsMenu::askAndKeep() {
    if (explore_->document()->choice().y.empty()) {
        Q_EMIT failed(
            tr("There is no chart to keep yet. Plot a study first: click the dot before it."));
        return;
    }
    bool accepted = false;
    const QString title = QInputDialog::getText(parentWidget(),
                                                tr("Keep this view"),
                                                tr("Name (a view with the same name is replaced):"),
                                                QLineEdit::Normal,
                                                chartTitle(explore_->plot()->model()),
                                                &accepted)
                              .trimmed();
    if (accepted && !title.isEmpty()) {
        keep(title);
    }
}

void SavedViewsMenu::keep(const QString& title) {
    const SavedView view = explore_->document()->savedView(title);
    const auto views = views_.list();
    const auto before =
        std::ranges::find_if(views, [&](const SavedView& one) { return one.title == title; });
    const auto replaced = before == views.end() ? std::nullopt : std::optional(*before);
    undo_->push(new UndoStep(
        tr("Keep view %1").arg(title),
        [this, view] { write(view); },
        [this, title, replaced] { replaced ? write(*replaced) : remove(title); }));
}

void SavedViewsMenu::forget(const SavedView& view) {
    undo_->push(new UndoStep(
        tr("Forget view %1").arg(view.title),
        [this, view] { remove(view.title); },
        [this, view] { write(view); }));
}

void SavedViewsMenu::write(const SavedView& view) {
    if (const auto saved = views_.save(view); !saved) {
        Q_EMIT failed(errorText(saved.error()));
    }
    fill();
}

void SavedViewsMenu::remove(const QString& title) {
    if (const auto removed = views_.remove(title); !removed) {
        Q_EMIT failed(errorText(removed.error()));
    }
    fill();
}

}  // namespace throughline::ui
