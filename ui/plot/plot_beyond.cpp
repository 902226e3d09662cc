// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_beyond.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

#include "ui/plot/plot_bars.h"
#include "ui/plot/plot_map.h"
#include "ui/style/theme.h"

namespace throughline::ui {

namespace {

constexpr double kBeyondStepPx = 10.0;
constexpr double kBeyondTextGapPx = 5.0;
constexpr int kBeyondGroundAlpha = 215;  ///< of 255: the hatching fades behind the words

}  // namespace

QRectF areaBeyond(const PlotFrame& frame, const PlotLayout& layout) {
    if (!frame.model.beyond) {
        return {};
    }
    const double place = placeOf(frame.model.beyond->x, frame.model.x.scale);
    const PlotMap map{layout.area, frame.range};
    const double left =
        std::isfinite(place)
            ? std::max(layout.area.left(), map.toPixel({place, frame.range.y.low}, false).x())
            : layout.area.left();
    const double width = layout.area.right() - left;
    return width > 0.0 ? QRectF(left, layout.area.top(), width, layout.area.height()) : QRectF();
}

void paintBeyond(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout) {
    const QRectF area = areaBeyond(frame, layout);
    if (area.isEmpty()) {
        return;
    }
    painter.setPen(QPen(frame.look.theme.grid, 1.0));
    paintHatching(painter, area, true, kBeyondStepPx);
    painter.setPen(QPen(frame.look.theme.axis, 1.0, Qt::DashLine));
    if (area.left() > layout.area.left()) {
        painter.drawLine(area.topLeft(), area.bottomLeft());
    }
}

void paintBeyondText(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout) {
    const QRectF area = areaBeyond(frame, layout);
    if (area.isEmpty() || frame.model.beyond->text.isEmpty()) {
        return;
    }
    const QFontMetricsF metrics(frame.look.font);
    const QString text = metrics.elidedText(
        frame.model.beyond->text, Qt::ElideRight, layout.area.width() - 2 * kBeyondTextGapPx);
    QRectF box(0.0, 0.0, metrics.horizontalAdvance(text) + kBeyondTextGapPx, metrics.height());
    // Rates rise to the right, and shares of an ideal stay high: there is room at this foot.
    box.moveBottomRight(
        {layout.area.right() - kBeyondTextGapPx, layout.area.bottom() - kBeyondTextGapPx});
    QColor ground = frame.look.theme.surface;
    ground.setAlpha(kBeyondGroundAlpha);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawRect(box);
    painter.setPen(frame.look.theme.mutedText);
    painter.drawText(box, int(Qt::AlignCenter) | Qt::TextDontClip, text);
}

}  // namespace throughline::ui
