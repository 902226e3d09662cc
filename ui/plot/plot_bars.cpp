// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_bars.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>
#include <vector>

#include "ui/plot/ticks.h"

namespace throughline::ui {

namespace {

constexpr double kLabelGapPx = 4.0;
constexpr double kRimPx = 1.6;
constexpr double kVisiblePx = 1.5;  ///< a value above 0 is never drawn lower than this

void setLooks(QPainter& painter, const PlotSeries& series, const Theme& theme) {
    const QColor colour = seriesColour(series, theme);
    const bool predicted = series.origin == run::Origin::Predicted;
    if (predicted || hasHollowMarkers(series.origin)) {
        painter.setPen(QPen(colour, kRimPx, predicted ? Qt::DotLine : Qt::SolidLine));
        painter.setBrush(theme.surface);
    } else {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
    }
}

struct BarLabel {
    QRectF box;
    QString text;
};

/// Above each bar, or above its interval. Empty where one would meet its neighbour's bar.
std::vector<BarLabel> labelsOf(const PlotFrame& frame, const PlotMap& map, std::size_t s) {
    const PlotSeries& series = frame.model.series[s];
    const PlacedSeries& placed = frame.placed[s];
    const QFontMetricsF metrics(frame.look.font);
    const bool alone = std::count_if(frame.placed.begin(), frame.placed.end(), [](const auto& one) {
                           return one.halfWidth > 0.0;
                       }) == 1;
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
        labels.push_back({QRectF(bar.center().x() - width / 2,
                                 foot - kLabelGapPx - metrics.height(),
                                 width,
                                 metrics.height()),
                          text});
    }
    return labels;
}

}  // namespace

void paintBars(QPainter& painter, const PlotFrame& frame, const PlotMap& map, std::size_t series) {
    const PlotSeries& one = frame.model.series[series];
    const PlacedSeries& placed = frame.placed[series];
    painter.save();
    setLooks(painter, one, frame.look.theme);
    for (std::size_t p = 0; p < placed.places.size(); ++p) {
        QRectF bar = barOf(placed, p, map);
        if (!std::isfinite(bar.top())) {
            continue;
        }
        if (placed.places[p].y() > 0.0 && bar.height() < kVisiblePx) {
            bar.setTop(bar.bottom() - kVisiblePx);
        }
        const double rim = painter.pen().style() == Qt::NoPen ? 0.5 : kRimPx;
        painter.drawRect(bar.adjusted(rim, 0, -rim, 0));
    }
    painter.setFont(frame.look.font);
    painter.setPen(frame.look.theme.text);
    for (const BarLabel& label : labelsOf(frame, map, series)) {
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
    setLooks(painter, series, theme);
    QRectF square(0.0, 0.0, kSidePx, kSidePx);
    square.moveCenter(box.center());
    painter.drawRect(square);
    painter.restore();
}

}  // namespace throughline::ui
