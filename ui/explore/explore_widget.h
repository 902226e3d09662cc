// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QStatusBar>
#include <QVBoxLayout>
#include <QWidget>
#include <vector>

#include "ui/explore/axis_bar.h"
#include "ui/explore/chart_actions.h"
#include "ui/explore/chart_exporter.h"
#include "ui/explore/chart_table.h"
#include "ui/explore/context_menus.h"
#include "ui/explore/explore_charts.h"
#include "ui/explore/explore_document.h"
#include "ui/explore/field_list.h"
#include "ui/explore/point_actions.h"
#include "ui/explore/remarks_button.h"
#include "ui/explore/selection_bar.h"
#include "ui/explore/unseen_line.h"
#include "ui/explore/view_bar.h"
#include "ui/plot/plot_legend.h"

namespace throughline::ui {

/// Any quantity against any other, for the studies that are plotted: bars of controls
/// that change the document, and the charts, legend and table that show it.
/// Thread: GUI. It never waits: samples come through the provider.
class ExploreWidget : public QWidget {
    Q_OBJECT
public:
    /// `undo`: as of ExploreDocument.
    explicit ExploreWidget(QUndoStack* undo = nullptr, QWidget* parent = nullptr);

    void setSampleProvider(SampleProvider provider);
    /// The plotted studies, whose samples are to be read anew.
    void setStudies(std::vector<StudyForPlot> studies);

    ExploreDocument* document() const noexcept { return document_; }
    ChartGrid* charts() const noexcept { return charts_->grid(); }
    PlotView* plot() const { return charts_->plot(); }  ///< the current chart's
    ChartExporter* exporter() const noexcept { return exporter_; }
    AxisBar* axes() const noexcept { return axes_; }
    /// The current chart's data, filled when they are looked at.
    PlotTableModel* table() { return table_->filled(); }
    void setTableShown(bool shown);
    /// Values under the cursor and what is selected stand there, and leave their line to the
    /// charts.
    void setFoot(QStatusBar* bar);
    QStringList remarks() const { return remarks_->remarks(); }
    ContextMenus* menus() const noexcept { return menus_; }
    QString selectionText() const { return selection_->words(); }
    /// Runs of the plotted studies against a baseline.

    /// As dropping it there does.
    void putOnAxis(const QString& key, PlotSide side) { axes_->putOnAxis(key, side); }
    QList<QAction*> viewActions() const { return views_->viewActions(); }
    QList<QAction*> kindActions() const { return axes_->kindActions(); }
    QList<QAction*> exportActions() const { return exporter_->actions(); }
    QList<QAction*> historyActions() const { return actions_->history(); }
    /// Those of ChartActions, and the list of quantities.
    QList<QAction*> chartActions() const { return actions_->charts() << fields_shown_; }
    QList<QAction*> selectionActions() const { return selection_->actions(); }

Q_SIGNALS:
    /// A run was clicked; the explorer itself shows its samples.
    void runActivated(const QString& study, qint64 run);
    void galleryWanted();
    void studyAsked(const QString& uuid, throughline::ui::StudyAct act);
    void said(const QString& message);
    /// What was said does not hold any more.
    void outdated(const QString& message);

private:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void makeActions();
    void makeFoot(QVBoxLayout* column);
    void makeFieldList();
    QWidget* makeCentre();
    void addTools();
    void addPlotTools();
    void takeDrops(ChartPane* pane);
    void showCurrent();  ///< the current chart's legend and remarks
    void showRemarks();
    void showTitle();  ///< of the view that is on show

    ExploreDocument* document_;
    // In the order of the Tab key. Controls follow the document before the charts do.
    FieldList* fields_;
    ViewBar* views_;
    AxisBar* axes_;
    ExploreCharts* charts_;
    PlotLegend* legend_;
    ChartTable* table_;
    SelectionBar* selection_;
    ChartActions* actions_;
    PointActions* points_;
    ChartExporter* exporter_;
    QAction* fields_shown_;
    QToolButton* table_shown_;
    RemarksButton* remarks_;
    QLabel* title_;
    QLabel* values_;           ///< under the cursor
    QWidget* foot_ = nullptr;  ///< what comes and goes with the page
    UnseenLine* unseen_;
    ContextMenus* menus_;
};

}  // namespace throughline::ui
