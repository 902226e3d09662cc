// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_bars.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <vector>

#include "ui/plot/series_look.h"
#include "ui/plot/ticks.h"

namespace throughline::ui {

namespace {

constexpr double kLabelGapPx = 4.0;
constexpr int kValueGroundAlpha = 190;  ///< of 255: behind a value that stands in its bar
constexpr double kRimPx = 1.6;
constexpr double kVisiblePx = 1.5;  ///< a value above 0 is never drawn lower than this

constexpr double kHatchStepPx = 9.0;
constexpr double kSwatchHatchStepPx = 4.5;
constexpr double kHatchPenPx = 1.4;

void setLooks(QPainter& painter, const PlotSeries& series, const Theme& theme) {
    const QColor colour = seriesColour(series, theme);
    const bool predicted = series.origin == record::Origin::Predicted;
    if (predicted || isHollow(series) || series.fill != BarFill::Plain) {
        painter.setPen(QPen(colour,
                            kRimPx,
                            predicted           ? Qt::DotLine
                            : series.unmeasured ? Qt::DashLine
                                                : Qt::SolidLine));
        painter.setBrush(theme.surface);
    } else {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
    }
}

void paintBox(QPainter& painter,
              const PlotSeries& series,
              const Theme& theme,
              const QRectF& box,
              double hatch_step) {
    setLooks(painter, series, theme);
    painter.drawRect(box);
    if (series.fill == BarFill::Plain) {
        return;
    }
    painter.setPen(QPen(seriesColour(series, theme), kHatchPenPx));
    paintHatching(painter, box, true, hatch_step);
    if (series.fill == BarFill::Crossed) {
        paintHatching(painter, box, false, hatch_step);
    }
}

struct BarLabel {
    QRectF box;
    QString text;
};

/// In the middle of each part of a stack that has room for its own label: above it is the next.
std::vector<BarLabel> labelsInStack(const PlotFrame& frame, const PlotMap& map, std::size_t s) {
    const PlotSeries& series = frame.model.series[s];
    const PlacedSeries& placed = frame.placed[s];
    const QFontMetricsF metrics(frame.look.font);
    std::vector<BarLabel> labels;
    for (std::size_t p = 0; p < placed.places.size(); ++p) {
        const QString& text = series.points[p].label;
        const QRectF bar = barOf(placed, p, map);
        QRectF box(0.0, 0.0, metrics.horizontalAdvance(text), metrics.height());
        if (text.isEmpty() || !std::isfinite(bar.top()) || !map.area.contains(bar.center()) ||
            bar.height() < box.height() + kLabelGapPx || bar.width() < box.width() + kLabelGapPx) {
            continue;
        }
        box.moveCenter(bar.center());
        labels.push_back({box, text});
    }
    return labels;
}

/// Above each bar, or above its interval. Empty where one would meet its neighbour's bar.
std::vector<BarLabel> labelsOf(const PlotFrame& frame, const PlotMap& map, std::size_t s) {
    const PlotSeries& series = frame.model.series[s];
    const PlacedSeries& placed = frame.placed[s];
    if (series.stack >= 0) {
        return labelsInStack(frame, map, s);
    }
    const QFontMetricsF metrics(frame.look.font);
    const bool alone = std::ranges::count_if(
                           frame.placed, [](const auto& one) { return one.halfWidth > 0.0; }) == 1;
    const double category_px = map.area.width() / map.range.x.length();
    std::vector<BarLabel> labels;
    for (std::size_t p = 0; p < placed.places.size(); ++p) {
        const QRectF bar = barOf(placed, p, map);
        if (!std::isfinite(bar.top()) || !map.range.x.contains(placed.places[p].x())) {
            continue;
        }
        const QString text = valueText(frame.model.y, series.points[p].y);
        const double width = metrics.horizontalAdvance(text);
        if (width + kLabelGapPx > (alone ? category_px : bar.width())) {
            return {};
        }
        double foot = bar.top();
        if (series.points[p].hasInterval()) {
            foot = std::min(foot, map.toPixel({0.0, series.points[p].high}, false).y());
        }
        // Where there is no room above, it stands in the bar.
        const double top = std::max(foot - kLabelGapPx - metrics.height(), map.area.top());
        labels.push_back(
            {QRectF(bar.center().x() - width / 2, top, width, metrics.height()), text});
    }
    return labels;
}

}  // namespace

void paintHatching(QPainter& painter, const QRectF& box, bool rising, double step) {
    const double slope = rising ? 1.0 : -1.0;
    // On each line x + slope * y is the same.
    const double ends[] = {slope * box.top(), slope * box.bottom()};
    const double first = box.left() + std::min(ends[0], ends[1]);
    const double last = box.right() + std::max(ends[0], ends[1]);
    const auto end = std::llround(std::ceil(last / step));
    for (auto line = std::llround(std::ceil(first / step)); line < end; ++line) {
        const double c = static_cast<double>(line) * step;
        const double left = std::max(box.left(), c - std::max(ends[0], ends[1]));
        const double right = std::min(box.right(), c - std::min(ends[0], ends[1]));
        if (left < right) {
            painter.drawLine(QPointF(left, (c - left) * slope),
                             QPointF(right, (c - right) * slope));
        }
    }
}

void paintBars(QPainter& painter, const PlotFrame& frame, const PlotMap& map, std::size_t series) {
    const PlotSeries& one = frame.model.series[series];
    const PlacedSeries& placed = frame.placed[series];
    painter.save();
    setLooks(painter, one, frame.look.theme);
    const double rim = painter.pen().style() == Qt::NoPen ? 0.5 : kRimPx;
    for (std::size_t p = 0; p < placed.places.size(); ++p) {
        QRectF bar = barOf(placed, p, map);
        const bool nothing = one.stack >= 0 && one.points[p].y == 0.0;  // no line between others
        if (!std::isfinite(bar.top()) || nothing) {
            continue;
        }
        if (one.points[p].y > 0.0 && bar.height() < kVisiblePx) {
            bar.setTop(bar.bottom() - kVisiblePx);
        }
        paintBox(painter, one, frame.look.theme, bar.adjusted(rim, 0, -rim, 0), kHatchStepPx);
    }
    painter.setFont(frame.look.font);
    painter.setPen(frame.look.theme.text);
    QColor ground = frame.look.theme.surface;
    ground.setAlpha(kValueGroundAlpha);
    for (const BarLabel& label : labelsOf(frame, map, series)) {
        painter.fillRect(label.box.adjusted(-1, 1, 1, -1), ground);
        painter.drawText(
            label.box.adjusted(-1, 0, 1, 0), Qt::AlignCenter | Qt::TextDontClip, label.text);
    }
    painter.restore();
}

void paintBarSwatch(QPainter& painter,
                    const PlotSeries& series,
                    const Theme& theme,
                    const QRectF& box) {
    constexpr double kSidePx = 11.0;
    painter.save();
    QRectF square(0.0, 0.0, kSidePx, kSidePx);
    square.moveCenter(box.center());
    paintBox(painter, series, theme, square, kSwatchHatchStepPx);
    painter.restore();
}

}  // namespace throughline::ui
