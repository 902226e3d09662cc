// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <vector>

#include "ui/plot/axis_range.h"
#include "ui/plot/axis_ticks.h"
#include "ui/plot/plot_model.h"

namespace throughline::ui {

/// At most `count_max` (>= 2) ticks on round numbers: steps of 1, 2 or 5 times a power of ten.
/// On a logarithmic axis 1, 2, 5 of each decade, fewer where decades are many, and steps as on a
/// linear axis where less than a decade is in view. On a scale of nines p50, p90, p99 … and "max".
/// Categories always get one tick each, and
/// an axis with marks has its ticks there where all marks in view are at most `count_max`.
AxisTicks makeTicks(const PlotAxis& axis, const Span& places, int count_max);

/// Takes names of rows out that would lie on each other: every n-th stays, the top one in any case.
/// Heights in pixels.
void nameRows(AxisTicks& ticks, double row_height, double line_height);

/// The PlotAxis::marks of charts that share an axis: those of all of them, ascending; none where
/// one has none, whose ticks are elsewhere.
std::vector<double> joinedMarks(const std::vector<const PlotAxis*>& axes);

/// ", k images/s", ", k images/s, log scale": what the title of an axis ends with. A unit that the
/// title already says is not repeated.
QString axisTitleEnd(const PlotAxis& axis, const AxisTicks& ticks);
/// "Images per second, k images/s": the title with its end.
QString axisTitle(const PlotAxis& axis, const AxisTicks& ticks);

/// A value as tooltips and status lines say it: "1.42 k images/s", "4 threads".
QString valueText(const PlotAxis& axis, double value);

}  // namespace throughline::ui
