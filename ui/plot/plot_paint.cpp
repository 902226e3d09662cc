// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_paint.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/plot/plot_bars.h"
#include "ui/plot/plot_cells.h"
#include "ui/plot/plot_dashes.h"
#include "ui/plot/series_look.h"
#include "ui/plot/thinning.h"

namespace throughline::ui {

namespace {

constexpr double kMarkerPx = 10.0;
constexpr double kSmallMarkerPx = 5.0;
constexpr double kPixelsPerMarkerMin = 14.0;  ///< of a joined series
constexpr std::size_t kLargeCloud = 200;      ///< points from which a cloud gets small markers
constexpr double kCloudCellPx = 2.0;
constexpr double kCapPx = 4.0;  ///< half the width of an interval's caps
constexpr double kIntervalPx = 1.2;
constexpr double kIntervalRimPx = 1.0;  ///< of one in a bar, on each side
constexpr double kTickPx = 4.0;

std::size_t pointsInView(const PlacedSeries& placed, const Span& x) {
    return static_cast<std::size_t>(std::ranges::count_if(
        placed.places, [&](const QPointF& place) { return x.contains(place.x()); }));
}

void paintGrid(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout) {
    const QRectF& area = layout.area;
    const PlotMap map{area, frame.range};
    const auto sharp = [](double at) { return std::floor(at) + 0.5; };
    const QPen grid(frame.look.theme.grid, 1.0);
    const QPen axis(frame.look.theme.axis, 1.0);
    for (const Tick& tick : layout.x.ticks) {
        const double x = sharp(map.toPixel({tick.place, frame.range.y.low}, false).x());
        painter.setPen(grid);
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        painter.setPen(axis);
        painter.drawLine(QPointF(x, area.bottom()), QPointF(x, area.bottom() + kTickPx));
    }
    for (const Tick& tick : layout.y.ticks) {
        const double y = sharp(map.toPixel({frame.range.x.low, tick.place}, false).y());
        painter.setPen(grid);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(axis);
        painter.drawLine(QPointF(area.left() - kTickPx, y), QPointF(area.left(), y));
    }
    // The second axis has ticks but no grid: two grids cannot be told apart.
    for (const Tick& tick : layout.y2.ticks) {
        const double y = sharp(map.toPixel({frame.range.x.low, tick.place}, true).y());
        painter.drawLine(QPointF(area.right(), y), QPointF(area.right() + kTickPx, y));
    }
    painter.setPen(axis);
    painter.drawLine(QPointF(sharp(area.left()), area.top()),
                     QPointF(sharp(area.left()), area.bottom()));
    painter.drawLine(QPointF(area.left(), sharp(area.bottom())),
                     QPointF(area.right(), sharp(area.bottom())));
    if (frame.model.y2) {
        painter.drawLine(QPointF(sharp(area.right()), area.top()),
                         QPointF(sharp(area.right()), area.bottom()));
    }
}

void paintText(QPainter& painter, const PlacedText& text, const Theme& theme) {
    painter.setPen(text.isTitle ? theme.text : theme.mutedText);
    if (!text.turned) {
        painter.drawText(text.box.adjusted(-1, 0, 1, 0),
                         static_cast<int>(text.alignment) | Qt::TextDontClip,
                         text.text);
        return;
    }
    painter.save();
    painter.translate(text.box.center());
    painter.rotate(-90.0);
    const QRectF box(
        -text.box.height() / 2, -text.box.width() / 2, text.box.height(), text.box.width());
    painter.drawText(box, Qt::AlignCenter | Qt::TextDontClip, text.text);
    painter.restore();
}

void paintInterval(
    QPainter& painter, const PlotFrame& frame, const PlotMap& map, std::size_t s, std::size_t p) {
    const PlotSeries& series = frame.model.series[s];
    const PlotPoint& point = series.points[p];
    if (series.kind == SeriesKind::Band || !point.hasInterval() || point.low == point.high) {
        return;
    }
    const AxisScale scale = frame.model.yAxisOf(series).scale;
    const double high = placeOf(point.high, scale);
    if (!std::isfinite(high)) {
        return;
    }
    const bool second = frame.placed[s].onSecondAxis;
    // An interval that reaches to 0 or below has no lower end on a logarithmic axis.
    const double low_place = placeOf(point.low, scale);
    const bool open_below = !std::isfinite(low_place);
    const double x_place = frame.placed[s].places[p].x();
    const QPointF top = map.toPixel({x_place, high}, second);
    const double bottom =
        open_below ? map.area.bottom() + 1 : map.toPixel({x_place, low_place}, second).y();
    const QLineF lines[] = {{top, QPointF(top.x(), bottom)},
                            {top.x() - kCapPx, top.y(), top.x() + kCapPx, top.y()},
                            {top.x() - kCapPx, bottom, top.x() + kCapPx, bottom}};
    if (frame.placed[s].halfWidth > 0.0) {
        // The lower half is inside the bar, whose own colour would hide it.
        const Theme& theme = frame.look.theme;
        painter.setPen(QPen(theme.surface, kIntervalPx + 2 * kIntervalRimPx, Qt::SolidLine));
        painter.drawLines(lines, std::size(lines));
        painter.setPen(QPen(theme.text, kIntervalPx, Qt::SolidLine, Qt::FlatCap));
    } else {
        painter.setPen(QPen(seriesColour(series, frame.look.theme), kIntervalPx));
    }
    painter.drawLines(lines, std::size(lines));
}

/// Over the points of what was cut short, on a rim in the ground's colour.
void paintCrosses(QPainter& painter,
                  const PlotSeries& series,
                  const Theme& theme,
                  const std::vector<QPointF>& pixels) {
    constexpr double kArmPx = 5.5;
    constexpr double kMarkPenPx = 1.8;
    constexpr double kRimPx = 4.2;
    for (std::size_t p = 0; p < pixels.size(); ++p) {
        if (series.points[p].crossed.isEmpty() || !std::isfinite(pixels[p].x())) {
            continue;
        }
        for (const auto& [colour, width] :
             {std::pair(theme.surface, kRimPx), std::pair(theme.text, kMarkPenPx)}) {
            painter.setPen(QPen(colour, width, Qt::SolidLine, Qt::RoundCap));
            for (const double slope : {1.0, -1.0}) {
                const QPointF arm(kArmPx, kArmPx * slope);
                painter.drawLine(pixels[p] - arm, pixels[p] + arm);
            }
        }
    }
}

/// Whether each point of a series is drawn, as more than a kink of its line.
bool showsPoints(const PlotSeries& series, const PlacedSeries& placed, const PlotMap& map) {
    const bool line_says_it = series.isLine() && placed.ascending;
    return !line_says_it || (series.markers && !isDense(series, placed, map));
}

/// The points in view; of others no pixel. `shown` counts them.
std::vector<QPointF> pixelsInView(const PlacedSeries& placed,
                                  const PlotMap& map,
                                  std::size_t& shown) {
    const QRectF near = map.area.adjusted(-0.5, -0.5, 0.5, 0.5);
    std::vector<QPointF> pixels(placed.places.size());
    for (std::size_t p = 0; p < pixels.size(); ++p) {
        const QPointF pixel = map.toPixel(placed.places[p], placed.onSecondAxis);
        const bool inside = near.contains(pixel);  // false for NaN
        pixels[p] = inside ? pixel : QPointF(kNoNumber, kNoNumber);
        shown += inside ? 1 : 0;
    }
    return pixels;
}

void paintMarkers(QPainter& painter,
                  const PlotSeries& series,
                  const Theme& theme,
                  const std::vector<QPointF>& pixels,
                  std::size_t shown) {
    const bool cloud = shown > kLargeCloud;
    for (const std::size_t p : onePerCell(pixels, cloud ? kCloudCellPx : 1e-3)) {
        painter.setOpacity(series.points[p].isPale() ? kPaleness : 1.0);
        paintMarker(painter, series, theme, pixels[p], cloud ? kSmallMarkerPx : kMarkerPx);
    }
    painter.setOpacity(1.0);
    paintCrosses(painter, series, theme, pixels);
}

void paintSeriesPoints(QPainter& painter,
                       const PlotFrame& frame,
                       const PlotMap& map,
                       std::size_t s) {
    const PlotSeries& series = frame.model.series[s];
    const PlacedSeries& placed = frame.placed[s];
    if (placed.kind == SeriesKind::Cells) {
        paintCells(painter, frame, map, s);
        return;
    }
    if (placed.halfWidth > 0.0) {
        paintBars(painter, frame, map, s);
    }
    if (!showsPoints(series, placed, map)) {
        return;
    }
    std::size_t shown = 0;
    const std::vector<QPointF> pixels = pixelsInView(placed, map, shown);
    for (std::size_t p = 0; p < pixels.size(); ++p) {
        if (std::isfinite(placed.places[p].x())) {
            paintInterval(painter, frame, map, s, p);
        }
    }
    if (placed.halfWidth > 0.0) {
        paintCrosses(painter, series, frame.look.theme, pixels);
        return;  // the bars' tops are the points
    }
    // Whole, beyond the edge too: a value of 0 is no half of a point.
    painter.save();
    painter.setClipRect(map.area.adjusted(-kMarkerPx, -kMarkerPx, kMarkerPx, kMarkerPx));
    paintMarkers(painter, series, frame.look.theme, pixels, shown);
    painter.restore();
}

}  // namespace

void paintDenseLine(QPainter& painter, const PlotSeries& series, const QPolygonF& pixels) {
    painter.setBrush(Qt::NoBrush);
    for (const QPolygonF& dash : dashesAlongX(pixels, lineStyle(series))) {
        painter.drawPolyline(dash);
    }
}

bool isDense(const PlotSeries& series, const PlacedSeries& placed, const PlotMap& map) {
    return series.isLine() && static_cast<double>(pointsInView(placed, map.range.x)) >
                                  map.area.width() / kPixelsPerMarkerMin;
}

void paintMarker(QPainter& painter,
                 const PlotSeries& series,
                 const Theme& theme,
                 const QPointF& at,
                 double size) {
    const QColor colour = seriesColour(series, theme);
    const bool hollow = isHollow(series);
    painter.save();
    painter.translate(at);
    // A rim in the ground's colour keeps markers apart from lines that cross them.
    painter.setPen(hollow ? QPen(colour, 1.6) : QPen(theme.surface, 1.0));
    painter.setBrush(hollow ? theme.surface : colour);
    painter.drawPath(markerPath(series.marker, hollow ? size : size + 1.0));
    painter.restore();
}

void paintSwatch(QPainter& painter,
                 const PlotModel& model,
                 const PlotSeries& series,
                 const Theme& theme,
                 const QRectF& box) {
    if (series.kind == SeriesKind::Cells) {
        paintCellSwatch(painter, model.z.value_or(PlotAxis()), series, box);
        return;
    }
    if (drawnAsBars(model, series)) {
        paintBarSwatch(painter, series, theme, box);
        return;
    }
    if (series.isLine()) {
        painter.setPen(QPen(seriesColour(series, theme),
                            series.kind == SeriesKind::Reference ? 1.2 : 2.0,
                            lineStyle(series)));
        painter.drawLine(QPointF(box.left(), box.center().y()),
                         QPointF(box.right(), box.center().y()));
    }
    if (series.markers && series.kind != SeriesKind::Reference) {
        paintMarker(painter, series, theme, box.center(), kMarkerPx);
    }
}

void paintAxes(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout) {
    painter.fillRect(QRectF(QPointF(), frame.size), frame.look.theme.surface);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintGrid(painter, frame, layout);
    painter.restore();
    painter.setFont(frame.look.font);
    for (const PlacedText& text : layout.texts) {
        paintText(painter, text, frame.look.theme);
    }
}

void paintPoints(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout) {
    const PlotMap map{layout.area, frame.range};
    painter.save();
    painter.setClipRect(layout.area.adjusted(-0.5, -0.5, 0.5, 0.5));
    for (std::size_t s = 0; s < frame.model.series.size(); ++s) {
        if (frame.placed[s].visible && frame.model.series[s].kind != SeriesKind::Reference) {
            paintSeriesPoints(painter, frame, map, s);
        }
    }
    painter.restore();
}

}  // namespace throughline::ui
