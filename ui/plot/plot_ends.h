// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QPointF>
#include <QRectF>
#include <QSizeF>
#include <QStringList>
#include <cstddef>
#include <vector>

#include "ui/plot/plot_paint.h"

namespace throughline::ui {

/// The name of a curve, right of the plot area at the height where the curve ends.
struct PlacedEnd {
    QPointF end;  ///< of the curve, in the plot area
    QRectF box;   ///< of the name, and the marker before it
    QStringList lines;
    std::size_t series = 0;
};

/// Whether names at the ends can stand in for a legend: what is drawn are lines and few points of
/// the first y axis, no more than can be told apart.
bool canNameEnds(const PlotModel& model);

/// What the names need between the plot area and the edge of a chart of this size, in pixels. A low
/// chart has each name in fewer lines, and wider.
double endsWidth(const PlotModel& model, const QFont& font, const QSizeF& size);

/// From top to bottom, none over another; a curve without a point in view has none.
std::vector<PlacedEnd> placedEnds(const PlotFrame& frame, const PlotLayout& layout);

void paintEnds(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout);

}  // namespace throughline::ui
