// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_cursor.h"

#include <QFontMetricsF>
#include <algorithm>
#include <cmath>

namespace throughline::ui {

namespace {

constexpr double kTooltipDistancePx = 14.0;
constexpr double kTooltipPaddingPx = 8.0;
constexpr double kRingPx = 8.0;
constexpr double kValuesPaddingPx = 6.0;
constexpr int kCursorGroundAlpha = 225;  ///< of 255: curves behind the values fade, but show

void paintTooltip(QPainter& painter,
                  const PlotCursor& cursor,
                  const QRectF& area,
                  const QSizeF& size,
                  const PlotLook& look) {
    QFont bold = look.font;
    bold.setBold(true);
    const QFontMetricsF metrics(look.font);
    const QFontMetricsF bold_metrics(bold);
    const double widest_allowed = size.width() - 2 * kTooltipPaddingPx - 4.0;
    double width = 0.0;
    QStringList lines;
    for (qsizetype i = 0; i < cursor.tooltip.size(); ++i) {
        const QFontMetricsF& own = i == 0 ? bold_metrics : metrics;
        lines << own.elidedText(cursor.tooltip[i], Qt::ElideMiddle, widest_allowed);
        width = std::max(width, own.horizontalAdvance(lines.back()) + 1.0);
    }
    const double line = metrics.height() * 1.15;
    const QSizeF box(width + 2 * kTooltipPaddingPx,
                     line * static_cast<double>(lines.size()) + 1.5 * kTooltipPaddingPx);
    // Beside the titles of the axes, where there is the room.
    const bool fits = box.width() + 4.0 <= area.width() && box.height() + 4.0 <= area.height();
    const QRectF rect = tooltipRect(box, *cursor.marked, fits ? area : QRectF(QPointF(), size));
    painter.setPen(QPen(look.theme.border, 1.0));
    painter.setBrush(look.theme.surface);
    painter.drawRoundedRect(rect, 4.0, 4.0);
    QRectF text(
        rect.left() + kTooltipPaddingPx, rect.top() + kTooltipPaddingPx * 0.75, width, line);
    for (qsizetype i = 0; i < lines.size(); ++i) {
        painter.setFont(i == 0 ? bold : look.font);
        painter.setPen(i <= 2 ? look.theme.text : look.theme.mutedText);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, lines[i]);
        text.translate(0.0, line);
    }
}

/// The values in a box beside the line, each with its curve's colour.
void paintValues(QPainter& painter,
                 const PlotCursor& cursor,
                 const QRectF& area,
                 const PlotLook& look) {
    const QFontMetricsF metrics(look.font);
    const double line = metrics.height();
    const double dot = line / 2;
    double width = 0.0;
    for (const CursorValue& value : cursor.values) {
        width = std::max(width, metrics.horizontalAdvance(value.text));
    }
    const auto fitting = static_cast<std::size_t>(std::max(1.0, area.height() / line - 1.0));
    const std::size_t shown = std::min(cursor.values.size(), fitting);
    const QSizeF size(width + dot + 3 * kValuesPaddingPx,
                      line * static_cast<double>(shown) + kValuesPaddingPx);
    double left = *cursor.followed + kValuesPaddingPx;
    if (left + size.width() > area.right()) {
        left = std::max(area.left(), *cursor.followed - kValuesPaddingPx - size.width());
    }
    const QRectF box(QPointF(left, area.top() + kValuesPaddingPx), size);
    QColor ground = look.theme.surface;
    ground.setAlpha(kCursorGroundAlpha);
    painter.setPen(QPen(look.theme.border, 1.0));
    painter.setBrush(ground);
    painter.drawRect(box);
    painter.setFont(look.font);
    QRectF text(box.left() + dot + 2 * kValuesPaddingPx,
                box.top() + kValuesPaddingPx / 2,
                width + 1.0,
                line);
    for (std::size_t i = 0; i < shown; ++i) {
        const CursorValue& value = cursor.values[i];
        painter.setPen(Qt::NoPen);
        painter.setBrush(value.colour);
        painter.drawEllipse(
            QPointF(box.left() + kValuesPaddingPx + dot / 2, text.center().y()), dot / 2, dot / 2);
        painter.setPen(look.theme.text);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip, value.text);
        text.translate(0.0, line);
    }
}

void paintFollowed(QPainter& painter,
                   const PlotCursor& cursor,
                   const QRectF& area,
                   const PlotLook& look) {
    painter.setPen(QPen(look.theme.axis, 1.0, Qt::DashLine));
    painter.drawLine(QPointF(*cursor.followed, area.top()),
                     QPointF(*cursor.followed, area.bottom()));
    painter.setBrush(Qt::NoBrush);
    for (const CursorValue& value : cursor.values) {
        painter.setPen(QPen(value.colour, 2.0));
        if (area.contains(value.at)) {
            painter.drawEllipse(value.at, kRingPx, kRingPx);
        }
    }
    if (!cursor.values.empty()) {
        paintValues(painter, cursor, area, look);
    }
}

}  // namespace

QRectF tooltipRect(const QSizeF& box, const QPointF& point, const QRectF& room) {
    double left = point.x() + kTooltipDistancePx;
    if (left + box.width() > room.right() - 2.0) {
        left = point.x() - kTooltipDistancePx - box.width();
    }
    double top = point.y() - kTooltipDistancePx - box.height();
    if (top < room.top() + 2.0) {
        top = point.y() + kTooltipDistancePx;
    }
    const QPointF first = room.topLeft() + QPointF(2.0, 2.0);
    const QPointF last = room.bottomRight() - QPointF(box.width() + 2.0, box.height() + 2.0);
    left = std::clamp(left, first.x(), std::max(first.x(), last.x()));
    top = std::clamp(top, first.y(), std::max(first.y(), last.y()));
    return {QPointF(std::round(left) + 0.5, std::round(top) + 0.5), box};
}

void paintCursor(QPainter& painter,
                 const PlotCursor& cursor,
                 const QRectF& area,
                 const QSizeF& size,
                 const PlotLook& look) {
    painter.setRenderHint(QPainter::Antialiasing);
    if (cursor.crosshair && area.contains(*cursor.crosshair)) {
        painter.setPen(QPen(look.theme.axis, 1.0, Qt::DashLine));
        const QPointF at = *cursor.crosshair;
        painter.drawLine(QPointF(at.x(), area.top()), QPointF(at.x(), area.bottom()));
        painter.drawLine(QPointF(area.left(), at.y()), QPointF(area.right(), at.y()));
    }
    if (cursor.followed && *cursor.followed >= area.left() && *cursor.followed <= area.right()) {
        paintFollowed(painter, cursor, area, look);
    }
    if (cursor.band) {
        QColor fill = look.theme.accent;
        fill.setAlphaF(0.15F);
        painter.setPen(QPen(look.theme.accent, 1.0));
        painter.setBrush(fill);
        painter.drawRect(*cursor.band);
    }
    if (cursor.marked) {
        painter.setPen(QPen(cursor.markedColour, 2.0));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(*cursor.marked, kRingPx, kRingPx);
        if (!cursor.tooltip.isEmpty()) {
            paintTooltip(painter, cursor, area, size, look);
        }
    }
}

}  // namespace throughline::ui
