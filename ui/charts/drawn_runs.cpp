// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/drawn_runs.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "ui/charts/chart_kinds.h"
#include "ui/charts/meant_runs.h"
#include "ui/charts/members.h"

namespace throughline::ui {

namespace {

/// Curves of samples that are shown before anybody chose: more cannot be told apart.
constexpr std::size_t kRunsDrawnFirst = 8;

/// Whether any chart of runs one by one has a curve of it.
bool hasCurveIn(const ExploreState& state, const StudyForPlot& study, const RunForPlot& run) {
    return std::ranges::any_of(state.charts, [&](const ChartState& chart) {
        return isRunByRun(chart.choice.points()) && isMeant(study, run, chart.choice) &&
               hasCurve(run, chart.choice);
    });
}

/// A run that a chart of runs one by one may draw.
struct RunToDraw {
    std::int64_t id = 0;
    std::size_t members = 1;  ///< nodes, devices …, in the chart of samples that has most of them
    std::size_t curves = 1;   ///< there
};

RunToDraw runToDraw(const ExploreState& state, const RunForPlot& run) {
    RunToDraw one{.id = run.id};
    for (const ChartState& chart : state.charts) {
        if (chart.choice.has<SamplesChart>()) {
            one.members = std::max(one.members, sampleKeysOf(run, chart.choice).size());
            one.curves = std::max(one.curves, sampleCurvesOf(run, chart.choice));
        }
    }
    return one;
}

/// The runs of studies that are published, or of the others: those of most members first, as the
/// run of the most nodes is the one that is looked for.
std::vector<RunToDraw> runsByMembers(const ExploreState& state,
                                     const std::vector<StudyForPlot>& studies,
                                     bool published) {
    std::vector<RunToDraw> runs;
    for (const StudyForPlot& study : studies) {
        const bool turn = (study.origin == record::Origin::Published) == published;
        for (const RunForPlot& run : study.runs) {
            if (turn && hasCurveIn(state, study, run)) {
                runs.push_back(runToDraw(state, run));
            }
        }
    }
    std::ranges::stable_sort(runs, std::greater<>(), &RunToDraw::members);
    return runs;
}

PointIds firstRuns(const ExploreState& state, const std::vector<StudyForPlot>& studies) {
    PointIds runs;
    std::size_t curves = 0;
    const bool of_published = std::ranges::any_of(
        state.charts, [](const ChartState& chart) { return !chart.sources.isEmpty(); });
    std::size_t most = kRunsDrawnFirst;
    for (const bool published : {true, false}) {
        // In a study's chart no more of one's own than published ones, which would drown in them.
        if (!published && of_published && !runs.empty()) {
            most = std::min(most, 2 * runs.size());
        }
        for (const RunToDraw& run : runsByMembers(state, studies, published)) {
            const bool fits = runs.empty() || curves + run.curves <= kMemberCurvesMax;
            if (runs.size() < most && fits) {
                runs.insert(run.id);
                curves += run.curves;
            }
        }
    }
    return runs;
}

void setRunDrawn(ExploreState& state,
                 const std::vector<StudyForPlot>& studies,
                 const RunOfStudy& of,
                 bool drawn) {
    const bool chosen = state.runs && !idsOf(*state.runs, studies).empty();
    RunsByStudy runs = chosen ? *state.runs : runsByStudy(drawnRuns(state, studies), studies);
    std::set<int>& numbers = runs[of.study->uuid];
    if (drawn) {
        numbers.insert(of.run->number);
    } else {
        numbers.erase(of.run->number);
    }
    if (idsOf(runs, studies).empty()) {
        runs.clear();  // none at all: others must not stand in for them
    }
    state.runs = std::move(runs);
}

/// A run of which no device is drawn is one entry of the legend again, to be ticked with all its
/// devices.
void hideRunWithoutCurves(ExploreState& state,
                          const std::vector<StudyForPlot>& studies,
                          const PlotModel& model,
                          const RunOfStudy& of) {
    HiddenCurves all;
    for (const PlotSeries& series : model.series) {
        if (series.run == of.run->id) {
            all.insert(curveIdOf(model, series, studies));
        }
    }
    if (std::includes(state.hidden.begin(), state.hidden.end(), all.begin(), all.end())) {
        for (const CurveId& id : all) {
            state.hidden.erase(id);
        }
        setRunDrawn(state, studies, of, false);
    }
}

void setCurveDrawn(ExploreState& state,
                   const std::vector<StudyForPlot>& studies,
                   const PlotModel& model,
                   const PlotSeries& series,
                   bool drawn) {
    const RunOfStudy run = findRun(studies, series.run);
    if (!isDrawnByItself(series)) {
        if (run.run != nullptr) {
            setRunDrawn(state, studies, run, drawn);
        }
    } else if (drawn) {
        state.hidden.erase(curveIdOf(model, series, studies));
    } else {
        state.hidden.insert(curveIdOf(model, series, studies));
        if (run.run != nullptr) {
            hideRunWithoutCurves(state, studies, model, run);
        }
    }
}

}  // namespace

PointIds drawnRuns(const ExploreState& state, const std::vector<StudyForPlot>& studies) {
    const PointIds chosen = state.runs ? idsOf(*state.runs, studies) : PointIds();
    const bool none_chosen = state.runs && state.runs->empty();
    return chosen.empty() && !none_chosen ? firstRuns(state, studies) : chosen;
}

ExploreState withCurves(ExploreState state,
                        const std::vector<StudyForPlot>& studies,
                        const PlotModel& model,
                        const SeriesSet& drawn) {
    for (std::size_t s = 0; s < model.series.size(); ++s) {
        const bool is_drawn = drawn.count(s) > 0;
        if (model.series[s].visible != is_drawn) {
            setCurveDrawn(state, studies, model, model.series[s], is_drawn);
        }
    }
    return state;
}

ExploreState withAllCurves(ExploreState state,
                           const std::vector<StudyForPlot>& studies,
                           const PlotModel& model) {
    for (const PlotSeries& series : model.series) {
        if (isDrawnByItself(series)) {
            state.hidden.erase(curveIdOf(model, series, studies));
        }
        if (series.run != 0) {
            state.runs.reset();
        }
    }
    return state;
}

}  // namespace throughline::ui
