// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

#include "ui/plot/plot_frame.h"

namespace throughline::ui {

/// The bars of one series with its values above them, where there is room for all of its values;
/// intervals are left to paintPoints(). Measured bars are filled, imported and observed ones
/// hollow, predicted ones hollow and dotted, what nobody measured hollow and dashed;
/// PlotSeries::fill hatches them.
void paintBars(QPainter& painter, const PlotFrame& frame, const PlotMap& map, std::size_t series);

/// Lines across `box` that rise to the right, or fall, `step` pixels apart, by the painter's pen.
/// They are drawn one by one, not as a brush: vector formats make pictures of patterns. Lines of
/// neighbouring boxes meet.
void paintHatching(QPainter& painter, const QRectF& box, bool rising, double step);

/// A small bar in the looks of the series, for legends.
void paintBarSwatch(QPainter& painter,
                    const PlotSeries& series,
                    const Theme& theme,
                    const QRectF& box);

}  // namespace throughline::ui
