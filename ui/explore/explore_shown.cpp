// SPDX-License-Identifier: GPL-3.0-or-later
// Which curves ExploreWidget shows, and how closely each chart is looked at: what the way back and
// kept views hold beside the quantities.
#include <QScopedValueRollback>
#include <algorithm>

#include "ui/charts/meant_runs.h"
#include "ui/charts/members.h"
#include "ui/explore/explore_widget.h"

namespace throughline::ui {

namespace {

/// Curves of samples that are shown before anybody chose: more cannot be told apart.
constexpr std::size_t kRunsShownFirst = 8;

/// Whether any chart of runs one by one has a curve of it.
bool hasCurveIn(const ShownCharts& all, const StudyForPlot& study, const RunForPlot& run) {
    return std::any_of(all.charts.begin(), all.charts.end(), [&](const ShownChart& chart) {
        return isRunByRun(chart.choice.points()) && isMeant(study, run, chart.choice) &&
               hasCurve(run, chart.choice);
    });
}

/// In the chart of samples that has most of them.
std::size_t curvesOfRun(const ShownCharts& all, const RunForPlot& run) {
    std::size_t most = 1;
    for (const ShownChart& chart : all.charts) {
        if (chart.choice.has<SamplesChart>()) {
            most = std::max(most, sampleKeysOf(run, chart.choice).size());
        }
    }
    return most;
}

}  // namespace

void ExploreWidget::findShownRuns() {
    if (chosen_runs_) {
        shown_runs_ = idsOf(*chosen_runs_, studies_);
    }
    // Where none of those that were chosen is ticked in the library, the first of what is stand in.
    if (!chosen_runs_ || (shown_runs_.empty() && !chosen_runs_->empty())) {
        chooseFirstRuns();
    }
}

void ExploreWidget::chooseFirstRuns() {
    shown_runs_.clear();
    const ShownCharts all = shownCharts();
    std::size_t curves = 0;
    // In a study's chart its published runs come first.
    for (const bool published : {true, false}) {
        for (const StudyForPlot& study : studies_) {
            const bool turn = (study.origin == run::Origin::Published) == published;
            for (const RunForPlot& run : study.runs) {
                if (!turn || shown_runs_.size() == kRunsShownFirst ||
                    !hasCurveIn(all, study, run)) {
                    continue;
                }
                const std::size_t with = curves + curvesOfRun(all, run);
                if (shown_runs_.empty() || with <= kMemberCurvesMax) {
                    shown_runs_.insert(run.id);
                    curves = with;
                }
            }
        }
    }
}

void ExploreWidget::setRunShown(const RunOfStudy& of, bool shown) {
    const bool chosen = chosen_runs_ && !idsOf(*chosen_runs_, studies_).empty();
    RunsByStudy runs = chosen ? *chosen_runs_ : runsByStudy(shown_runs_, studies_);
    std::set<int>& numbers = runs[of.study->uuid];
    shown ? void(numbers.insert(of.run->number)) : void(numbers.erase(of.run->number));
    if (idsOf(runs, studies_).empty()) {
        runs.clear();  // none at all: others must not stand in for them
    }
    chosen_runs_ = std::move(runs);
}

void ExploreWidget::hideSeries(ChartPane* pane) const {
    const PlotModel& model = pane->plot()->model();
    for (std::size_t i = 0; i < model.series.size(); ++i) {
        const PlotSeries& series = model.series[i];
        if (isTickedByItself(series)) {
            const bool hidden =
                !hidden_.empty() && hidden_.count(curveIdOf(model, series, studies_)) > 0;
            pane->plot()->setSeriesVisible(i, !hidden);
        }
    }
}

void ExploreWidget::setSeriesVisible(int series, bool visible) {
    const PlotModel& model = plot()->model();
    const auto index = static_cast<std::size_t>(series);
    if (index >= model.series.size()) {
        return;
    }
    const PlotSeries& one = model.series[index];
    const RunOfStudy run = findRun(studies_, one.run);
    if (isTickedByItself(one)) {
        // By what it is: the same curve is hidden in every chart.
        const CurveId id = curveIdOf(model, one, studies_);
        visible ? void(hidden_.erase(id)) : void(hidden_.insert(id));
        if (run.run != nullptr && !visible) {
            hideRunWithoutCurves(run);
        }
    } else if (run.run != nullptr) {
        setRunShown(run, visible);
    }
    remember();
    rebuild();
}

void ExploreWidget::hideRunWithoutCurves(const RunOfStudy& run) {
    const PlotModel& model = plot()->model();
    HiddenCurves hidden;
    for (const PlotSeries& series : model.series) {
        if (series.run == run.run->id) {
            hidden.insert(curveIdOf(model, series, studies_));
        }
    }
    if (!std::includes(hidden_.begin(), hidden_.end(), hidden.begin(), hidden.end())) {
        return;  // another of its devices is still shown
    }
    // As a whole it is one entry of the legend again, to be ticked with all its devices.
    for (const CurveId& id : hidden) {
        hidden_.erase(id);
    }
    setRunShown(run, false);
}

void ExploreWidget::drillDown(int series, int point) {
    const auto [study, run] = runAt(series, point);
    if (run == nullptr) {
        return;
    }
    Q_EMIT runActivated(study->uuid, run->id);
    if (!choice_.has<SamplesChart>()) {
        chosen_runs_ = RunsByStudy{{study->uuid, {run->number}}};
        setChoice(ofKind(choice_, PointsOf::Samples, before_));
    }
}

void ExploreWidget::forgetZoomBefore(const PlotChoice& before) {
    if (!haveSameAxes(choice_, before)) {
        grid_->current()->forgetZoom();
    }
}

void ExploreWidget::keepZoom(ChartPane* pane) {
    if (!restoring_zoom_ && pane->keepZoom()) {
        history_.update(shownCharts());
    }
}

void ExploreWidget::restoreZooms() {
    const auto& panes = grid_->panes();
    for (ChartPane* pane : panes) {
        pane->restoreZoom();
    }
    // One that was looked at as a whole may have followed others with the same x axis.
    for (ChartPane* pane : panes) {
        if (!pane->shown().zoom) {
            pane->keepZoom();
        }
    }
    history_.update(shownCharts());
}

}  // namespace throughline::ui
