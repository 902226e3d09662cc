// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ui/charts/built_plot.h"
#include "ui/charts/plot_choice.h"
#include "ui/charts/study_for_plot.h"

namespace throughline::ui {

/// One curve for each study (or, where x is a date, for each configuration), its points joined in
/// the order of x; a study in which more was varied than x has a curve for each combination of the
/// rest. A run on whose stages the x setting has no bearing (decode threads for storage alone) is
/// left out and counted.
BuiltPlot plotOfRuns(const std::vector<StudyForPlot>& studies, const PlotChoice& choice);

/// A curve for each configuration, through the runs of all studies that have it.
BuiltPlot plotOfTrend(const std::vector<StudyForPlot>& studies, const PlotChoice& choice);

/// The settings that a heat map can have upwards when `x` is along it, those with most values
/// first.
std::vector<std::string> mapRows(const std::vector<StudyForPlot>& studies,
                                 const PlotChoice& choice);
/// A heat map: a cell for each pair of values of x and rows with the mean of its runs.
BuiltPlot mapOfRuns(const std::vector<StudyForPlot>& studies, const PlotChoice& choice);

/// Samples that came, by run and metric.
using SampleKey = std::pair<std::int64_t, std::string>;
using SampleCache = std::map<SampleKey, SampleSeries>;

/// One curve over time for each run (and metric). Runs in `shown` are visible; what is not in the
/// cache yet has no points.
BuiltPlot plotOfSamples(const std::vector<StudyForPlot>& studies,
                        const PlotChoice& choice,
                        const SampleCache& samples,
                        const std::set<std::int64_t>& shown);

/// A curve of each run: its latency at p50, p90, p99 …, of its figures and, between them, of its
/// histogram; the largest value apart from it. Runs in `shown` are visible.
BuiltPlot plotOfPercentiles(const std::vector<StudyForPlot>& studies,
                            const PlotChoice& choice,
                            const std::set<std::int64_t>& shown);

/// Bars of each run in `shown` over bins that are a power of two wide; of file sizes of each data
/// set, with the published ones.
BuiltPlot plotOfHistograms(const std::vector<StudyForPlot>& studies,
                           const PlotChoice& choice,
                           const std::set<std::int64_t>& shown);

/// A bar of each run, in the order of x, of parts that stand on each other: how the workers of each
/// stage spent their time, or what each stage costs. Where there are runs of the full pipeline,
/// only those.
BuiltPlot plotOfStacks(const std::vector<StudyForPlot>& studies, const PlotChoice& choice);

}  // namespace throughline::ui
