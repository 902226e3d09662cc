// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/library_chart.h"

#include "ui/charts/chart_kinds.h"
#include "ui/charts/members.h"
#include "ui/charts/plot_builder.h"

namespace throughline::ui {

std::set<std::int64_t> allRunsOf(const std::vector<StudyForPlot>& studies) {
    std::set<std::int64_t> all;
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            all.insert(run.id);
        }
    }
    return all;
}

static Result<void> readAllSamples(store::Library& library,
                                   const std::vector<StudyForPlot>& studies,
                                   const PlotChoice& choice,
                                   std::size_t cells,
                                   SampleCache& samples) {
    for (const StudyForPlot& study : studies) {
        for (const RunForPlot& run : study.runs) {
            for (const std::string& metric : sampleKeysOf(run, choice)) {
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
    return {};
}

Result<BuiltPlot> chartFromLibrary(store::Library& library,
                                   const std::vector<StudyForPlot>& studies,
                                   const PlotChoice& choice,
                                   const DrawnCurves& drawn,
                                   std::size_t cells) {
    SampleCache samples;
    if (choice.has<SamplesChart>()) {
        if (auto read = readAllSamples(library, studies, choice, cells, samples); !read) {
            return read.error();
        }
    }
    BuiltPlot built = buildPlot(
        studies, choice, samples, drawn.runs ? idsOf(*drawn.runs, studies) : allRunsOf(studies));
    for (PlotSeries& series : built.model.series) {
        const bool hidden = isDrawnByItself(series) &&
                            drawn.hidden.contains(curveIdOf(built.model, series, studies));
        series.visible = series.visible && !hidden;
    }
    built.model.emptyText = emptyTextOf(choice, built.model);
    return built;
}

}  // namespace throughline::ui
