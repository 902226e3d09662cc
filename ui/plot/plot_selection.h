// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <span>
#include <vector>

#include "ui/plot/plot_frame.h"
#include "ui/plot/point_ids.h"

namespace throughline::ui {

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
