// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

#include "ui/plot/plot_frame.h"

namespace throughline::ui {

/// The cells of one heat map with their values, where there is room for all of them. The colours
/// run from the least value to the most, evenly in lightness, so that they survive grey printing
/// and colour blindness.
void paintCells(QPainter& painter, const PlotFrame& frame, const PlotMap& map, std::size_t series);

/// The scale of colours from least to most, for legends; one colour where all cells are equal.
void paintCellSwatch(QPainter& painter,
                     const PlotAxis& z,
                     const PlotSeries& series,
                     const QRectF& box);

/// The colour of a share of the scale, 0 … 1.
QColor cellColour(double share);
/// What the colours run over: the fixed ends of the axis, or the least and the most value of the
/// cells; upside down without any.
Span cellRange(const PlotAxis& z, const PlotSeries& series);

}  // namespace throughline::ui
