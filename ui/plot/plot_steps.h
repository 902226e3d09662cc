// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "ui/plot/plot_map.h"

namespace throughline::ui {

/// How the keyboard goes from point to point: along a curve, or to the next curve above or below
/// it. In a heat map along a row, or to the next row.
enum class PointStep : std::uint8_t {
    Next,
    Previous,
    First,
    Last,
    PageOn,  ///< a part of the view along x, and a point at least
    PageBack,
    Above,
    Below
};

/// The point that a step leads to, in view or not; every visible point that has a place can be
/// reached. From nothing: the leftmost point in view (Last: the rightmost) of the first curve that
/// has one. Empty: there is none further.
std::optional<PointRef> steppedTo(std::span<const PlacedSeries> placed,
                                  const PlotMap& map,
                                  std::optional<PointRef> from,
                                  PointStep step);

}  // namespace throughline::ui
