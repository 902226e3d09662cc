// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_place.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace throughline::ui {

namespace {

constexpr double kCurveReachPx = 8.0;

/// Infinite where an end has no place.
double distanceTo(const QPointF& from, const QPointF& to, const QPointF& pixel) {
    const QPointF along = to - from;
    const double square = QPointF::dotProduct(along, along);
    const double part =
        square > 0.0 ? std::clamp(QPointF::dotProduct(pixel - from, along) / square, 0.0, 1.0)
                     : 0.0;
    const QPointF away = from + along * part - pixel;
    const double distance = std::hypot(away.x(), away.y());
    return std::isfinite(distance) ? distance : std::numeric_limits<double>::infinity();
}

std::optional<std::size_t> curveAt(const PlotModel& model,
                                   std::span<const PlacedSeries> placed,
                                   const PlotMap& map,
                                   const QPointF& pixel) {
    std::optional<std::size_t> best;
    double best_distance = kCurveReachPx;
    for (std::size_t s = 0; s < placed.size(); ++s) {
        if (!placed[s].visible || !model.series[s].isLine() || !placed[s].ascending) {
            continue;
        }
        const bool second = placed[s].onSecondAxis;
        const double left = map.toPlace(pixel - QPointF(kCurveReachPx, 0), second).x();
        const double right = map.toPlace(pixel + QPointF(kCurveReachPx, 0), second).x();
        const auto& line = placed[s].line();
        for (std::size_t p = 1; p < line.size(); ++p) {
            // Of a million pieces these few are looked at; false for those without a place.
            if (line[p].x() >= left && line[p - 1].x() <= right) {
                const double distance = distanceTo(
                    map.toPixel(line[p - 1], second), map.toPixel(line[p], second), pixel);
                if (distance < best_distance) {
                    best_distance = distance;
                    best = s;
                }
            }
        }
    }
    return best;
}

}  // namespace

PlotPlace placeAt(const PlotModel& model,
                  std::span<const PlacedSeries> placed,
                  const PlotMap& map,
                  const QPointF& pixel,
                  const std::optional<PointRef>& marked) {
    using Part = PlotPlace::Part;
    if (!model.hasPoints()) {
        return {};
    }
    if (pixel.y() > map.area.bottom()) {
        return {.part = Part::X};
    }
    if (pixel.x() < map.area.left()) {
        return {.part = Part::Y};
    }
    if (pixel.x() > map.area.right()) {
        return {.part = model.y2 ? Part::SecondY : Part::Chart};
    }
    if (marked) {
        return {.part = Part::Point, .point = *marked};
    }
    const auto curve = curveAt(model, placed, map, pixel);
    return curve ? PlotPlace{.part = Part::Curve, .point = {*curve, 0}} : PlotPlace{};
}

}  // namespace throughline::ui
