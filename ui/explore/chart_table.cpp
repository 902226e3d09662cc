// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/chart_table.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QScrollBar>
#include <QShortcut>

namespace throughline::ui {

namespace {

constexpr int kLinesMin = 9;

}  // namespace

ChartTable::ChartTable(ExploreDocument* document, ExploreCharts* charts, QWidget* parent)
    : QTableView(parent),
      document_(document),
      charts_(charts),
      model_(new PlotTableModel(this)),
      order_(new QSortFilterProxyModel(this)) {
    order_->setSourceModel(model_);
    order_->setSortRole(Qt::UserRole);
    setModel(order_);
    setAccessibleName(tr("Data of the chart"));
    setToolTip(tr(
        "Press Enter or double-click to show the samples of a run; press N to add a note to it"));
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSortingEnabled(true);
    sortByColumn(-1, Qt::AscendingOrder);
    setAlternatingRowColors(true);
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() * 3 / 2);
    setMinimumHeight(fontMetrics().height() * kLinesMin);
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setTextElideMode(Qt::ElideRight);
    setTabKeyNavigation(false);
    hide();
    auto* copy = new QShortcut(QKeySequence::Copy, this);
    copy->setContext(Qt::WidgetShortcut);
    connect(
        copy, &QShortcut::activated, this, [this] { QApplication::clipboard()->setText(toTsv()); });
    onKey(Qt::Key_Return, &ChartTable::pointActivated);
    onKey(Qt::Key_Enter, &ChartTable::pointActivated);
    onKey(Qt::Key_N, &ChartTable::askNote);
    connect(this, &QTableView::doubleClicked, this, [this] { atRow(&ChartTable::pointActivated); });
    connect(
        selectionModel(), &QItemSelectionModel::selectionChanged, this, &ChartTable::selectRuns);
    connect(charts_, &ExploreCharts::refreshed, this, &ChartTable::refill);
    connect(document_, &ExploreDocument::selectionChanged, this, &ChartTable::showSelection);
}

void ChartTable::onKey(Qt::Key key, void (ChartTable::*what)(int, int)) {
    auto* shortcut = new QShortcut(QKeySequence(key), this);
    shortcut->setContext(Qt::WidgetShortcut);
    connect(shortcut, &QShortcut::activated, this, [this, what] { atRow(what); });
}

/// As at a point of the chart.
void ChartTable::atRow(void (ChartTable::*what)(int, int)) {
    const QModelIndex row = order_->mapToSource(currentIndex());
    const auto point = row.isValid() ? model_->pointOf(row.row()) : std::nullopt;
    if (point) {
        (this->*what)(static_cast<int>(point->series), static_cast<int>(point->point));
    }
}

void ChartTable::askNote(int series, int point) {
    const QModelIndex row = currentIndex();
    Q_EMIT noteAsked(series, point);
    // The table was filled again; who walks through it goes on from there.
    setCurrentIndex(order_->index(row.row(), row.column()));
}

void ChartTable::refill() {
    is_stale_ = true;
    if (!isHidden()) {
        filled();
        resizeColumnsToContents();
    }
}

PlotTableModel* ChartTable::filled() {
    if (is_stale_) {
        is_stale_ = false;
        // More samples of the same chart leave the reader where he was.
        const int row = filled_with_ == document_->choice() ? verticalScrollBar()->value() : 0;
        filled_with_ = document_->choice();
        model_->setPlot(charts_->plot()->model());
        verticalScrollBar()->setValue(row);
        model_->setSelected(document_->selected());
    }
    return model_;
}

void ChartTable::setShown(bool shown) {
    setVisible(shown);
    refill();
}

QString ChartTable::toTsv() {
    std::vector<int> rows;
    const QModelIndexList selected = selectionModel()->selectedRows();
    for (const QModelIndex& index : selected) {
        rows.push_back(order_->mapToSource(index).row());
    }
    return filled()->toTsv(rows);
}

void ChartTable::goToRun(std::int64_t run) {
    const PlotTableModel* table = filled();
    for (int row = 0; row < table->rowCount(); ++row) {
        if (table->idOf(row) == run) {
            setCurrentIndex(order_->mapFromSource(table->index(row, 0)));
            setFocus(Qt::OtherFocusReason);
            return;
        }
    }
}

void ChartTable::contextMenuEvent(QContextMenuEvent* event) {
    const QModelIndex row = order_->mapToSource(currentIndex());
    const auto point = row.isValid() ? model_->pointOf(row.row()) : std::nullopt;
    if (!point) {
        return;
    }
    const bool by_key = event->reason() == QContextMenuEvent::Keyboard;
    const QPoint at = by_key ? visualRect(currentIndex()).bottomLeft() : event->pos();
    Q_EMIT menuAsked({.part = PlotPlace::Part::Point, .point = *point},
                     viewport()->mapToGlobal(at));
}

PointIds ChartTable::runsOfRows() const {
    PointIds runs;
    const QModelIndexList rows = selectionModel()->selectedRows();
    for (const QModelIndex& row : rows) {
        runs.insert(model_->idOf(order_->mapToSource(row).row()));
    }
    return combined({}, runs, PickHow::Replace);
}

void ChartTable::selectRuns() {
    // Without rows the selection was cleared because something is picked elsewhere.
    if (selectionModel()->hasSelection()) {
        document_->select(runsOfRows(), PickHow::Replace);
    }
}

void ChartTable::showSelection() {
    model_->setSelected(document_->selected());
    if (runsOfRows() != document_->selected()) {
        clearSelection();
    }
}

}  // namespace throughline::ui
