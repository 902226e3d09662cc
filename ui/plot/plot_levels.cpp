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
constexpr int kGroundAlpha = 190;  ///< of 255: lines behind a text fade, but show

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
    const QRectF& area = layout.area;
    const QFontMetricsF metrics(frame.look.font);
    const Theme& theme = frame.look.theme;
    painter.save();
    painter.setClipRect(area);
    painter.setFont(frame.look.font);
    double free_from = area.top();  // texts are placed downwards
    for (const auto& [level, y_px] : levelsInView(frame, map)) {
        const QString text = metrics.elidedText(
            levelText(frame.model, *level), Qt::ElideMiddle, area.width() - 2 * kTextGapPx);
        const double width = metrics.horizontalAdvance(text);
        // Above its line, or below the texts that are there already.
        const double top = std::max(free_from, y_px - metrics.height());
        const QRectF box(
            area.right() - width - kTextGapPx, top, width + kTextGapPx / 2, metrics.height());
        if (box.bottom() > area.bottom()) {
            break;
        }
        free_from = box.bottom();
        QColor ground = theme.surface;
        ground.setAlpha(kGroundAlpha);
        painter.fillRect(box, ground);
        painter.setPen(theme.text);
        painter.drawText(box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, text);
    }
    painter.restore();
}

}  // namespace throughline::ui
