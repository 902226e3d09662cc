// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <QUndoStack>
#include <optional>
#include <vector>

#include "ui/charts/explore_state.h"
#include "ui/charts/fields.h"
#include "ui/charts/saved_views.h"
#include "ui/charts/study_views.h"
#include "ui/explore/plot_side.h"

namespace throughline::ui {

/// What the explorer shows of the plotted studies. Every change is one step of the undo stack;
/// controls and charts follow changed(), and change it here alone.
/// Thread: GUI. Blocks: never.
class ExploreDocument : public QObject {
    Q_OBJECT
public:
    /// Steps that a stack of its own holds at most.
    static constexpr int kStepsMax = 100;

    /// `undo` may hold steps of others, too; without one the document has its own.
    explicit ExploreDocument(QUndoStack* undo = nullptr, QObject* parent = nullptr);

    /// Of the plotted studies, those with runs that the filter lets through.
    const std::vector<StudyForPlot>& studies() const noexcept { return studies_; }
    const std::vector<StudyForPlot>& tickedStudies() const noexcept { return ticked_; }
    const std::vector<Field>& fields() const noexcept { return fields_; }  ///< that they have
    int generation() const noexcept { return generation_; }  ///< another one for other studies()
    const ExploreState& state() const noexcept { return state_; }
    const ChartState& chart() const { return state_.chart(); }  ///< the current one
    const PlotChoice& choice() const { return chart().choice; }
    const PointIds& drawnRuns() const noexcept { return drawn_runs_; }  ///< ui::drawnRuns()
    /// Runs picked out in all charts and the table; no part of what is undone or kept.
    const PointIds& selected() const noexcept { return selected_; }
    QUndoStack* undoStack() const noexcept { return undo_; }

    /// Shows what was left at the last start, once studies come. No step; asks for none.
    void begin(const SavedView& view);
    /// The plotted studies. What is shown stays as it was chosen, as far as they have it.
    void setStudies(std::vector<StudyForPlot> studies);
    void select(const PointIds& runs, PickHow how);
    /// What is in view of a chart. No step, and not signalled: the chart shows it already.
    void setZoom(std::size_t chart, std::optional<ChartZoom> zoom);

    // One step of undo each, where it changes what is shown.
    void setChoice(const PlotChoice& choice);  ///< of the current chart, as all down to setNote()
    void setKind(PointsOf points);
    /// Another quantity there leaves a study's chart.
    void setAxis(PlotSide side, const std::string& key);
    void setScales(bool logarithmic_x, bool logarithmic_y);
    /// In place of a study's chart and what that put beside it, all curves drawn.
    void open(const PlotChoice& choice);
    void showSamples(const RunOfStudy& run);  ///< of no other run
    /// Writes a text beside a run's point; empty: takes it away.
    void setNote(const QString& study, int run, const QString& text);
    /// Of the curves of a chart these and no others.
    void drawCurves(const PlotModel& model, const SeriesSet& drawn);
    /// As before anybody chose some of them.
    void drawAllCurves(const PlotModel& model);
    /// Shows these runs and no others. Selects none.
    void setFilter(const RunFilter& filter);
    void addChart();  ///< a quantity that is not shown yet, on the same x; it becomes current
    void removeChart(std::size_t index);
    void setArrangement(ChartsIn arrangement);
    /// One of the studies' charts, on what is plotted; asks for its published studies in place of
    /// other published ones. Undoing it asks for what was plotted before.
    void showView(const StudyView& view);
    /// Shows what was kept and asks for its studies in place of all others; the same of undoing.
    void showSavedView(const SavedView& view);
    /// Shows the default chart of one study among those set (after a measurement, say).
    void showStudy(const QString& uuid);

    /// Whether this study, which is among those set, has what the axes of the current chart show.
    bool hasAxes(const QString& uuid) const;
    void setCurrentChart(std::size_t index);  ///< no step
    /// What is shown, to be kept under a title.
    SavedView savedView(const QString& title) const;

    /// Back to what was shown before, and forth again: undo and redo, past the steps of others.
    bool canGo(int direction) const { return stepTowards(direction).has_value(); }
    void go(int direction);  ///< -1 back, 1 forth

Q_SIGNALS:
    void changed();           ///< studies or state
    void selectionChanged();  ///< also when other studies have not all of the selected runs
    void restored();          ///< by undo, redo or go(), after changed()
    void viewShown();  ///< showView() or showSavedView() was called: somebody wants to see it
    /// These studies are to be plotted in place of those; what else is plotted stays. `view`: the
    /// title of the view that was just shown; empty: a step was taken back or done again.
    void studiesWanted(const QStringList& uuids, const QStringList& insteadOf, const QString& view);

private:
    class Step;

    void apply(ExploreState next);
    void showTitled(const QString& title, ExploreState next, const QStringList& studies);
    void wantStudies(const QStringList& uuids, const QStringList& insteadOf, const QString& view);
    QStringList plotted() const;  ///< uuids, as far as it is known here
    void applyChoice(ExploreState next, const PlotChoice& choice);
    void show(ExploreState next);
    void restore(const ExploreState& state);
    void findStudies();
    std::optional<int> stepTowards(int direction) const;  ///< its index in the stack

    std::vector<StudyForPlot> ticked_;
    std::optional<QStringList> asked_;  ///< for what was asked, until setStudies()
    std::vector<StudyForPlot> studies_;
    std::vector<Field> fields_;
    int generation_ = 0;
    ExploreState state_;
    PointIds drawn_runs_;
    PointIds selected_;
    QUndoStack* undo_;
    int at_ = 0;  ///< what is shown: that of the stack's index, but for steps of others between
};

}  // namespace throughline::ui
