// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

#include "ui/plot/plot_frame.h"

namespace throughline::ui {

/// Such a line, in pixels, broken as lineStyle() says. The painter has its pen and is cut to the
/// plot area.
void paintDenseLine(QPainter& painter, const PlotSeries& series, const QPolygonF& pixels);
/// True where markers would hide the line: more points in view than one per some pixels.
bool isDense(const PlotSeries& series, const PlacedSeries& placed, const PlotMap& map);

/// A marker as it stands on a line, for charts and legends.
void paintMarker(QPainter& painter,
                 const PlotSeries& series,
                 const Theme& theme,
                 const QPointF& at,
                 double size);

/// A short piece of the line with its marker, or a bar, as the series is drawn in `model`
/// (of whose points only those of cells are needed), for legends.
void paintSwatch(QPainter& painter,
                 const PlotModel& model,
                 const PlotSeries& series,
                 const Theme& theme,
                 const QRectF& box);

/// Ground, grid, frame, tick labels and titles.
void paintAxes(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout);
/// Bars and intervals, cut to the plot area, and the markers of the points in it.
void paintPoints(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout);

}  // namespace throughline::ui
