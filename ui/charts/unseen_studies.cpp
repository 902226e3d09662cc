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

/// What the chart has of runs and studies. Curves of samples count without points, too: they have a
/// place in the legend, and their samples may be on the way.
struct Seen {
    std::set<std::int64_t> runs{};
    std::set<QString> groups{};

    Seen(const PlotModel& model, bool by_curve) {
        for (const PlotSeries& series : model.series) {
            for (const PlotPoint& point : series.points) {
                runs.insert(point.id);
            }
            if (by_curve) {
                groups.insert(series.group);
            }
        }
    }
    bool has(const StudyForPlot& study) const {
        return groups.contains(study.uuid) ||
               std::ranges::any_of(study.runs,
                                   [&](const RunForPlot& run) { return runs.contains(run.id); });
    }
};

}  // namespace

UnseenStudies unseenStudies(const std::vector<StudyForPlot>& studies,
                            const PlotChoice& choice,
                            const PlotModel& model) {
    UnseenStudies unseen{.all = studies.size()};
    const bool by_curve = choice.has<SamplesChart>() || choice.has<PercentilesChart>();
    if (!choice.has<AlongX>() && !by_curve) {
        return unseen;
    }
    const Seen seen(model, by_curve);
    std::vector<StudyForPlot> others;
    for (const StudyForPlot& study : studies) {
        const bool line = std::ranges::any_of(
            model.levels, [&](const PlotLevel& level) { return level.group == study.uuid; });
        if (seen.has(study)) {
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
