// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_levels.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QLineF>
#include <QPainterPath>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>

#include "ui/plot/plot_text.h"

namespace throughline::ui {

namespace {

constexpr double kPenPx = 1.4;
constexpr double kTextGapPx = 4.0;
/// Of the area: so that there is another side; where the place is taken or the text would hide
/// points, two or three beside each other.
constexpr std::array kWidthShares{0.62, 0.46, 0.34};
constexpr double kLevelMarkerPx = 5.0;  ///< about half of one
constexpr int kHiddenByMarker = 4;      ///< so much more than a line, which goes on at both sides
constexpr int kLevelGroundAlpha = 190;  ///< of 255: lines behind a text fade, but show

struct PlacedLevel {
    const PlotLevel* level;
    double y_px;
};

/// From the highest to the lowest.
std::vector<PlacedLevel> levelsInView(const PlotFrame& frame, const PlotMap& map) {
    std::vector<PlacedLevel> levels;
    for (const PlotLevel& level : frame.model.levels) {
        const double place = placeOf(level.y, frame.model.y.scale);
        if (frame.model.isShown(level) && frame.range.y.contains(place)) {  // false for NaN
            levels.push_back({&level, map.toPixel({frame.range.x.low, place}, false).y()});
        }
    }
    std::ranges::sort(levels,
                      [](const PlacedLevel& a, const PlacedLevel& b) { return a.y_px < b.y_px; });
    return levels;
}

/// Pixels of the markers, and of the lines between them, that a text can cover. Curves of samples,
/// which are everywhere, are not looked at.
struct Obstacles {
    std::vector<QPointF> points;
    std::vector<QLineF> lines;
};

Obstacles obstaclesOf(const PlotFrame& frame, const PlotMap& map) {
    constexpr std::size_t kPointsMax = 200;
    Obstacles found;
    for (std::size_t s = 0; s < frame.placed.size(); ++s) {
        const PlacedSeries& placed = frame.placed[s];
        if (!placed.visible || placed.kind == SeriesKind::Reference ||
            placed.places.size() > kPointsMax) {
            continue;
        }
        const bool joined = frame.model.series[s].isLine() && placed.ascending;
        std::optional<QPointF> before;
        for (const QPointF& place : placed.places) {
            const QPointF at = map.toPixel(place, placed.onSecondAxis);
            if (!std::isfinite(at.x()) || !std::isfinite(at.y())) {
                before.reset();
                continue;
            }
            found.points.push_back(at);
            if (joined && before) {
                found.lines.emplace_back(*before, at);
            }
            before = at;
        }
    }
    return found;
}

bool crosses(const QLineF& line, const QRectF& box) {
    return box.contains(line.p1()) || box.contains(line.p2()) ||
           line.intersects({box.topLeft(), box.bottomRight()}) == QLineF::BoundedIntersection ||
           line.intersects({box.bottomLeft(), box.topRight()}) == QLineF::BoundedIntersection;
}

/// How much a text hides.
int hiddenBy(const QRectF& box,
             const Obstacles& obstacles,
             const std::vector<PlacedLevel>& levels) {
    const QRectF near =
        box.adjusted(-kLevelMarkerPx, -kLevelMarkerPx, kLevelMarkerPx, kLevelMarkerPx);
    int hidden = 0;
    for (const QPointF& point : obstacles.points) {
        hidden += near.contains(point) ? kHiddenByMarker : 0;
    }
    for (const QLineF& line : obstacles.lines) {
        hidden += crosses(line, box) ? 1 : 0;
    }
    for (const PlacedLevel& level : levels) {
        hidden += box.top() < level.y_px && level.y_px < box.bottom() ? 1 : 0;
    }
    return hidden;
}

bool isFree(const QRectF& box, const QRectF& area, const std::vector<PlacedText>& texts) {
    return box.top() >= area.top() && box.bottom() <= area.bottom() &&
           std::ranges::none_of(texts,
                                [&](const PlacedText& text) { return text.box.intersects(box); });
}

/// Above or below its line, where it hides least: at the right or the left if these are as good as
/// what lies between. None: other texts stand everywhere along its line.
std::optional<QRectF> placeOfText(const QSizeF& size,
                                  const PlacedLevel& level,
                                  const PlotMap& map,
                                  const std::vector<PlacedText>& texts,
                                  const std::function<int(const QRectF&)>& hidden) {
    const double right = map.area.right() - size.width() - kTextGapPx / 2;
    const double left = map.area.left() + kTextGapPx;
    const double above = level.y_px - size.height();
    std::optional<QRectF> best;
    int least = 0;
    const auto consider = [&](double along, double top) {
        const QRectF box(QPointF(left + (right - left) * along, top), size);
        if (!isFree(box, map.area, texts)) {
            return;
        }
        if (const int hides = hidden(box); !best || hides < least) {
            best = box;
            least = hides;
        }
    };
    for (const double top : {above, level.y_px}) {
        consider(1.0, top);
        consider(0.0, top);
    }
    for (const double along : {0.75, 0.5, 0.25}) {
        consider(along, above);
        consider(along, level.y_px);
    }
    return best;
}

/// Of a text that speaks of no one line: from this line down, then from the top.
std::optional<QRectF> anyPlaceOfText(const QSizeF& size,
                                     const PlacedLevel& level,
                                     const PlotMap& map,
                                     const std::vector<PlacedText>& texts) {
    const double right = map.area.right() - size.width() - kTextGapPx / 2;
    const double from = std::max(level.y_px - size.height(), map.area.top());
    for (const QPointF& start : {QPointF(right, from),
                                 QPointF(right, map.area.top()),
                                 QPointF(map.area.left() + kTextGapPx, map.area.top())}) {
        QRectF box(start, size);
        while (box.bottom() <= map.area.bottom()) {
            const auto taken = std::ranges::find_if(
                texts, [&](const PlacedText& text) { return text.box.intersects(box); });
            if (taken == texts.end()) {
                return box;
            }
            box.moveTop(taken->box.bottom());
        }
    }
    return std::nullopt;
}

}  // namespace

std::vector<double> levelPixels(const PlotFrame& frame, const PlotLayout& layout) {
    std::vector<double> pixels;
    for (const PlacedLevel& level : levelsInView(frame, {layout.area, frame.range})) {
        pixels.push_back(level.y_px);
    }
    return pixels;
}

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

std::vector<PlacedText> levelTexts(const PlotFrame& frame, const PlotLayout& layout) {
    const PlotMap map{layout.area, frame.range};
    const QFontMetricsF metrics(frame.look.font);
    const std::vector<PlacedLevel> levels = levelsInView(frame, map);
    if (levels.empty()) {
        return {};
    }
    const Obstacles obstacles = obstaclesOf(frame, map);
    const auto hidden = [&](const QRectF& box) { return hiddenBy(box, obstacles, levels); };
    const auto size_of = [&metrics](const QString& text) {
        return QSizeF(metrics.horizontalAdvance(text) + kTextGapPx / 2, metrics.height());
    };
    std::vector<PlacedText> texts;
    std::vector<PlacedLevel> left_out;
    for (const PlacedLevel& level : levels) {
        std::optional<PlacedText> best;
        for (const double share : kWidthShares) {
            const QString text =
                levelText(frame.model, *level.level, metrics, map.area.width() * share);
            const QSizeF size = size_of(text);
            const auto box = size.width() + kTextGapPx <= map.area.width()
                                 ? placeOfText(size, level, map, texts, hidden)
                                 : std::nullopt;
            if (box && (!best || (hidden(best->box) >= kHiddenByMarker &&
                                  hidden(*box) < hidden(best->box)))) {
                best = PlacedText{.box = *box, .text = text};
            }
        }
        if (best) {
            texts.push_back(*std::move(best));
        } else {
            left_out.push_back(level);
        }
    }
    if (!left_out.empty()) {
        const QString text = QCoreApplication::translate(
            "Plot", "and %n more", nullptr, static_cast<int>(left_out.size()));
        auto box = placeOfText(size_of(text), left_out.front(), map, texts, hidden);
        box = box ? box : anyPlaceOfText(size_of(text), left_out.front(), map, texts);
        if (box) {
            texts.push_back({.box = *box, .text = text});
        }
    }
    return texts;
}

/// Behind a text, but not over a point: a figure is never hidden by words.
static QPainterPath groundOf(const QRectF& box, const Obstacles& obstacles) {
    constexpr double kClearPx = kLevelMarkerPx + 1.5;
    QPainterPath ground;
    ground.addRect(box);
    for (const QPointF& point : obstacles.points) {
        if (box.adjusted(-kClearPx, -kClearPx, kClearPx, kClearPx).contains(point)) {
            QPainterPath marker;
            marker.addEllipse(point, kClearPx, kClearPx);
            ground = ground.subtracted(marker);
        }
    }
    return ground;
}

void paintLevelTexts(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout) {
    const PlotMap map{layout.area, frame.range};
    const Theme& theme = frame.look.theme;
    const std::vector<PlacedText> texts = levelTexts(frame, layout);
    const Obstacles obstacles = obstaclesOf(frame, map);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setClipRect(map.area);
    painter.setFont(frame.look.font);
    for (const PlacedText& text : texts) {
        QColor ground = theme.surface;
        ground.setAlpha(kLevelGroundAlpha);
        painter.fillPath(groundOf(text.box, obstacles), ground);
        painter.setPen(theme.text);
        painter.drawText(text.box, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, text.text);
    }
    painter.restore();
}

}  // namespace throughline::ui
