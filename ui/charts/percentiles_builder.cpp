// SPDX-License-Identifier: GPL-3.0-or-later
// Latencies of runs by percentile: see plot_builder.h.
#include <map>
#include <utility>

#include "engine/metrics/latency_percentiles.h"
#include "engine/metrics/registry.h"
#include "ui/charts/curve_looks.h"
#include "ui/charts/curves.h"
#include "ui/charts/fields.h"
#include "ui/charts/looks.h"
#include "ui/charts/meant_runs.h"
#include "ui/charts/missing_count.h"
#include "ui/charts/plot_builder.h"
#include "ui/charts/words.h"
#include "ui/charts/x_axis.h"

namespace throughline::ui {

namespace {

constexpr double kLargest = 100.0;  ///< per cent

PlotAxis percentileAxis() {
    return {.key = "percentile",
            .title = tr("Percentile"),
            .unit = "%",
            .shownUnit = QStringLiteral("%"),
            .scale = AxisScale::Nines,
            .fromZero = true};
}

/// The figure of a run at a percentile: "read_latency_p99{job=a}" of "read_latency{job=a}".
std::string figureKey(const metrics::MetricKey& subject, const char* suffix) {
    return metrics::MetricKey{subject.id + "_" + suffix, subject.label, subject.value}.text();
}

void add(std::map<double, PlotPoint>& points,
         const RunForPlot& run,
         double percent,
         const std::string& key) {
    const auto figure = measuredOf(run, key);
    if (!figure) {
        return;
    }
    PlotPoint point{.x = percent, .y = figure->value, .id = run.id};
    if (figure->low && figure->high) {
        point.low = *figure->low;
        point.high = *figure->high;
    }
    points[percent] = point;
}

/// Over how many repeats a figure of a run is.
int repeatsOf(const RunForPlot& run, const std::string& figure) {
    const auto summary = measuredOf(run, figure);
    return summary ? summary->n : 1;
}

/// By percentile. A run's figures come first: they are what is shown of it elsewhere. Its histogram
/// fills what they leave. Of a run with repeats the two are not mixed: its figures are means of
/// each repeat's percentiles, its histogram holds all repeats at once, and the curve would rise and
/// fall; there the histogram counts alone.
std::map<double, PlotPoint> percentilesOf(const RunForPlot& run, const std::string& subject) {
    const metrics::MetricKey key = metrics::parse_metric_key(subject);
    const auto spread = run.spreads.find(subject);
    const bool has_histogram = spread != run.spreads.end() && !spread->second.percentiles.empty();
    std::map<double, PlotPoint> points;
    if (!has_histogram || repeatsOf(run, figureKey(key, "p50")) == 1) {
        for (const metrics::LatencyPercentile& known : metrics::kLatencyPercentiles) {
            add(points, run, known.percent, figureKey(key, known.suffix));
        }
        add(points, run, kLargest, figureKey(key, "max"));
    }
    if (has_histogram) {
        for (const analysis::Percentile& one : spread->second.percentiles) {
            points.try_emplace(one.percent,
                               PlotPoint{.x = one.percent, .y = one.value, .id = run.id});
        }
    }
    return points;
}

/// Between the last percentile and the largest value nothing is known: no line joins them.
std::vector<PlotPoint> curveOf(const std::map<double, PlotPoint>& percentiles) {
    std::vector<PlotPoint> points;
    for (const auto& [percent, point] : percentiles) {
        if (percent == kLargest && !points.empty()) {
            points.push_back({.x = kNoNumber, .y = kNoNumber, .id = point.id});
        }
        points.push_back(point);
    }
    return points;
}

}  // namespace

BuiltPlot plotOfPercentiles(const std::vector<StudyForPlot>& studies,
                            const PlotChoice& choice,
                            const std::set<std::int64_t>& shown) {
    const auto& chart = std::get<PercentilesChart>(choice.chart);
    BuiltPlot built;
    built.model.x = percentileAxis();
    built.model.y = yAxis(chart.subject, chart.logY);
    MissingCount missing;
    std::size_t total = 0;
    int repeated = 0;
    const LooksByCondition looks(studies, choice);
    const std::string median = figureKey(metrics::parse_metric_key(chart.subject), "p50");
    for (const StudyForPlot& study : studies) {
        for (const Curve& curve : curvesOfSingleRuns(meantRuns(study, choice))) {
            const RunForPlot& run = *curve.runs.front();
            ++total;
            std::vector<PlotPoint> points = curveOf(percentilesOf(run, chart.subject));
            if (points.empty()) {
                const QString title = withinSentence(built.model.y.title);
                const QString why = reasonAbsent(run, median);
                missing.add(tr("no percentiles of %1 (%2)").arg(title, why), run.id);
                continue;
            }
            PlotSeries series = seriesOfCurve(study, curve, studies.size() > 1);
            series.run = run.id;
            series.visible = shown.count(run.id) > 0;
            series.points = std::move(points);
            repeated +=
                series.visible && !run.spreads.empty() && repeatsOf(run, median) > 1 ? 1 : 0;
            looks.apply(series, run);
            built.model.series.push_back(std::move(series));
        }
    }
    if (!looks.sayByMarker()) {
        tellApart(built.model.series);
    }
    built.missing = missing.sentences(total, studies) + looks.remarks();
    if (repeated > 0) {
        built.missing << tr(
            "Percentiles cover all repeats of a run together; other figures are means of the "
            "repeats.");
    }
    return built;
}

}  // namespace throughline::ui
