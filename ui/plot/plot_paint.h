// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QPainter>
#include <span>

#include "ui/plot/plot_layout.h"
#include "ui/plot/plot_map.h"
#include "ui/style/theme.h"

namespace throughline::ui {

/// How a chart looks, apart from what it shows. Exports take printTheme().
struct PlotLook {
    Theme theme;
    QFont font;
};

/// One picture to be drawn. Everything is borrowed for the call.
struct PlotFrame {
    const PlotModel& model;
    std::span<const PlacedSeries> placed;
    PlotRange range;
    QSizeF size;
    const PlotLook& look;
    PlotAlignment alignment{};
};

/// The colour of a series: its slot's for life, grey for published figures.
QColor seriesColour(const PlotSeries& series, const Theme& theme);
/// Imported and observed figures have hollow markers.
bool hasHollowMarkers(run::Origin origin) noexcept;
/// Predicted is dotted, the second axis dashed, all else solid.
Qt::PenStyle lineStyle(const PlotSeries& series) noexcept;
/// Of a line drawn through this many points: thin where they are dense, and without the dashes of
/// lineStyle(), in which paintDenseLine() breaks it.
QPen linePen(const PlotSeries& series, const Theme& theme, qsizetype points);
/// The pen of what is drawn pale: warm-up.
QPen palePen(QPen pen, const Theme& theme);

/// Whether a line through this many points is too dense for a pen to dash it.
bool hasOwnDashes(const PlotSeries& series, qsizetype points) noexcept;
/// Such a line, in pixels. The painter is cut to the plot area.
void paintDenseLine(QPainter& painter,
                    const PlotSeries& series,
                    const Theme& theme,
                    const QPolygonF& pixels);
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
/// Of these the markers at the edge of the plot area, whole, without clipping: for formats whose
/// data are clipped to it, see PagePainter::paintData().
void paintMarkersAtEdge(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout);

}  // namespace throughline::ui
