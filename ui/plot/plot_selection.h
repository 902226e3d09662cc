// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "ui/plot/plot_paint.h"

namespace throughline::ui {

/// Points by PlotPoint::id, so that the same runs can be picked out in any chart of them. 0, which
/// is nobody's, is never in it.
using PointIds = std::set<std::int64_t>;

/// What becomes of the points that were picked out before.
enum class PickHow : std::uint8_t { Replace, Add, Toggle };
PointIds combined(PointIds before, const PointIds& picked, PickHow how);

/// Those of the visible points, bars and cells that `band` (in pixels) touches.
PointIds idsWithin(const PlotModel& model,
                   std::span<const PlacedSeries> placed,
                   const PlotMap& map,
                   const QRectF& band);

/// The places of the picked points alone; what was not picked has none.
std::vector<PlacedSeries> placedOf(const PointIds& ids,
                                   const PlotModel& model,
                                   std::span<const PlacedSeries> placed);

/// Dims a painted chart and draws the picked points over it. `frame.placed` is placedOf() them.
void paintSelection(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout);

}  // namespace throughline::ui
