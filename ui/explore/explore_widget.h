// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QSortFilterProxyModel>
#include <QStandardPaths>
#include <QTableView>
#include <QToolButton>
#include <QWidget>
#include <set>
#include <vector>

#include "ui/charts/chart_kinds.h"
#include "ui/charts/quick_views.h"
#include "ui/charts/raw_data.h"
#include "ui/charts/run_filter.h"
#include "ui/charts/saved_views.h"
#include "ui/charts/shown_charts.h"
#include "ui/charts/study_views.h"
#include "ui/explore/chart_grid.h"
#include "ui/explore/compare_dialog.h"
#include "ui/explore/export_dialog.h"
#include "ui/explore/field_list.h"
#include "ui/explore/field_picker.h"
#include "ui/explore/reading_button.h"
#include "ui/explore/sample_store.h"
#include "ui/explore/selection_bar.h"
#include "ui/explore/tool_buttons.h"
#include "ui/explore/view_history.h"
#include "ui/plot/plot_export.h"
#include "ui/plot/plot_legend.h"
#include "ui/plot/plot_table.h"
#include "ui/plot/plot_view.h"

class QCheckBox;
class QHBoxLayout;
class QSplitter;

namespace throughline::ui {

/// Any quantity against any other, for the studies that are ticked in the library.
/// Thread: GUI. It never waits: samples come through the provider.
class ExploreWidget : public QWidget {
    Q_OBJECT
public:
    explicit ExploreWidget(QWidget* parent = nullptr);

    void setSampleProvider(SampleProvider provider);
    /// The ticked studies. What is shown stays as it was chosen, as far as they have it.
    void setStudies(std::vector<StudyForPlot> studies);
    /// One of the studies' charts, on what is ticked; asks for its published studies.
    void showView(const StudyView& view);
    /// What is shown, to be kept under a title.
    SavedView savedView(const QString& title) const;
    /// Shows what was kept and asks for its studies.
    void showSavedView(const SavedView& view);
    /// Shows the default chart of one study among those set (after a measurement, say).
    void showStudy(const QString& uuid);

    /// The studies' charts, for menus.
    QList<QAction*> viewActions() const;
    /// Percentiles, histogram, stacked bars, for menus.
    QList<QAction*> kindActions() const;
    QAction* compareAction() const { return compare_; }
    QList<QAction*> exportActions() const;  ///< copy chart and data, export
    /// Back to what was shown before, and forth again.
    QList<QAction*> historyActions() const { return {back_, forward_}; }
    /// Add and remove charts, go from one to the next, change how they stand; show the quantities.
    QList<QAction*> chartActions() const { return {add_, remove_, next_, column_, fields_shown_}; }
    /// Show only the selected runs, clear the selection, show all runs.
    QList<QAction*> selectionActions() const {
        return {only_selected_, clear_selection_, all_runs_};
    }

    /// What is left of the ticked ones.
    const std::vector<StudyForPlot>& studies() const noexcept { return studies_; }
    const PlotChoice& choice() const noexcept { return choice_; }
    void setChoice(const PlotChoice& choice);
    /// Writes a text beside a run's point; empty: takes it away.
    void setNote(const QString& study, int run, const QString& text);
    /// The current chart's; the choice, the table and what leaves the explorer are of it too.
    PlotView* plot() const { return grid_->current()->plot(); }
    ChartGrid* charts() const noexcept { return grid_; }
    /// The current chart's data, filled when they are looked at: a chart may have 100,000 points.
    PlotTableModel* table();
    QString missingText() const { return missing_->text(); }
    /// Runs picked out in all charts and the table.
    const PointIds& selected() const noexcept { return selected_; }
    QString selectionText() const { return selection_bar_->words(); }
    /// Shows what chartsChanged() told of, and asks for its published studies.
    void showCharts(const ShownCharts& shown);
    /// Shows these runs and no others. A step of the way back, and kept with views.
    void setFilter(const RunFilter& only);

    /// All charts as they stand, with what is in view, as picture or data by the file's ending.
    /// Errors: as saveChart().
    Result<void> exportTo(const QString& path);
    /// What all charts are drawn from. rawDataWanted() follows.
    void exportRaw(const QString& path);

public Q_SLOTS:
    void addChart();  ///< a quantity that is not shown yet, on the same x; it becomes current
    void removeChart(int index);
    void setCurrentChart(int index);
    void setArrangement(ChartsIn arrangement);
    /// As if chosen in its picker; nothing where that does not offer it.
    void putOnAxis(const QString& key, PlotSide side);
    void select(const PointIds& runs, PickHow how);
    void copyTable();  ///< the selected rows, or all, as tab-separated text with headers
    void copyChart();  ///< as picture (PNG and SVG) and as data (HTML table and text) at once
    /// How large, where to; what was chosen last is offered first.
    ExportDialog* askAndExport();
    /// Runs of the ticked studies against a baseline.
    CompareDialog* openCompare();
    void setTableShown(bool shown);

Q_SIGNALS:
    /// A new step of the way back, to be undone by showCharts().
    void chartsChanged(const throughline::ui::ShownCharts& before,
                       const throughline::ui::ShownCharts& now);
    /// The published studies of these sources of the catalogue are to be ticked.
    void publishedWanted(const QStringList& sources);
    /// These studies and no others are to be ticked.
    void studiesWanted(const QStringList& uuids);
    /// To be written to this file, where the library is.
    void rawDataWanted(const throughline::ui::RawData& data, const QString& path);
    /// A run was clicked; the explorer itself shows its samples.
    void runActivated(const QString& study, qint64 run);

private:
    QWidget* makeToolRow();
    QToolButton* makeExportButton();
    QWidget* makeAxisRow();
    QWidget* makeCentre();
    void addQuickViewButtons(QHBoxLayout* row);
    void addKindButtons(QHBoxLayout* row);
    void setKind(PointsOf points);
    void showKind();  ///< in the button of the rarer kinds
    void makeChartActions();
    void makeSelectionActions();
    void makeFieldList();
    FieldPicker* pickerOf(PlotSide side) const;
    bool offersOnAxis(const QString& key, PlotSide side) const;
    void takeDrops(ChartPane* pane);
    void connectTable();
    void showSelected(PointIds runs);
    void updateSelectionBar();
    void filterStudies();  ///< after another choice of studies or runs
    void connectCharts();
    void connectPane(ChartPane* pane);

    QAction* historyAction(const QString& text, Qt::Key key, int step);
    QAction* chartAction(const QString& text, const QKeySequence& keys, const QString& tip);
    void remember();  ///< what is shown now, for the way back
    void goInHistory(int step);
    void showStep(const ShownCharts& shown);  ///< of the history; it is no new one
    ShownChart shownChart() const;            ///< the current one, as the controls have it
    ShownCharts shownCharts() const;          ///< all of them
    void takeChart(const ShownChart& of);     ///< makes the controls speak of it
    void takeCharts(const ShownCharts& all);
    void updateChartActions();
    void leaveView();   ///< what is chosen next is no longer a study's chart
    void readChoice();  ///< from the controls
    void showChoice();  ///< in the controls
    void showWhatFits();
    void refreshFields();
    void rebuild();      ///< every chart that is not what it should be
    void showCurrent();  ///< the current chart's legend, table and remarks
    void showTable();    ///< where it is not hidden
    BuiltPlot builtPlot(const PlotChoice& choice);
    void requestSamples(const PlotChoice& choice);
    void refineSamples(const ChartPane* pane);  ///< what is looked at closely
    void hideSeries(ChartPane* pane) const;
    void findShownRuns();  ///< those that were chosen, or the first
    void chooseFirstRuns();
    void setRunShown(const RunOfStudy& run, bool shown);
    void hideRunWithoutCurves(const RunOfStudy& run);
    void drillDown(int series, int point);
    RunOfStudy runAt(int series, int point) const;  ///< none for the mean of several runs
    void askNote(int series, int point);
    void askNoteAtRow(int series, int point);  ///< of the table, where the current row stays
    void showPointMenu(const QPoint& at);
    void setSeriesVisible(int series, bool visible);
    void keepZoom(ChartPane* pane);  ///< after the user changed it
    void restoreZooms();
    void forgetZoomBefore(const PlotChoice& before);  ///< where its axes were others
    void updateTexts();
    ChartExport chartExport(const std::vector<ChartPane*>& panes) const;

    std::vector<StudyForPlot> ticked_;
    RunFilter only_;
    std::vector<StudyForPlot> studies_;  ///< ticked and not filtered out
    std::vector<Field> fields_;          ///< that they have
    PointIds selected_;
    int studies_generation_ = 0;
    PlotChoice choice_;  ///< of the current chart, as view_ … are; the panes have those of others
    ChartParts before_;  ///< as ShownChart::before
    SampleStore* samples_;
    std::set<std::int64_t> shown_runs_;       ///< where each curve is a run
    std::optional<RunsByStudy> chosen_runs_;  ///< as ShownCharts::runs
    HiddenCurves hidden_;
    bool restoring_zoom_ = false;  ///< the charts change what is in view, not the user

    /// As ShownChart::view, and so on.
    QString view_;
    QString view_unpublished_;
    QStringList view_sources_;

    ViewHistory history_;
    bool in_history_ = false;  ///< what is shown now comes from there

    QString export_folder_ = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
    PlotPage export_page_;  ///< its size and pixels

    QAction* compare_ = nullptr;
    QAction* back_ = nullptr;
    QAction* forward_ = nullptr;
    QAction* add_ = nullptr;
    QAction* remove_ = nullptr;
    QAction* next_ = nullptr;
    QAction* column_ = nullptr;
    QAction* fields_shown_ = nullptr;
    QAction* only_selected_ = nullptr;
    QAction* clear_selection_ = nullptr;
    QAction* all_runs_ = nullptr;
    std::vector<QToolButton*> quick_buttons_;
    std::vector<QuickView> quick_views_;
    ToolButtons tools_;
    QLabel* y_label_ = nullptr;
    QLabel* y2_label_ = nullptr;
    FieldPicker* x_picker_ = nullptr;
    FieldPicker* y_picker_ = nullptr;
    FieldPicker* y2_picker_ = nullptr;
    QCheckBox* x_log_ = nullptr;
    QCheckBox* y_log_ = nullptr;
    ReadingButton* reading_ = nullptr;
    FieldList* field_list_ = nullptr;
    ChartGrid* grid_ = nullptr;
    PlotLegend* legend_ = nullptr;
    QTableView* table_view_ = nullptr;
    PlotTableModel* table_model_ = nullptr;
    bool table_stale_ = true;
    PlotChoice table_of_{};
    QSortFilterProxyModel* table_order_ = nullptr;
    QLabel* status_ = nullptr;
    QLabel* missing_ = nullptr;
    SelectionBar* selection_bar_ = nullptr;
};

}  // namespace throughline::ui
