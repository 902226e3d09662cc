// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_cells.h"

#include <QFontMetricsF>
#include <QLinearGradient>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "ui/plot/ticks.h"

namespace throughline::ui {

namespace {

constexpr double kGapPx = 1.0;
constexpr double kTextMarginPx = 4.0;
/// Five stops of viridis (S. van der Walt, N. Smith 2015, CC0): lightness grows evenly.
constexpr std::array<QRgb, 5> kStops{0xFF440154, 0xFF3B528B, 0xFF21918C, 0xFF5EC962, 0xFFFDE725};

/// Black or white, whichever stands out: by relative luminance (WCAG 2.1, without its gamma).
QColor textOn(const QColor& ground) {
    constexpr double kMiddle = 0.45;
    const double luminance =
        0.2126 * ground.redF() + 0.7152 * ground.greenF() + 0.0722 * ground.blueF();
    return luminance > kMiddle ? Qt::black : Qt::white;
}

/// With a gap around it, where that leaves most of the cell; else its edges lie on whole pixels, or
/// the ground would show through between narrow ones.
QRectF drawnBox(const QRectF& cell) {
    constexpr double kWithGapMin = 8.0;
    const double across = cell.width() < kWithGapMin ? 0.0 : kGapPx;
    const double up = cell.height() < kWithGapMin ? 0.0 : kGapPx;
    const QRectF box = cell.adjusted(across, up, -across, -up);
    const auto edge = [](double at, double gap) { return gap > 0.0 ? at : std::round(at); };
    return {QPointF(edge(box.left(), across), edge(box.top(), up)),
            QPointF(edge(box.right(), across), edge(box.bottom(), up))};
}

/// Cells that are all equal are neither the least nor the most.
constexpr double kShareOfEquals = 0.5;

}  // namespace

Span cellRange(const PlotAxis& z, const PlotSeries& series) {
    if (z.range) {
        return *z.range;
    }
    Span range{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const PlotPoint& point : series.points) {
        if (std::isfinite(point.z)) {
            range = {std::min(range.low, point.z), std::max(range.high, point.z)};
        }
    }
    return range;
}

QColor cellColour(double share) {
    const double at = std::clamp(share, 0.0, 1.0) * static_cast<double>(kStops.size() - 1);
    const auto first = std::min(static_cast<std::size_t>(at), kStops.size() - 2);
    const double t = at - static_cast<double>(first);
    const QColor a(kStops[first]);
    const QColor b(kStops[first + 1]);
    const auto between = [&](float low, float high) {
        return static_cast<float>(low + (high - low) * t);
    };
    return QColor::fromRgbF(between(a.redF(), b.redF()),
                            between(a.greenF(), b.greenF()),
                            between(a.blueF(), b.blueF()));
}

void paintCells(QPainter& painter, const PlotFrame& frame, const PlotMap& map, std::size_t series) {
    const PlotSeries& cells = frame.model.series[series];
    const PlacedSeries& placed = frame.placed[series];
    if (!frame.model.z || cells.points.empty()) {
        return;
    }
    const Span range = cellRange(*frame.model.z, cells);
    const QFontMetricsF metrics(frame.look.font);
    bool room = true;
    for (std::size_t p = 0; room && p < cells.points.size(); ++p) {
        if (!std::isfinite(placed.places[p].x())) {
            continue;
        }
        const QRectF box = cellOf(placed, p, map);
        const double width =
            metrics.horizontalAdvance(valueText(*frame.model.z, cells.points[p].z));
        room = width + 2 * kTextMarginPx < box.width() && metrics.height() < box.height();
    }
    painter.setFont(frame.look.font);
    for (std::size_t p = 0; p < cells.points.size(); ++p) {
        const double z = cells.points[p].z;
        if (!std::isfinite(z) || !std::isfinite(placed.places[p].x())) {
            continue;
        }
        const QRectF box = drawnBox(cellOf(placed, p, map));
        const QColor colour =
            cellColour(range.length() > 0.0 ? (z - range.low) / range.length() : kShareOfEquals);
        painter.fillRect(box, colour);
        if (room) {
            painter.setPen(textOn(colour));
            painter.drawText(box, Qt::AlignCenter, valueText(*frame.model.z, z));
        }
    }
}

void paintCellSwatch(QPainter& painter,
                     const PlotAxis& z,
                     const PlotSeries& series,
                     const QRectF& box) {
    const Span range = cellRange(z, series);
    if (range.low == range.high) {
        painter.fillRect(box.adjusted(0, 1, 0, -1), cellColour(kShareOfEquals));
        return;
    }
    QLinearGradient scale(box.topLeft(), box.topRight());
    for (std::size_t i = 0; i < kStops.size(); ++i) {
        scale.setColorAt(static_cast<double>(i) / static_cast<double>(kStops.size() - 1),
                         QColor(kStops[i]));
    }
    painter.fillRect(box.adjusted(0, 1, 0, -1), scale);
}

}  // namespace throughline::ui
