// SPDX-License-Identifier: GPL-3.0-or-later
// Notes at the points of ExploreWidget's chart, and the menu of a point.
#include <QInputDialog>
#include <QMenu>

#include "ui/charts/pinned_notes.h"
#include "ui/explore/explore_widget.h"

namespace throughline::ui {

RunOfStudy ExploreWidget::runAt(int series, int point) const {
    const auto& all = plot()->model().series;
    const auto at = static_cast<std::size_t>(series);
    if (at >= all.size() || static_cast<std::size_t>(point) >= all[at].points.size()) {
        return {};  // a signal was queued: the chart shows something else by now
    }
    return findRun(studies_, all[at].points[static_cast<std::size_t>(point)].id);
}

void ExploreWidget::askNote(int series, int point) {
    const auto [study, run] = runAt(series, point);
    if (run == nullptr || !choice_.has<RunsChart>()) {
        return;
    }
    // While it is asked the studies may be replaced: what is said of them is kept here.
    const QString uuid = study->uuid;
    const int number = run->number;
    const ChartPane* const pane = grid_->current();
    bool given = false;
    const QString text =
        QInputDialog::getText(this,
                              tr("Note at run %1 of %2").arg(number).arg(study->title),
                              tr("It stands beside the point, is kept with the view "
                                 "and exported with the chart; empty: none."),
                              QLineEdit::Normal,
                              noteAt(choice_, uuid, number),
                              &given);
    if (given && pane == grid_->current() && choice_.has<RunsChart>()) {
        setNote(uuid, number, text.trimmed());
    }
}

void ExploreWidget::setNote(const QString& study, int run, const QString& text) {
    setChoice(withNote(choice_, study, run, text));
}

void ExploreWidget::showPointMenu(const QPoint& at) {
    const auto marked = plot()->markedPoint();
    if (!marked) {
        return;
    }
    const int series = static_cast<int>(marked->series);
    const int point = static_cast<int>(marked->point);
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    QAction* samples = menu->addAction(
        tr("&Samples of this run\tEnter"), this, [=, this] { drillDown(series, point); });
    samples->setEnabled(runAt(series, point).run != nullptr);
    QAction* note =
        menu->addAction(tr("Pin a &note\u2026\tN"), this, [=, this] { askNote(series, point); });
    note->setEnabled(samples->isEnabled() && choice_.has<RunsChart>());
    menu->popup(plot()->mapToGlobal(at));
}

}  // namespace throughline::ui
