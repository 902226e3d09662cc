// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSortFilterProxyModel>
#include <QTableView>

#include "ui/explore/explore_charts.h"
#include "ui/explore/explore_document.h"
#include "ui/plot/plot_table.h"

namespace throughline::ui {

/// The current chart's data. Its rows select their runs, its keys do what the chart's do.
/// Thread: GUI.
class ChartTable : public QTableView {
    Q_OBJECT
public:
    ChartTable(ExploreDocument* document, ExploreCharts* charts, QWidget* parent = nullptr);

    /// Filled when they are looked at: a chart may have 100,000 points.
    PlotTableModel* filled();
    void setShown(bool shown);
    /// The selected rows, or all, as tab-separated text with headers.
    QString toTsv();
    /// Goes to the row of this run.
    void goToRun(std::int64_t run);

Q_SIGNALS:
    void pointActivated(int series, int point);
    void noteAsked(int series, int point);
    /// A menu about a row's point, at a place of the screen.
    void menuAsked(const throughline::ui::PlotPlace& place, const QPoint& at);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void onKey(Qt::Key key, void (ChartTable::*what)(int, int));
    void atRow(void (ChartTable::*what)(int, int));
    void askNote(int series, int point);
    void refill();
    void selectRuns();
    void showSelection();
    PointIds runsOfRows() const;

    ExploreDocument* document_;  // borrowed
    ExploreCharts* charts_;      // borrowed
    PlotTableModel* model_;
    QSortFilterProxyModel* order_;
    bool is_stale_ = true;
    PlotChoice filled_with_{};
};

}  // namespace throughline::ui
