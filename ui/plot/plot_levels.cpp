// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_levels.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "ui/plot/ticks.h"

namespace throughline::ui {

namespace {

constexpr double kPenPx = 1.4;
constexpr double kTextGapPx = 4.0;
constexpr int kGroundAlpha = 225;     ///< of 255: lines behind a text fade, but show
constexpr double kLinesOfText = 4.5;  ///< height of the chart, in lines, for each text

struct PlacedLevel {
    const PlotLevel* level;
    double y_px;  ///< above the area where it lies beyond the view
};

std::vector<PlacedLevel> levelsInView(const PlotFrame& frame, const PlotMap& map) {
    std::vector<PlacedLevel> levels;
    for (const PlotLevel& level : frame.model.levels) {
        const double place = placeOf(level.y, frame.model.y.scale);
        const double y = map.toPixel({frame.range.x.low, place}, false).y();
        if (y <= map.area.bottom()) {  // false for NaN
            levels.push_back({&level, y});
        }
    }
    std::sort(levels.begin(), levels.end(), [](const PlacedLevel& a, const PlacedLevel& b) {
        return a.y_px < b.y_px;
    });
    return levels;
}

/// Those that are named. In a low chart some texts would cover the data: what lies beyond the view
/// goes first, the farthest before the nearer.
std::vector<PlacedLevel> levelsNamed(const PlotFrame& frame,
                                     const PlotMap& map,
                                     double line_height) {
    std::vector<PlacedLevel> levels = levelsInView(frame, map);
    const auto room = static_cast<std::size_t>(
        std::max(1.0, std::floor(map.area.height() / (line_height * kLinesOfText))));
    while (levels.size() > room && levels.front().y_px < map.area.top()) {
        levels.erase(levels.begin());
    }
    return levels;
}

}  // namespace

void paintLevelLines(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout) {
    const PlotMap map{layout.area, frame.range};
    const Theme& theme = frame.look.theme;
    painter.save();
    painter.setClipRect(map.area);
    for (const auto& [level, y_px] : levelsInView(frame, map)) {
        if (y_px >= map.area.top()) {
            const QColor colour =
                level->colourSlot < 0 ? theme.text : runColour(level->colourSlot, theme.dark);
            painter.setPen(QPen(colour, kPenPx, Qt::DashLine));
            painter.drawLine(QPointF(map.area.left(), y_px), QPointF(map.area.right(), y_px));
        }
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
    for (const auto& [level, y_px] : levelsNamed(frame, map, metrics.height())) {
        const bool beyond = y_px < area.top();
        const QString value = valueText(frame.model.y, level->y);
        const QString text =
            metrics.elidedText((beyond ? QStringLiteral("\u2191 %1 %2") : QStringLiteral("%1 %2"))
                                   .arg(level->text, value),
                               Qt::ElideMiddle,
                               area.width() - 2 * kTextGapPx);
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
