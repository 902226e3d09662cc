// SPDX-License-Identifier: GPL-3.0-or-later
// Latencies of runs by percentile: see plot_builder.h.
#include <QCoreApplication>
#include <map>
#include <utility>

#include "engine/metrics/latency_percentiles.h"
#include "engine/metrics/registry.h"
#include "ui/explore/curve_looks.h"
#include "ui/explore/curves.h"
#include "ui/explore/looks.h"
#include "ui/explore/missing_count.h"
#include "ui/explore/plot_builder.h"
#include "ui/explore/x_axis.h"

namespace throughline::ui {

namespace {

constexpr double kLargest = 100.0;  ///< per cent

QString tr(const char* text) {
    return QCoreApplication::translate("Explore", text);
}

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

/// By percentile. A run's figures come first: they are what is shown of it elsewhere, with the
/// interval of its repeats. Its histogram, which holds all repeats at once, fills what they leave.
std::map<double, PlotPoint> percentilesOf(const RunForPlot& run, const std::string& subject) {
    const metrics::MetricKey key = metrics::parse_metric_key(subject);
    std::map<double, PlotPoint> points;
    for (const metrics::LatencyPercentile& known : metrics::kLatencyPercentiles) {
        add(points, run, known.percent, figureKey(key, known.suffix));
    }
    add(points, run, kLargest, figureKey(key, "max"));
    if (const auto spread = run.spreads.find(subject); spread != run.spreads.end()) {
        for (const run::Percentile& one : spread->second.percentiles) {
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
    BuiltPlot built;
    built.model.x = percentileAxis();
    built.model.y = yAxis(choice.subject, choice.logY);
    MissingCount missing;
    std::size_t total = 0;
    const LooksByCondition looks(studies, choice);
    const std::string median = figureKey(metrics::parse_metric_key(choice.subject), "p50");
    for (const StudyForPlot& study : studies) {
        for (const Curve& curve : curvesOfSingleRuns(meantRuns(study, choice))) {
            const RunForPlot& run = *curve.runs.front();
            ++total;
            std::vector<PlotPoint> points = curveOf(percentilesOf(run, choice.subject));
            if (points.empty()) {
                const QString title = withinSentence(built.model.y.title);
                const QString why = reasonAbsent(run, median);
                missing.add({tr("has no percentiles of %1: %2").arg(title, why),
                             tr("have no percentiles of %1: %2").arg(title, why)});
                continue;
            }
            PlotSeries series = seriesOfCurve(study, curve, studies.size() > 1);
            series.run = run.id;
            series.visible = shown.count(run.id) > 0;
            series.points = std::move(points);
            looks.apply(series, run);
            built.model.series.push_back(std::move(series));
        }
    }
    if (looks.keys().empty()) {
        tellApart(built.model.series);
    }
    built.missing = missing.sentences(total) + looks.remarks();
    return built;
}

}  // namespace throughline::ui
