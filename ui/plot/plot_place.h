// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "ui/plot/plot_map.h"

namespace throughline::ui {

/// What of a chart lies under a pixel.
struct PlotPlace {
    enum class Part : std::uint8_t { Chart, Point, Curve, X, Y, SecondY };
    Part part = Part::Chart;
    PointRef point{};  ///< of a point; of a curve its series only
};

/// `marked`: the point that the mouse is on already.
PlotPlace placeAt(const PlotModel& model,
                  std::span<const PlacedSeries> placed,
                  const PlotMap& map,
                  const QPointF& pixel,
                  const std::optional<PointRef>& marked);

}  // namespace throughline::ui
