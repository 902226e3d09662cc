// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>
#include <QMimeData>
#include <QSettings>
#include <QWidget>
#include <functional>
#include <memory>

#include "ui/charts/raw_data.h"
#include "ui/explore/chart_table.h"
#include "ui/explore/explore_charts.h"
#include "ui/explore/export_dialog.h"

namespace throughline::ui {

/// What leaves the explorer: copies of the current chart, files of all of them.
/// Thread: GUI.
class ChartExporter : public QObject {
    Q_OBJECT
public:
    /// `window`: where its dialog lies.
    ChartExporter(ExploreDocument* document,
                  ExploreCharts* charts,
                  ChartTable* table,
                  QWidget* window);

    /// Where its dialog begins is remembered there; borrowed.
    void setSettings(QSettings* settings) { settings_ = settings; }

    QList<QAction*> actions() const { return actions_; }  ///< copy chart and data, export
    /// These, and what others do with a chart: for its own menus.
    QList<QAction*> shareActions() const { return actions_ + others_; }
    /// Borrowed; it is offered from the next menu on.
    void addShareAction(QAction* action) { others_ << action; }
    /// As picture (PNG and SVG) and as data (HTML table and text) at once.
    void copyChart();
    void copyTable();  ///< the selected rows, or all
    /// What copyChart() copies, and the picture as a file besides, for programs that take files.
    /// Errors: those of saveChart(); the chart can still be copied.
    Result<std::unique_ptr<QMimeData>> draggedChart() const;
    /// All charts as they stand, with what is in view, as picture or data by the file's ending.
    /// Errors: as saveChart().
    Result<void> exportTo(const QString& path) const;
    /// What all charts are drawn from. rawDataWanted() follows.
    void exportRaw(const QString& path);
    /// How large, where to; what was chosen last is offered first.
    ExportDialog* askAndExport();

Q_SIGNALS:
    /// To be written to this file, where the library is.
    void rawDataWanted(const throughline::ui::RawData& data, const QString& path);
    /// What was done, or why it could not be.
    void said(const QString& words);
    void saved(const QString& path);

private:
    void addAction(const QString& text,
                   const QKeySequence& keys,
                   const QString& tip,
                   const std::function<void()>& what);
    ChartExport chartExport(const std::vector<ChartPane*>& panes) const;
    std::unique_ptr<QMimeData> currentChart() const;
    void dragChart();

    ExploreDocument* document_;  // borrowed
    ExploreCharts* charts_;      // borrowed
    ChartTable* table_;          // borrowed
    QWidget* window_;            // the parent
    QList<QAction*> actions_;
    QList<QAction*> others_;
    QSettings* settings_ = nullptr;  // borrowed; null: nothing is remembered
    PlotPage page_;                  ///< its size and pixels
};

}  // namespace throughline::ui
