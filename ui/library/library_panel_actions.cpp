// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with studies and the library: the actions of LibraryPanel.
#include <QActionGroup>
#include <QMenu>
#include <algorithm>

#include "ui/library/bin_dialog.h"
#include "ui/library/library_panel.h"
#include "ui/style/icons.h"
#include "ui/style/key_action.h"
#include "ui/style/widgets.h"

namespace throughline::ui {

namespace {

constexpr auto kArrangementKey = "library/arrangement";
constexpr auto kOfOneStudy = "ofOneStudy";  ///< property of actions that take no more
constexpr auto kPlots = "plots";            ///< of the one that plots or takes out
constexpr auto kOfNone = "ofNone";          ///< of those that need none to be selected

}  // namespace

void LibraryPanel::makeArrangements() {
    const QString kept = settings_->value(QLatin1String(kArrangementKey)).toString();
    auto* group = new QActionGroup(this);
    for (const ArrangementName& one : arrangements()) {
        const QKeySequence keys(QKeyCombination(
            Qt::CTRL | Qt::SHIFT,
            static_cast<Qt::Key>(Qt::Key_F5 + static_cast<int>(arrangement_actions_.size()))));
        QAction* action = keyAction("", one.title, {keys}, one.tip, group);
        action->setCheckable(true);
        const QString word = QLatin1String(one.word);
        action->setChecked(word == kept || (kept.isEmpty() && arrangement_actions_.isEmpty()));
        if (action->isChecked()) {
            tree_.setArrangement(one.arrangement);
        }
        connect(action, &QAction::triggered, this, [this, word, how = one.arrangement] {
            settings_->setValue(QLatin1String(kArrangementKey), word);
            tree_.setArrangement(how);
        });
        arrangement_actions_ << action;
    }
    auto* arrange = new QAction(icon(QStringLiteral("field-list")), QString(), this);
    auto* menu = new QMenu(this);
    menu->addActions(arrangement_actions_);
    arrange->setToolTip(tr("Fold the list by source, computer, device or model"));
    connect(arrange, &QAction::triggered, this, [this, menu] {
        menu->popup(filter_->mapToGlobal(filter_->rect().bottomRight()) -
                    QPoint(menu->sizeHint().width(), 0));
    });
    filter_->addAction(arrange, QLineEdit::TrailingPosition);
}

void LibraryPanel::makeLibraryActions() {
    const auto make = [this](const char* icon_name,
                             const QString& text,
                             const QKeySequence& keys,
                             const QString& tip,
                             auto what) {
        library_actions_ << keyAction(icon_name, text, {keys}, tip, this);
        connect(library_actions_.back(), &QAction::triggered, this, what);
    };
    make("delete",
         tr("&Bin…"),
         QKeySequence(Qt::CTRL | Qt::Key_Delete),
         tr("Show the deleted studies, to restore them or delete them permanently"),
         [this] { openAndForget(new BinDialog(library_, this)); });
    make("save",
         tr("Back &up…"),
         QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_S),
         tr("Save the whole library to one file"),
         [this] { askBackup(); });
    make("restore",
         tr("&Restore a backup…"),
         QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_O),
         tr("Replace the library with a backup; the current one is kept"),
         [this] { askRestore(); });
    make("info",
         tr("&Check the library"),
         QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_K),
         tr("Check the whole library; if it is damaged, set it aside and rescue its studies"),
         [this] { library_->checkAndRescue(); });
}

QAction* LibraryPanel::addStudyAction(const char* icon_name,
                                      const QString& text,
                                      const QKeySequence& keys,
                                      const QString& tip,
                                      const std::function<void(const Ids&)>& what,
                                      bool ofOneStudy) {
    QAction* action = keyAction(icon_name, text, {keys}, tip, this);
    action->setShortcutContext(Qt::WidgetShortcut);
    action->setProperty(kOfOneStudy, ofOneStudy);
    connect(action, &QAction::triggered, this, [this, what, action] {
        const auto ids = view_->selected();
        if (!ids.empty() || action->property(kOfNone).toBool()) {
            what(ids);
        }
    });
    study_actions_ << action;
    return action;
}

void LibraryPanel::makeActions() {
    addStudyAction(
        "info",
        tr("Show result"),
        QKeySequence(Qt::Key_Return),
        tr("Show verdict, runs and notes of the study"),
        [this](const Ids& ids) { Q_EMIT resultAsked(ids.front()); },
        true);
    addStudyAction("explore",
                   tr("Plot"),
                   QKeySequence(Qt::Key_Space),
                   tr("Add the selected studies to the charts, or take them out"),
                   [this](const Ids& ids) { togglePlotted(ids); })
        ->setProperty(kPlots, true);
    addStudyAction("fit",
                   tr("Plot only these"),
                   QKeySequence(Qt::SHIFT | Qt::Key_Return),
                   tr("Show the selected studies in the charts, and no others"),
                   [this](const Ids& ids) {
                       plotStudies(ids);
                       Q_EMIT chartAsked(ids.front());
                   });
    QAction* comparing = addStudyAction(
        "compare",
        tr("Compare figures"),
        QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_B),
        tr("Show the figures of the selected studies side by side, or of those that are "
           "plotted"),
        [this](const Ids&) { compare(); });
    comparing->setShortcutContext(Qt::WindowShortcut);
    comparing->setProperty(kOfNone, true);
    addStudyAction(
        "",
        tr("Rename"),
        QKeySequence(Qt::Key_F2),
        tr("Change the title of this study"),
        [this](const Ids&) { view_->edit(view_->currentIndex()); },
        true);
    addStudyAction("export",
                   tr("Save as .tlrun…"),
                   QKeySequence(Qt::CTRL | Qt::Key_S),
                   tr("Save the selected studies to one file that another Throughline can open"),
                   [this](const Ids& ids) { saveAs(ids); })
        ->setShortcutContext(Qt::WindowShortcut);
    addStudyAction(
        "star",
        tr("Baseline"),
        QKeySequence(Qt::CTRL | Qt::Key_Asterisk),
        tr("Make this study the one that others are compared with; choose again to undo"),
        [this](const Ids& ids) { toggleBaseline(ids.front()); },
        true);
    addStudyAction(
        "settings",
        tr("Settings and notes"),
        QKeySequence(Qt::ALT | Qt::Key_Return),
        tr("Show how this study was measured, and edit its title, tags, note and price"),
        [this](const Ids& ids) { Q_EMIT editAsked(ids.front()); },
        true);
    addStudyAction("delete",
                   tr("Delete"),
                   QKeySequence(Qt::Key_Delete),
                   tr("Move the selected studies to the bin; Ctrl+Z brings them back"),
                   [this](const Ids& ids) { deleteStudies(ids); });
    view_->addActions(study_actions_);
}

void LibraryPanel::updateActions() {
    const Ids selected = view_->selected();
    const auto count = selected.size();
    const Ids plotted = model_.plottedStudies();
    const bool all_plotted = count > 0 && std::ranges::all_of(selected, [&](std::int64_t id) {
                                 return std::ranges::find(plotted, id) != plotted.end();
                             });
    for (QAction* action : study_actions_) {
        if (action->property(kPlots).toBool()) {
            action->setText(all_plotted ? tr("Take out of the charts") : tr("Plot"));
        }
        action->setEnabled(action->property(kOfNone).toBool() ||
                           (action->property(kOfOneStudy).toBool() ? count == 1 : count > 0));
    }
}

}  // namespace throughline::ui
