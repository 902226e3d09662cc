// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_selection.h"

#include <algorithm>
#include <cmath>

#include "ui/plot/plot_paint.h"
#include "ui/plot/series_look.h"
#include "ui/plot/thinning.h"

namespace throughline::ui {

namespace {

constexpr int kVeilAlpha = 185;  ///< of 255: what is dimmed can still be made out

/// From the lowest to the highest of the samples that a point is the mean of.
QRectF extentOf(const PlotModel& model,
                const PlotSeries& series,
                const PlacedSeries& placed,
                std::size_t point,
                const PlotMap& map) {
    constexpr double kHalfWidthPx = 0.5;
    const AxisScale scale = model.yAxisOf(series).scale;
    const double x = placed.places[point].x();
    const double low = placeOf(series.points[point].low, scale);
    const double high = placeOf(series.points[point].high, scale);
    return QRectF(map.toPixel({x, high}, placed.onSecondAxis),
                  map.toPixel({x, low}, placed.onSecondAxis))
        .normalized()
        .adjusted(-kHalfWidthPx, -kHalfWidthPx, kHalfWidthPx, kHalfWidthPx);
}

bool touches(const PlotModel& model,
             const PlotSeries& series,
             const PlacedSeries& placed,
             std::size_t point,
             const PlotMap& map,
             const QRectF& band) {
    if (series.kind == SeriesKind::Band && series.points[point].hasInterval()) {
        const QRectF extent = extentOf(model, series, placed, point, map);
        // A low end at or below 0 has no place on a logarithmic axis.
        if (std::isfinite(extent.top()) && std::isfinite(extent.bottom())) {
            return extent.intersects(band);
        }
    }
    if (placed.halfWidth > 0.0) {
        return barOf(placed, point, map).intersects(band);
    }
    if (placed.kind == SeriesKind::Cells) {
        return cellOf(placed, point, map).intersects(band);
    }
    return band.contains(map.toPixel(placed.places[point], placed.onSecondAxis));
}

/// The pieces of a line whose ends are both picked, thinned as the line itself is.
void paintPickedLine(QPainter& painter, const PlotFrame& frame, const PlotMap& map, std::size_t s) {
    const PlotSeries& series = frame.model.series[s];
    const PlacedSeries& placed = frame.placed[s];
    const int columns = std::max(1, static_cast<int>(map.area.width()));
    const Span& y = map.ySpan(placed.onSecondAxis);
    painter.setBrush(Qt::NoBrush);
    for (const auto& piece :
         visibleLine(placed.line(), map.range.x, y, columns, columnShows(placed))) {
        const QPolygonF line = inPixels(piece, map.area);
        painter.setPen(linePen(series, frame.look.theme, line.size()));
        if (isDenseLine(line.size())) {
            paintDenseLine(painter, series, line);
        } else {
            painter.drawPolyline(line);
        }
    }
}

}  // namespace

PointIds idsWithin(const PlotModel& model,
                   std::span<const PlacedSeries> placed,
                   const PlotMap& map,
                   const QRectF& band) {
    PointIds ids;
    for (std::size_t s = 0; s < placed.size(); ++s) {
        if (!placed[s].visible || placed[s].kind == SeriesKind::Reference) {
            continue;
        }
        for (std::size_t p = 0; p < placed[s].places.size(); ++p) {
            if (hasPlace(placed[s].places[p]) &&
                touches(model, model.series[s], placed[s], p, map, band)) {
                ids.insert(model.series[s].points[p].id);
            }
        }
    }
    ids.erase(0);
    return ids;
}

std::vector<PlacedSeries> placedOf(const PointIds& ids,
                                   const PlotModel& model,
                                   std::span<const PlacedSeries> placed) {
    std::vector<PlacedSeries> result(placed.begin(), placed.end());
    for (std::size_t s = 0; s < result.size(); ++s) {
        const std::vector<PlotPoint>& points = model.series[s].points;
        bool any = false;
        // The samples of a run follow each other with one id: it is looked up once.
        std::int64_t last_id = 0;
        bool last_picked = false;
        for (std::size_t p = 0; p < points.size(); ++p) {
            if (points[p].id != last_id) {
                last_id = points[p].id;
                last_picked = ids.count(last_id) > 0;
            }
            any = any || last_picked;
            if (!last_picked) {
                result[s].places[p] = QPointF(kNoNumber, kNoNumber);
            }
        }
        result[s].visible = result[s].visible && any;
        if (!result[s].lineApart.empty()) {
            setLines(result[s], model, model.series[s]);
        }
    }
    return result;
}

void paintSelection(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout) {
    const PlotMap map{layout.area, frame.range};
    QColor veil = frame.look.theme.surface;
    veil.setAlpha(kVeilAlpha);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(layout.area.adjusted(-0.5, -0.5, 0.5, 0.5));
    painter.fillRect(layout.area.adjusted(1.0, 0.0, 0.0, 0.0), veil);  // beside the axis
    for (std::size_t s = 0; s < frame.placed.size(); ++s) {
        const PlacedSeries& placed = frame.placed[s];
        if (placed.visible && frame.model.series[s].isLine() && placed.ascending) {
            paintPickedLine(painter, frame, map, s);
        }
    }
    paintPoints(painter, frame, layout);
    painter.restore();
}

}  // namespace throughline::ui
