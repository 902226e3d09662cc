// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>
#include <QMenu>

#include "ui/explore/axis_bar.h"
#include "ui/explore/chart_exporter.h"
#include "ui/explore/chart_table.h"
#include "ui/explore/explore_charts.h"
#include "ui/explore/point_actions.h"
#include "ui/explore/study_act.h"
#include "ui/plot/plot_legend.h"

namespace throughline::ui {

/// The menus about a chart, a curve, a point and an axis, by the right button and the menu key
/// (or Shift+F10) of the explorer's charts, legend, table and pickers. What they do is done by
/// those.
/// Thread: GUI.
class ContextMenus : public QObject {
    Q_OBJECT
public:
    struct Of {  // all borrowed
        ExploreDocument* document;
        ExploreCharts* charts;
        AxisBar* axes;
        PlotLegend* legend;
        ChartTable* table;
        PointActions* points;
        ChartExporter* exporter;
        QAction* quantities;  ///< the list of all
    };
    /// `window`: where the menus lie; the parent.
    ContextMenus(const Of& of, QWidget* window);

    /// The menu of what lies there in the current chart. Deletes itself when it is closed.
    QMenu* menuOf(const PlotPlace& place);
    QMenu* menuOfCurves(const SeriesSet& series);
    QMenu* menuOfAxis(PlotSide side);

Q_SIGNALS:
    /// The table is to be shown.
    void tableWanted();
    void studyAsked(const QString& uuid, throughline::ui::StudyAct act);
    void said(const QString& message);

private:
    void connectPane(ChartPane* pane);
    void openByKey();
    QMenu* newMenu();
    void addPoint(QMenu* menu, const PointRef& point);
    void addCurves(QMenu* menu, const SeriesSet& series);
    void addStudy(QMenu* menu, const SeriesSet& series);
    void addChart(QMenu* menu);
    void addAxes(QMenu* menu);
    void addScale(QMenu* menu, PlotSide side);
    void copyValues(const PointRef& point);
    void showInTable(const PointRef& point);

    Of of_;
    QWidget* window_;
};

}  // namespace throughline::ui
