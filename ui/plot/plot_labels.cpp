// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_labels.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "ui/plot/plot_levels.h"
#include "ui/plot/plot_notes.h"

namespace throughline::ui {

namespace {

constexpr std::size_t kLabelsMax = 60;
constexpr double kBesidePointPx = 6.0;
constexpr double kClearOfPointsPx = 3.0;
constexpr std::ptrdiff_t kStruck = 1000;  ///< a text with a line through it, in pixels hidden

struct Labelled {
    QPointF pixel;
    const QString* text;
    std::size_t series;
};

/// The points in view that have a label, and the places of all points in view.
std::vector<Labelled> labelledPoints(const PlotFrame& frame,
                                     const PlotMap& map,
                                     std::vector<QPointF>& points) {
    std::vector<Labelled> labelled;
    for (std::size_t s = 0; s < frame.placed.size(); ++s) {
        const PlacedSeries& placed = frame.placed[s];
        for (std::size_t p = 0; placed.visible && p < placed.places.size(); ++p) {
            const QPointF pixel = map.toPixel(placed.places[p], placed.onSecondAxis);
            // QRectF::contains() is true for NaN, which is no place.
            if (!hasPlace(pixel) || !map.area.contains(pixel)) {
                continue;
            }
            points.push_back(pixel);
            const QString& text = frame.model.series[s].points[p].label;
            if (!text.isEmpty() && frame.model.series[s].stack < 0) {  // else it stands in its part
                labelled.push_back({pixel, &text, s});
            }
        }
        if (labelled.size() > kLabelsMax) {
            return {};
        }
    }
    return labelled;
}

bool coversAny(const QRectF& box,
               const std::vector<QPointF>& points,
               const std::vector<PlacedLabel>& labels,
               const std::vector<PlacedText>& texts) {
    const double clear = kClearOfPointsPx;
    const QRectF wide = box.adjusted(-clear, -clear, clear, clear);
    return std::ranges::any_of(points, [&](const QPointF& at) { return wide.contains(at); }) ||
           std::ranges::any_of(labels,
                               [&](const auto& other) { return other.box.intersects(box); }) ||
           std::ranges::any_of(texts, [&](const auto& other) { return other.box.intersects(box); });
}

}  // namespace

std::vector<PlacedLabel> placedLabels(const PlotFrame& frame, const PlotLayout& layout) {
    const PlotMap map{layout.area, frame.range};
    std::vector<QPointF> points;
    std::vector<PlacedLabel> labels;
    const std::vector<Labelled> labelled = labelledPoints(frame, map, points);
    if (labelled.empty()) {
        return labels;
    }
    const std::vector<QPointF> drawn = drawnPixels(frame, map);
    const std::vector<PlacedText> texts = levelTexts(frame, layout);
    const std::vector<double> levels = levelPixels(frame, layout);
    const QFontMetricsF metrics(frame.look.font);
    for (const Labelled& one : labelled) {
        const double wide = metrics.horizontalAdvance(*one.text);
        const double high = metrics.height();
        std::optional<QRectF> best;
        std::ptrdiff_t least = 0;
        const auto tryAt = [&](double x, double y) {
            const QRectF box(one.pixel + QPointF(x, y), QSizeF(wide, high));
            const auto struck = std::ranges::count_if(
                levels, [&](double at_y) { return box.top() < at_y && at_y < box.bottom(); });
            const auto hidden =
                kStruck * struck + std::ranges::count_if(drawn, [&](const QPointF& pixel) {
                    return box.contains(pixel);
                });
            if (layout.area.contains(box) && !coversAny(box, points, labels, texts) &&
                (!best || hidden < least)) {
                best = box;
                least = hidden;
            }
        };
        // Below to the right first: most curves rise.
        for (const auto& [x, y] : {std::pair{kBesidePointPx, kBesidePointPx / 2},
                                   {-kBesidePointPx - wide, -kBesidePointPx / 2 - high},
                                   {kBesidePointPx, -kBesidePointPx / 2 - high},
                                   {-kBesidePointPx - wide, kBesidePointPx / 2},
                                   {-wide / 2, kBesidePointPx},
                                   {-wide / 2, -kBesidePointPx - high},
                                   {kBesidePointPx, -high / 2},
                                   {-kBesidePointPx - wide, -high / 2}}) {
            tryAt(x, y);
        }
        if (!best) {  // past the label of a neighbour
            tryAt(-wide / 2, kBesidePointPx + high);
            tryAt(-wide / 2, -kBesidePointPx - 2 * high);
        }
        if (best) {
            labels.push_back({*best, *one.text, one.series});
        }
    }
    return labels;
}

void paintLabels(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout) {
    painter.save();
    painter.setFont(frame.look.font);
    for (const PlacedLabel& label : placedLabels(frame, layout)) {
        painter.setPen(frame.look.theme.text);
        painter.drawText(label.box, Qt::AlignCenter | Qt::TextDontClip, label.text);
    }
    painter.restore();
}

}  // namespace throughline::ui
