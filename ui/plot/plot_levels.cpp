// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_levels.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "ui/plot/plot_text.h"

namespace throughline::ui {

namespace {

constexpr double kPenPx = 1.4;
constexpr double kTextGapPx = 4.0;
constexpr double kWidthShareMax = 0.62;  ///< of the area, so that there is another side
constexpr double kMarkerPx = 5.0;        ///< about half of one
constexpr int kGroundAlpha = 190;        ///< of 255: lines behind a text fade, but show

struct PlacedLevel {
    const PlotLevel* level;
    double y_px;
};

/// From the highest to the lowest.
std::vector<PlacedLevel> levelsInView(const PlotFrame& frame, const PlotMap& map) {
    std::vector<PlacedLevel> levels;
    for (const PlotLevel& level : frame.model.levels) {
        const double place = placeOf(level.y, frame.model.y.scale);
        if (frame.range.y.contains(place)) {  // false for NaN
            levels.push_back({&level, map.toPixel({frame.range.x.low, place}, false).y()});
        }
    }
    std::sort(levels.begin(), levels.end(), [](const PlacedLevel& a, const PlacedLevel& b) {
        return a.y_px < b.y_px;
    });
    return levels;
}

/// Above its line each, or below the texts that are there already.
std::vector<PlacedText> textsAtTheRight(const PlotFrame& frame, const PlotMap& map) {
    const QFontMetricsF metrics(frame.look.font);
    const QRectF& area = map.area;
    std::vector<PlacedText> texts;
    double free_from = area.top();
    for (const auto& [level, y_px] : levelsInView(frame, map)) {
        const QString text = levelText(frame.model, *level, metrics, area.width() * kWidthShareMax);
        const double width = metrics.horizontalAdvance(text);
        const double top = std::max(free_from, y_px - metrics.height());
        const QRectF box(
            area.right() - width - kTextGapPx, top, width + kTextGapPx / 2, metrics.height());
        if (box.bottom() > area.bottom()) {
            break;
        }
        free_from = box.bottom();
        texts.push_back({.box = box, .text = text});
    }
    return texts;
}

/// Whether the texts cover more points than they would at the left. Curves of samples, which are
/// everywhere, are not looked at.
bool hidesMore(const PlotFrame& frame, const PlotMap& map, const std::vector<PlacedText>& texts) {
    constexpr std::size_t kPointsMax = 200;
    int right = 0;
    int left = 0;
    for (const PlacedSeries& placed : frame.placed) {
        if (!placed.visible || placed.reference || placed.places.size() > kPointsMax) {
            continue;
        }
        for (const QPointF& place : placed.places) {
            const QPointF at = map.toPixel(place, placed.onSecondAxis);
            for (const PlacedText& text : texts) {
                const QRectF box = text.box.adjusted(-kMarkerPx, -kMarkerPx, kMarkerPx, kMarkerPx);
                right += box.contains(at) ? 1 : 0;  // false for NaN
                left += box.translated(map.area.left() - text.box.left(), 0.0).contains(at) ? 1 : 0;
            }
        }
    }
    return right > left;
}

}  // namespace

void paintLevelLines(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout) {
    const PlotMap map{layout.area, frame.range};
    const Theme& theme = frame.look.theme;
    painter.save();
    painter.setClipRect(map.area);
    for (const auto& [level, y_px] : levelsInView(frame, map)) {
        const QColor colour =
            level->colourSlot < 0 ? theme.text : runColour(level->colourSlot, theme.dark);
        painter.setPen(QPen(colour, kPenPx, Qt::DashLine));
        painter.drawLine(QPointF(map.area.left(), y_px), QPointF(map.area.right(), y_px));
    }
    painter.restore();
}

void paintLevelTexts(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout) {
    const PlotMap map{layout.area, frame.range};
    const Theme& theme = frame.look.theme;
    std::vector<PlacedText> texts = textsAtTheRight(frame, map);
    if (hidesMore(frame, map, texts)) {
        for (PlacedText& text : texts) {
            text.box.moveLeft(map.area.left() + kTextGapPx);
        }
    }
    painter.save();
    painter.setClipRect(map.area);
    painter.setFont(frame.look.font);
    for (const PlacedText& text : texts) {
        QColor ground = theme.surface;
        ground.setAlpha(kGroundAlpha);
        painter.fillRect(text.box, ground);
        painter.setPen(theme.text);
        painter.drawText(text.box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, text.text);
    }
    painter.restore();
}

}  // namespace throughline::ui
