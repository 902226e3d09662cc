// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ui/charts/fields.h"
#include "ui/charts/study_for_plot.h"
#include "ui/plot/plot_model.h"

namespace throughline::ui {

/// What a point is: a whole run or one second of it, a cell of a heat map of runs, a percentile of
/// a run, a bin of a histogram, or a part of a bar.
enum class PointsOf : std::uint8_t { Runs, Samples, Map, Percentiles, Histogram, Stacks };

/// How the values of the y axis are read.
enum class YAs : std::uint8_t {
    Value,
    RelativeToFirst,     ///< to the first point of each curve: speed-up
    RelativeToBaseline,  ///< to the study with the star, at the same x
    Efficiency           ///< speed-up over the growth of x, in per cent
};

/// A condition on runs: the setting is there and holds one of these texts (any text without them).
struct RunCondition {
    std::string key{};
    std::vector<std::string> contains{};
    bool absent = false;  ///< the other way round: it must not
    bool operator==(const RunCondition&) const = default;
};

/// What somebody wrote beside the point of a run.
struct PinnedNote {
    QString study{};  ///< uuid
    int run = 0;      ///< its number there
    QString text{};
    bool operator==(const PinnedNote&) const = default;
};

/// What somebody wants to see.
struct PlotChoice {
    PointsOf points = PointsOf::Runs;
    std::string x;
    std::string y;
    std::string y2;    ///< "" = none
    std::string rows;  ///< of a heat map: the setting upwards, while y is the colour
    /// Of percentiles, histograms and stacks, which have no y of their own: the quantity that is
    /// spread, or whose parts are piled up. See subjectsOf().
    std::string subject;
    /// Conditions that colour and marker of curves say; "" = each study and curve its own, for
    /// life.
    std::string colourBy;
    std::string markerBy;
    bool logX = false;
    bool logY = false;
    bool xAsNames = false;       ///< numbers on x stand side by side like names, with bars
    YAs yAs = YAs::Value;        ///< of whole runs, on the first y axis
    bool ideal = false;          ///< a line for each curve: as if all of it grew with x
    bool fullOnly = false;       ///< no stages alone where there are runs of the full pipeline
    bool ceilings = true;        ///< level lines: stages alone on which x has no bearing
    bool limits = true;          ///< level lines: what the linked storage delivers at most
    std::optional<double> goal;  ///< a level line at a wanted value, in the unit of y
    /// Of published studies, which hold many experiments, only the runs that meet all of these.
    std::vector<RunCondition> published;
    std::vector<PinnedNote> notes;  ///< where a point is a run
    bool operator==(const PlotChoice&) const = default;
};

/// A chart and what it cannot show.
struct BuiltPlot {
    PlotModel model;
    QStringList missing;  ///< "3 of 12 runs have no Read IOPS: …", one sentence each
};

/// Whether a run is part of the chart at all.
bool isMeant(const StudyForPlot& study, const RunForPlot& run, const PlotChoice& choice);
std::vector<const RunForPlot*> meantRuns(const StudyForPlot& study, const PlotChoice& choice);

/// What is shown first: images/s over what was swept, else over decode threads; of runs in which
/// nothing was set, what they measured over time.
PlotChoice defaultChoice(const std::vector<StudyForPlot>& studies);

/// One curve for each study (or, where x is a date, for each configuration), its points joined in
/// the order of x; a study in which more was varied than x has a curve for each combination of the
/// rest. A run on whose stages the x setting has no bearing (decode threads for storage alone) is
/// left out and counted.
BuiltPlot plotOfRuns(const std::vector<StudyForPlot>& studies, const PlotChoice& choice);

/// Whether x is the time or the version at which runs were made, along which studies follow each
/// other.
bool isTrend(const std::string& x);
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

/// "Images per second by decode threads".
QString chartTitle(const PlotModel& model);

/// The metric key under which a run has `key`: itself, or the only labelled one of a bare id.
std::string sampleKeyOf(const RunForPlot& run, std::string_view key);

}  // namespace throughline::ui
