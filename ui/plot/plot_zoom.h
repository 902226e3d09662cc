// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>

#include "ui/plot/axis_range.h"
#include "ui/plot/plot_map.h"

// What a gesture makes of the part that is in view; whoever shows it clamps it to the data.
namespace throughline::ui {

/// A band thinner than this, in pixels, leaves that axis alone; a drag shorter than it is a click.
inline constexpr double kBandMinPx = 8.0;

/// Around a pixel; over an axis that axis alone. `factor` < 1 zooms in.
PlotRange zoomedAt(const PlotMap& map, const QPointF& pixel, double factor, bool has_second);
/// By fractions of what is in view.
PlotRange panned(PlotRange range, double x_fraction, double y_fraction);
/// All that is within `band`, in pixels.
PlotRange rangeOf(const PlotMap& map, const QRectF& band);
/// Moved no farther than `place` needs to be in view.
PlotRange rangeWith(PlotRange range, const QPointF& place, bool on_second);

}  // namespace throughline::ui
