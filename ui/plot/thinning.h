// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QPolygonF>
#include <QRectF>
#include <cstdint>
#include <span>
#include <vector>

#include "ui/plot/axis_range.h"

namespace throughline::ui {

/// What stands for the points of a pixel column.
enum class ColumnShows : std::uint8_t {
    Extremes,  ///< so that no spike is lost
    Mean       ///< of means, whose extremes are drawn behind them
};

/// The smallest and the largest point of each column of `column_width`, in their order, and the
/// first and last of all: a line through them looks the same at that width and loses no spike.
/// Columns start at multiples of `column_width`, so that panning does not make the line shimmer.
/// Limits: x must not go back; at most 2 points per column + 2. Shorter input comes back as it is.
/// Mean: one point for each column, the mean of those in it; the first and last of all stay.
std::vector<QPointF> thinnedByColumn(std::span<const QPointF> points,
                                     double column_width,
                                     ColumnShows shows = ColumnShows::Extremes);

/// What is to be drawn of a line: cut to `x`, thinned to `columns` pixel columns, in fractions of
/// the view (0..1 on both axes; y is cut to -1..2, which keeps paths short and off the screen).
/// Each entry is one unbroken stretch; points without a place (NaN) end one.
/// Assumes: x never goes back.
std::vector<std::vector<QPointF>> visibleLine(std::span<const QPointF> places,
                                              const Span& x,
                                              const Span& y,
                                              int columns,
                                              ColumnShows shows = ColumnShows::Extremes);

/// The same in pixels.
QPolygonF inPixels(std::span<const QPointF> fractions, const QRectF& area);

/// One point for each pixel cell that has any, as indexes into `pixels`; for dense point clouds.
std::vector<std::size_t> onePerCell(std::span<const QPointF> pixels, double cell_px);

}  // namespace throughline::ui
