// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/unseen_studies.h"

#include <algorithm>
#include <set>
#include <variant>

#include "ui/charts/built_plot.h"
#include "ui/charts/default_choice.h"
#include "ui/charts/meant_runs.h"
#include "ui/charts/plot_builder.h"

namespace throughline::ui {

namespace {

constexpr std::size_t kSuggestedForMax = 8;
constexpr std::size_t kCurvesMax = 30;  ///< in more nobody reads anything

/// A chart of these, where that is one of runs: one over time, of a job that was observed, would be
/// another chart. `all`: what it would be drawn of.
void suggestInstead(const std::vector<StudyForPlot>& studies,
                    const std::vector<StudyForPlot>& all,
                    UnseenStudies& unseen) {
    const PlotChoice instead = defaultChoice(studies);
    if (!std::holds_alternative<RunsChart>(instead.chart)) {
        return;
    }
    const PlotModel shown = plotOfRuns(studies, instead).model;
    if (shown.hasPoints() && plotOfRuns(all, instead).model.series.size() <= kCurvesMax) {
        unseen.instead = instead;
        unseen.title = chartTitle(shown);
    }
}

}  // namespace

UnseenStudies unseenStudies(const std::vector<StudyForPlot>& studies,
                            const PlotChoice& choice,
                            const PlotModel& model) {
    UnseenStudies unseen{.all = studies.size()};
    if (!choice.has<AlongX>()) {
        return unseen;
    }
    std::set<std::int64_t> runs;
    for (const PlotSeries& series : model.series) {
        for (const PlotPoint& point : series.points) {
            runs.insert(point.id);
        }
    }
    std::vector<StudyForPlot> others;
    for (const StudyForPlot& study : studies) {
        const bool seen = std::ranges::any_of(
            study.runs, [&](const RunForPlot& run) { return runs.count(run.id) > 0; });
        const bool line = std::ranges::any_of(
            model.levels, [&](const PlotLevel& level) { return level.group == study.uuid; });
        if (seen) {
            continue;
        }
        if (line) {
            unseen.asLines << titleOf(study);
        } else if (study.runs.empty() && study.leftOut.empty()) {
            unseen.noRuns << titleOf(study);
        } else if (meantRuns(study, choice).empty()) {
            unseen.leftOut << titleOf(study);
        } else {
            unseen.absent << titleOf(study);
            others.push_back(study);
        }
    }
    if (others.empty()) {
        return {.all = studies.size()};
    }
    unseen.count = static_cast<std::size_t>(unseen.absent.size() + unseen.asLines.size() +
                                            unseen.leftOut.size() + unseen.noRuns.size());
    suggestInstead(others, studies, unseen);
    for (std::size_t i = 0; i < std::min(others.size(), kSuggestedForMax) && !unseen.instead; ++i) {
        suggestInstead({others[i]}, studies, unseen);  // they may have nothing in common
    }
    return unseen;
}

}  // namespace throughline::ui
