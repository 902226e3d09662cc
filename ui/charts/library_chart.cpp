// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/library_chart.h"

#include "ui/charts/chart_kinds.h"
#include "ui/charts/drawn_runs.h"
#include "ui/charts/members.h"
#include "ui/charts/plot_builder.h"
#include "ui/charts/run_filter.h"

namespace throughline::ui {

PointIds allRunsOf(const std::vector<StudyForPlot>& studies) {
    PointIds all;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            all.insert(run.id);
        }
    }
    return all;
}

static Result<SampleCache> readSamplesOf(store::Library& library,
                                         const std::vector<StudyForPlot>& studies,
                                         const PlotChoice& choice,
                                         const PointIds& runs,
                                         std::size_t cells) {
    SampleCache samples;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            const auto keys =
                runs.contains(run.id) ? sampleKeysOf(run, choice) : std::set<std::string>();
            for (const std::string& metric : keys) {
                auto series = readSamples(library,
                                          {.study = study.uuid,
                                           .run = run.id,
                                           .metric = metric,
                                           .stretch = {.cells = cells}});
                if (!series) {
                    return std::move(series).error();
                }
                samples[{run.id, metric}] = *std::move(series);
            }
        }
    }
    return samples;
}

Result<BuiltPlot> chartFromLibrary(store::Library& library,
                                   const std::vector<StudyForPlot>& studies,
                                   const PlotChoice& choice,
                                   const DrawnCurves& drawn,
                                   std::size_t cells) {
    SampleCache samples;
    if (choice.has<SamplesChart>()) {
        auto read = readSamplesOf(library, studies, choice, drawn.runs, cells);
        if (!read) {
            return std::move(read).error();
        }
        samples = *std::move(read);
    }
    BuiltPlot built = buildPlot(studies, choice, samples, drawn.runs);
    for (PlotSeries& series : built.model.series) {
        const bool hidden = isDrawnByItself(series) &&
                            drawn.hidden.contains(curveIdOf(built.model, series, studies));
        series.visible = series.visible && !hidden;
    }
    built.model.emptyText = emptyTextOf(choice, built.model);
    return built;
}

Result<std::vector<ChartOfView>> chartsOfView(store::Library& library,
                                              const std::vector<StudyForPlot>& studies,
                                              const SavedView& view) {
    ExploreState state{.charts = {}, .filter = view.only, .hidden = view.hidden, .runs = view.runs};
    for (const PlotChoice& choice : view.choices()) {
        state.charts.push_back({.choice = choice});
    }
    const std::vector<StudyForPlot> shown = filtered(studies, view.only);
    const PointIds drawn = drawnRuns(state, shown);
    std::vector<ChartOfView> charts;
    for (std::size_t i = 0; i < state.charts.size(); ++i) {
        auto built = chartFromLibrary(library,
                                      shown,
                                      state.charts[i].choice,
                                      {.runs = drawn, .hidden = view.hidden},
                                      kCellsOfWholeRun);
        if (!built) {
            return std::move(built).error();
        }
        ChartOfView chart{.built = *std::move(built), .range = {}};
        if (const auto zoom = view.zoomOfChart(i)) {
            chart.range = rangeInData(*zoom, chart.built.model);
        }
        charts.push_back(std::move(chart));
    }
    return charts;
}

}  // namespace throughline::ui
