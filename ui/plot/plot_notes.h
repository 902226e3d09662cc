// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QRectF>
#include <QString>
#include <vector>

#include "ui/plot/plot_paint.h"

namespace throughline::ui {

/// A note beside the point that it is pinned to.
struct PlacedNote {
    QPointF point;
    QRectF box;
    QString text;
};

/// Where something is drawn that a text should not hide: the points in view, and the lines between
/// them at every few pixels.
std::vector<QPointF> drawnPixels(const PlotFrame& frame, const PlotMap& map);

/// The notes of visible points in view, each where it stands clear of the others, of the edges and,
/// as far as there is room, of the points.
std::vector<PlacedNote> placedNotes(const PlotFrame& frame, const PlotLayout& layout);

/// The notes with lines to their points.
void paintNotes(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout);

}  // namespace throughline::ui
