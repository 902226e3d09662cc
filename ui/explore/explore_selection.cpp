// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of ExploreWidget that are picked out in all charts and the table alike, and the filter that
// can be made of them.
#include <QAction>
#include <QShortcut>
#include <QTableView>
#include <algorithm>

#include "ui/explore/explore_widget.h"
#include "ui/plot/plot_text.h"

namespace throughline::ui {

void ExploreWidget::makeSelectionActions() {
    only_selected_ = chartAction(tr("Sho&w only the selected runs"),
                                 Qt::CTRL | Qt::SHIFT | Qt::Key_O,
                                 tr("Leaves the selected runs in all charts and no others"));
    only_selected_->setIconText(tr("Show only these"));
    connect(only_selected_, &QAction::triggered, this, [this] {
        setFilter(filterTo(selected_, ticked_));
    });
    clear_selection_ =
        chartAction(tr("C&lear the selection"), Qt::Key_Escape, tr("No run is selected any more"));
    clear_selection_->setIconText(tr("Clear"));
    // Elsewhere the key closes what is open there.
    clear_selection_->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(clear_selection_);
    connect(clear_selection_, &QAction::triggered, this, [this] { select({}, PickHow::Replace); });
    all_runs_ = chartAction(tr("Show all r&uns"),
                            Qt::CTRL | Qt::SHIFT | Qt::Key_Y,
                            tr("Shows every run of the ticked studies again"));
    connect(all_runs_, &QAction::triggered, this, [this] { setFilter({}); });
}

void ExploreWidget::connectTable() {
    // As at a point of the chart.
    const auto atRow = [this](void (ExploreWidget::*what)(int, int)) {
        const QModelIndex row = table_order_->mapToSource(table_view_->currentIndex());
        const auto point = row.isValid() ? table_model_->pointOf(row.row()) : std::nullopt;
        if (point) {
            (this->*what)(static_cast<int>(point->series), static_cast<int>(point->point));
        }
    };
    const auto onKey = [&](Qt::Key key, void (ExploreWidget::*what)(int, int)) {
        auto* shortcut = new QShortcut(QKeySequence(key), table_view_);
        shortcut->setContext(Qt::WidgetShortcut);
        connect(shortcut, &QShortcut::activated, this, [atRow, what] { atRow(what); });
    };
    onKey(Qt::Key_Return, &ExploreWidget::drillDown);
    onKey(Qt::Key_Enter, &ExploreWidget::drillDown);
    onKey(Qt::Key_N, &ExploreWidget::askNoteAtRow);
    connect(table_view_, &QTableView::doubleClicked, this, [atRow] {
        atRow(&ExploreWidget::drillDown);
    });
    connect(table_view_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        PointIds runs;
        const QModelIndexList rows = table_view_->selectionModel()->selectedRows();
        for (const QModelIndex& row : rows) {
            runs.insert(table_model_->idOf(table_order_->mapToSource(row).row()));
        }
        if (!runs.empty()) {  // else it was cleared because something is picked elsewhere
            showSelected(combined({}, runs, PickHow::Replace));
        }
    });
}

void ExploreWidget::askNoteAtRow(int series, int point) {
    const QModelIndex row = table_view_->currentIndex();
    askNote(series, point);
    // The table was filled again; who walks through it goes on from there.
    table_view_->setCurrentIndex(table_order_->index(row.row(), row.column()));
}

void ExploreWidget::select(const PointIds& runs, PickHow how) {
    table_view_->clearSelection();
    showSelected(combined(selected_, runs, how));
}

void ExploreWidget::showSelected(PointIds runs) {
    selected_ = std::move(runs);
    for (const ChartPane* pane : grid_->panes()) {
        pane->plot()->setSelected(selected_);
    }
    table_model_->setSelected(selected_);
    updateSelectionBar();
}

void ExploreWidget::updateSelectionBar() {
    const bool any = !selected_.empty();
    const SelectionBar::Counts counts{
        .selected = selected_.size(), .shown = runCount(studies_), .all = runCount(ticked_)};
    only_selected_->setEnabled(any);
    clear_selection_->setEnabled(any);
    all_runs_->setEnabled(counts.shown < counts.all);
    selection_bar_->setCounts(counts, pickedRange(plot()->model(), selected_));
}

void ExploreWidget::setFilter(const RunFilter& only) {
    only_ = only;
    table_view_->clearSelection();
    selected_.clear();
    filterStudies();
    remember();
    refreshFields();
    showChoice();
    rebuild();
}

void ExploreWidget::filterStudies() {
    studies_ = filtered(ticked_, only_);
    fields_ = availableFields(studies_);
    ++studies_generation_;
    PointIds there;
    for (const StudyForPlot& study : studies_) {
        for (const RunForPlot& run : study.runs) {
            there.insert(run.id);
        }
    }
    std::erase_if(selected_, [&](std::int64_t id) { return there.count(id) == 0; });
}

}  // namespace throughline::ui
