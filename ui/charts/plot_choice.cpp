// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plot_choice.h"

#include <utility>

namespace throughline::ui {

namespace {

/// An empty chart of the kind.
ChartKind emptyChart(PointsOf points) {
    switch (points) {
        case PointsOf::Runs:
            return RunsChart{};
        case PointsOf::Samples:
            return SamplesChart{};
        case PointsOf::Map:
            return MapChart{};
        case PointsOf::Percentiles:
            return PercentilesChart{};
        case PointsOf::Histogram:
            return HistogramChart{};
        case PointsOf::Stacks:
            return StacksChart{};
    }
    return {};
}

/// Calls `visit` with each part of the chart and its like in `parts`.
template <class Chart, class Parts, class Visit>
void forEachPart(Chart& chart, Parts& parts, const Visit& visit) {
    const auto visitIf = [&](auto& of, auto& part) {
        using Part = std::remove_cvref_t<decltype(part)>;
        if constexpr (std::is_base_of_v<Part, std::remove_cvref_t<decltype(of)>>) {
            using PartOfChart =
                std::conditional_t<std::is_const_v<std::remove_reference_t<decltype(of)>>,
                                   const Part,
                                   Part>;
            visit(static_cast<PartOfChart&>(of), part);
        }
    };
    std::visit(
        [&](auto& of) { std::apply([&](auto&... part) { (visitIf(of, part), ...); }, parts); },
        chart);
}

}  // namespace

void PlotChoice::setLogarithmic(bool x_axis, bool y_axis) {
    if (auto* along = part<AlongX>()) {
        along->logX = x_axis;
    }
    if (auto* of = part<LogY>()) {
        of->logY = y_axis;
        of->logByData = false;
    }
}

ChartParts partsOf(const ChartKind& chart, ChartParts others) {
    forEachPart(chart, others, [](const auto& of, auto& part) { part = of; });
    return others;
}

ChartKind chartOf(PointsOf points, const ChartParts& parts) {
    ChartKind chart = emptyChart(points);
    forEachPart(chart, parts, [](auto& of, const auto& part) { of = part; });
    return chart;
}

ChartParts partsFor(PointsOf points, PointsOf before, ChartParts parts) {
    const bool was = before == PointsOf::Percentiles;
    const bool is = points == PointsOf::Percentiles;
    if (was != is) {
        std::get<LogY>(parts).logY = is;
    }
    return parts;
}

PlotChoice ofKind(PlotChoice choice, PointsOf points, ChartParts& parts) {
    parts = partsFor(points, choice.points(), partsOf(choice.chart, std::move(parts)));
    choice.chart = chartOf(points, parts);
    return choice;
}

PlotChoice ofKind(PlotChoice choice, PointsOf points) {
    ChartParts parts;
    return ofKind(std::move(choice), points, parts);
}

bool haveSameAxes(const PlotChoice& a, const PlotChoice& b) {
    const auto axes = [](const PlotChoice& of) {
        const auto& along = of.partOrNone<AlongX>();
        return std::tie(of.x,
                        of.y,
                        of.partOrNone<SecondY>().y2,
                        of.partOrNone<MapRows>().rows,
                        of.partOrNone<Subject>().subject,
                        of.partOrNone<LogY>().logY,
                        of.partOrNone<LogY>().logByData,
                        along.logX,
                        along.xAsNames,
                        along.yAs);
    };
    return a.points() == b.points() && axes(a) == axes(b);
}

}  // namespace throughline::ui
