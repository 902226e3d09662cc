// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_notes.h"

#include <QFontMetricsF>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace throughline::ui {

namespace {

constexpr double kWidthMaxPx = 220.0;
constexpr double kPaddingPx = 5.0;
constexpr std::array kDistancesPx{22.0, 48.0, 84.0};
constexpr int kNoteGroundAlpha = 235;  ///< of 255
constexpr int kWrapped = static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextWordWrap;

/// Where a box of `size` may stand around a point, the nearest first.
std::vector<QRectF> placesAround(const QPointF& point, const QSizeF& size) {
    std::vector<QRectF> places;
    for (const double away : kDistancesPx) {
        for (const auto& [x, y] : {std::pair{1.0, -1.0}, {-1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}}) {
            const double left =
                x > 0 ? point.x() + away * 0.7 : point.x() - away * 0.7 - size.width();
            const double top =
                y > 0 ? point.y() + away * 0.7 : point.y() - away * 0.7 - size.height();
            places.emplace_back(QPointF(left, top), size);
        }
    }
    return places;
}

/// What a box would hide: other notes first, then what is drawn.
double coveredBy(const QRectF& box,
                 const std::vector<PlacedNote>& notes,
                 const std::vector<QPointF>& drawn) {
    constexpr double kNoteCosts = 1000.0;
    double covered = 0.0;
    for (const PlacedNote& note : notes) {
        covered += note.box.intersects(box) || box.contains(note.point) ? kNoteCosts : 0.0;
    }
    const auto hidden =
        std::ranges::count_if(drawn, [&](const QPointF& pixel) { return box.contains(pixel); });
    return covered + static_cast<double>(hidden);
}

QRectF bestPlace(const QPointF& point,
                 const QSizeF& size,
                 const QRectF& area,
                 const std::vector<PlacedNote>& notes,
                 const std::vector<QPointF>& drawn) {
    QRectF best;
    double least = std::numeric_limits<double>::infinity();
    for (QRectF box : placesAround(point, size)) {
        box.moveLeft(std::clamp(
            box.left(), area.left(), std::max(area.left(), area.right() - size.width())));
        box.moveTop(
            std::clamp(box.top(), area.top(), std::max(area.top(), area.bottom() - size.height())));
        const double covered = coveredBy(box, notes, drawn) + (box.contains(point) ? 0.5 : 0.0);
        if (covered < least) {
            least = covered;
            best = box;
        }
    }
    return best;
}

}  // namespace

std::vector<QPointF> drawnPixels(const PlotFrame& frame, const PlotMap& map) {
    constexpr double kStepPx = 10.0;
    std::vector<QPointF> drawn;
    for (std::size_t s = 0; s < frame.placed.size(); ++s) {
        const PlacedSeries& placed = frame.placed[s];
        QPointF before;
        bool joined = false;
        for (std::size_t p = 0; placed.visible && p < placed.places.size(); ++p) {
            const QPointF pixel = map.toPixel(placed.places[p], placed.onSecondAxis);
            if (!hasPlace(pixel) || !map.area.contains(pixel)) {
                joined = false;
                continue;
            }
            const QPointF way =
                joined && frame.model.series[s].isLine() ? pixel - before : QPointF();
            const double steps = std::hypot(way.x(), way.y()) / kStepPx;
            for (int i = 1; i < steps; ++i) {
                drawn.push_back(before + way * (i / steps));
            }
            drawn.push_back(pixel);
            before = pixel;
            joined = true;
        }
    }
    return drawn;
}

std::vector<PlacedNote> placedNotes(const PlotFrame& frame, const PlotLayout& layout) {
    const PlotMap map{layout.area, frame.range};
    std::vector<PlacedNote> pinned;
    for (std::size_t s = 0; s < frame.placed.size(); ++s) {
        const PlacedSeries& placed = frame.placed[s];
        const bool counts = placed.visible && placed.pinned;
        for (std::size_t p = 0; counts && p < placed.places.size(); ++p) {
            const QPointF pixel = map.toPixel(placed.places[p], placed.onSecondAxis);
            const QString& text = frame.model.series[s].points[p].pin;
            if (!text.isEmpty() && hasPlace(pixel) && map.area.contains(pixel)) {
                pinned.push_back({.point = pixel, .box = {}, .text = text});
            }
        }
    }
    if (pinned.empty()) {
        return pinned;
    }
    const QRectF area = layout.area.adjusted(2, 2, -2, -2);
    const QFontMetricsF metrics(frame.look.font);
    const std::vector<QPointF> drawn = drawnPixels(frame, map);
    std::vector<PlacedNote> notes;
    for (PlacedNote& note : pinned) {
        const double width = std::min(kWidthMaxPx, layout.area.width() / 2);
        const QRectF text = metrics.boundingRect(QRectF(0, 0, width, 1e4), kWrapped, note.text);
        const QSizeF size(std::ceil(text.width()) + 2 * kPaddingPx,
                          std::ceil(text.height()) + 2 * kPaddingPx);
        note.box = bestPlace(note.point, size, area, notes, drawn);
        notes.push_back(std::move(note));
    }
    return notes;
}

void paintNotes(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout) {
    const std::vector<PlacedNote> notes = placedNotes(frame, layout);
    const Theme& theme = frame.look.theme;
    painter.save();
    painter.setFont(frame.look.font);
    painter.setPen(QPen(theme.axis, 1.0));
    for (const PlacedNote& note : notes) {
        const QPointF near(std::clamp(note.point.x(), note.box.left(), note.box.right()),
                           std::clamp(note.point.y(), note.box.top(), note.box.bottom()));
        painter.drawLine(note.point, near);
    }
    QColor ground = theme.surface;
    ground.setAlpha(kNoteGroundAlpha);
    for (const PlacedNote& note : notes) {
        painter.setPen(QPen(theme.axis, 1.0));
        painter.setBrush(ground);
        painter.drawRoundedRect(note.box, 3.0, 3.0);
        painter.setPen(theme.text);
        painter.drawText(note.box.adjusted(kPaddingPx, kPaddingPx, -kPaddingPx + 1, -kPaddingPx),
                         kWrapped,
                         note.text);
    }
    painter.restore();
}

}  // namespace throughline::ui
