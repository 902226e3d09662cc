// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/log_by_data.h"

#include <algorithm>
#include <cmath>

#include "ui/plot/far_apart.h"

namespace throughline::ui {

namespace {

constexpr double kFarBelowCeiling = 5.0;  ///< all of the pipeline in the lowest fifth of it
constexpr double kGapsShareMax = 0.05;    ///< of values that a logarithm has no place for

/// What has a foot, and what is no curve of data, has no say.
bool isCurve(const PlotSeries& series) {
    return series.visible && !series.onSecondAxis && series.stack < 0 &&
           (series.kind == SeriesKind::Line || series.kind == SeriesKind::Points ||
            series.kind == SeriesKind::Band);
}

/// Whether a chart of the whole pipeline has it far below storage alone, which is one point more.
bool isFarBelowCeiling(double pipeline, double ceiling, const PlotChoice& choice) {
    return choice.partOrNone<AlongX>().fullOnly && pipeline > 0.0 &&
           ceiling > kFarBelowCeiling * pipeline;
}

bool areFarApart(const std::vector<PlotSeries>& all, const PlotChoice& choice) {
    double least = 0.0;
    double most = 0.0;
    double pipeline = 0.0;
    double ceiling = 0.0;
    std::size_t values = 0;
    std::size_t gaps = 0;
    for (const PlotSeries& series : all) {
        double highest = 0.0;
        for (const PlotPoint& point : series.points) {
            const bool counts = isCurve(series) && std::isfinite(point.y);
            values += counts ? 1 : 0;
            gaps += counts && point.y <= 0.0 ? 1 : 0;
            highest = counts ? std::max(highest, point.y) : highest;
        }
        if (highest > 0.0) {
            least = least > 0.0 ? std::min(least, highest) : highest;
            most = std::max(most, highest);
            double& of_stage = series.stageAlone ? ceiling : pipeline;
            of_stage = std::max(of_stage, highest);
        }
    }
    const bool far =
        (least > 0.0 && most > kFarApart * least) || isFarBelowCeiling(pipeline, ceiling, choice);
    return far && static_cast<double>(gaps) <= kGapsShareMax * static_cast<double>(values);
}

/// Shares of a whole, dates and names are not read in powers.
bool hasPowers(const PlotAxis& axis) {
    return axis.unit != "%" && !axis.alwaysLinear && !axis.isDate && axis.categories.isEmpty() &&
           axis.scale == AxisScale::Linear;
}

}  // namespace

void scaleByData(PlotModel& model, const PlotChoice& choice) {
    const bool is_left_to_it = choice.partOrNone<LogY>().logByData &&
                               (choice.has<RunsChart>() || choice.has<SamplesChart>()) &&
                               choice.partOrNone<AlongX>().yAs == YAs::Value;
    const bool has_bars = std::ranges::any_of(
        model.series, [](const PlotSeries& one) { return one.kind == SeriesKind::Bars; });
    if (is_left_to_it && !has_bars && hasPowers(model.y) && areFarApart(model.series, choice)) {
        model.y.scale = AxisScale::Logarithmic;
    }
}

bool showsLogY(const PlotModel& model, const PlotChoice& choice) {
    const LogY& of = choice.partOrNone<LogY>();
    return of.logY || (of.logByData && model.y.scale == AxisScale::Logarithmic);
}

}  // namespace throughline::ui
