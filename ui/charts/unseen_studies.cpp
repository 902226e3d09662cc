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
        const bool seen =
            std::ranges::any_of(study.runs,
                                [&](const RunForPlot& run) { return runs.count(run.id) > 0; }) ||
            std::ranges::any_of(model.levels,
                                [&](const PlotLevel& level) { return level.group == study.uuid; });
        if (!seen && !meantRuns(study, choice).empty()) {
            others.push_back(study);
        }
    }
    unseen.count = others.size();
    if (others.empty()) {
        return unseen;
    }
    const PlotChoice instead = defaultChoice(others);
    if (!std::holds_alternative<RunsChart>(instead.chart)) {
        return unseen;  // such as over time, of one that was observed: it would be another chart
    }
    if (const PlotModel shown = plotOfRuns(others, instead).model; shown.hasPoints()) {
        unseen.instead = instead;
        unseen.title = chartTitle(shown);
    }
    return unseen;
}

}  // namespace throughline::ui
