// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <QPointF>
#include <QRectF>
#include <QStringList>
#include <optional>
#include <vector>

#include "ui/plot/plot_paint.h"

namespace throughline::ui {

/// What a curve has at a place along x.
struct CursorValue {
    QPointF at;  ///< pixel of the point that is nearest along x
    QColor colour;
    QString text;
};

/// What lies over a chart while somebody points at it, or at another with the same x axis.
struct PlotCursor {
    std::optional<QPointF> crosshair;  ///< pixel
    std::optional<double> followed;    ///< pixel along x: where the other chart is pointed at
    std::vector<CursorValue> values;   ///< there
    std::optional<QRectF> band;        ///< rubber band
    std::optional<QPointF> marked;     ///< the point that the tooltip is about
    QColor markedColour;
    QStringList tooltip;  ///< first line bold
};

void paintCursor(QPainter& painter,
                 const PlotCursor& cursor,
                 const QRectF& area,
                 const QSizeF& size,
                 const PlotLook& look);

/// Where a tooltip of `box` stands beside `point`: to the right and above where there is room,
/// always within the picture.
QRectF tooltipRect(const QSizeF& box, const QPointF& point, const QRectF& room);

}  // namespace throughline::ui
