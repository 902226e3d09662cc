// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/thumbnail.h"

#include <QPainter>
#include <algorithm>
#include <optional>

#include "engine/metrics/registry.h"
#include "engine/spec/choices.h"
#include "ui/charts/chart_kinds.h"
#include "ui/charts/default_choice.h"
#include "ui/charts/study_for_plot.h"
#include "ui/plot/series_look.h"
#include "ui/style/theme.h"

namespace throughline::ui {

namespace {

// In parts of the side.
constexpr qreal kMargin = 0.09;
constexpr qreal kCorner = 0.06;
constexpr qreal kLineWidth = 0.028;
constexpr qreal kDot = 0.085;
constexpr qreal kTextHeight = 0.16;
/// In anything smaller no text is legible, so that the curve has all of it.
constexpr int kSideWithText = 64;

constexpr auto kRate = "images_per_second";

bool isFull(const RunForPlot& run) {
    return run.status == record::RunStatus::Done && spec::is_full(run.settings);
}

StudyForPlot fullRunsOf(const record::Study& study) {
    StudyForPlot shown = studyForPlot(study, 0);
    std::erase_if(shown.runs, [](const RunForPlot& run) { return !isFull(run); });
    return shown;
}

std::optional<double> bestRateOf(const StudyForPlot& study) {
    std::optional<double> best;
    for (const RunForPlot& run : study.runs) {
        if (const auto rate = run.metrics.find(kRate); rate != run.metrics.end()) {
            best = std::max(best.value_or(0.0), rate->second.value);
        }
    }
    return best;
}

/// The points of a curve in `area`, the rate from 0 upwards.
QPolygonF placed(const PlotSeries& series, const QRectF& data, const QRectF& area) {
    QPolygonF line;
    for (const PlotPoint& point : series.points) {
        if (ui::hasPlace(QPointF(point.x, point.y))) {
            const qreal x = data.width() > 0 ? (point.x - data.left()) / data.width() : 0.5;
            line << QPointF(area.left() + x * area.width(),
                            area.bottom() - point.y / data.bottom() * area.height());
        }
    }
    return line;
}

/// What the curves span; y begins at 0. Null: there is no curve.
QRectF spanOf(const PlotModel& model) {
    QRectF span;
    std::optional<Span> x;
    double top = 0.0;
    for (const PlotSeries& series : model.series) {
        for (const PlotPoint& point : series.points) {
            if (ui::hasPlace(QPointF(point.x, point.y))) {
                x = x ? Span{std::min(x->low, point.x), std::max(x->high, point.x)}
                      : Span{point.x, point.x};
                top = std::max(top, point.y);
            }
        }
    }
    if (x && top > 0.0) {
        span = QRectF(QPointF(x->low, 0.0), QPointF(x->high, top));
    }
    return span;
}

void paintCurves(QPainter& painter, const StudyForPlot& study, const QRectF& area, int side) {
    const PlotChoice choice = defaultChoice({study});
    if (!choice.has<RunsChart>()) {
        return;
    }
    const PlotModel model = buildPlot({study}, choice, {}, {}).model;
    const QRectF span = spanOf(model);
    if (span.isNull()) {
        return;
    }
    for (const PlotSeries& series : model.series) {
        const QColor ink = seriesColour(series, printTheme());
        const QPolygonF line = placed(series, span, area);
        painter.setPen(QPen(ink, side * kLineWidth, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
        painter.setBrush(Qt::NoBrush);
        if (series.isLine()) {
            painter.drawPolyline(line);
        }
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        for (const QPointF& at : line) {
            painter.drawPath(markerPath(series.marker, side * kDot).translated(at));
        }
    }
}

void paintText(QPainter& painter, const QString& text, const QRectF& area) {
    QFont font;
    font.setBold(true);
    font.setPixelSize(std::max(1, static_cast<int>(area.height() * 0.8)));
    const qreal width = QFontMetricsF(font).horizontalAdvance(text);
    if (width > area.width()) {
        font.setPixelSize(std::max(1, static_cast<int>(font.pixelSize() * area.width() / width)));
    }
    painter.setFont(font);
    painter.setPen(printTheme().text);
    painter.drawText(area, Qt::AlignCenter, text);
}

}  // namespace

QImage thumbnailOf(const record::Study& study, int side) {
    side = std::clamp(side, kThumbnailMin, kThumbnailMax);
    QImage image(side, side, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(printTheme().border, 1.0));
    painter.setBrush(printTheme().surface);
    painter.drawRoundedRect(
        QRectF(0.5, 0.5, side - 1.0, side - 1.0), side * kCorner, side * kCorner);

    const StudyForPlot full = fullRunsOf(study);
    const std::optional<double> best = bestRateOf(full);
    const qreal margin = side * kMargin;
    QRectF area = QRectF(0, 0, side, side).adjusted(margin, margin, -margin, -margin);
    if (best && side >= kSideWithText) {
        const QRectF below(
            area.left(), area.bottom() - side * kTextHeight, area.width(), side * kTextHeight);
        paintText(painter, QString::fromStdString(metrics::format_metric(kRate, *best)), below);
        area.setBottom(below.top() - margin / 2);
    }
    painter.setPen(QPen(printTheme().axis, std::max(1.0, side / 128.0)));
    painter.drawPolyline(QPolygonF({area.topLeft(), area.bottomLeft(), area.bottomRight()}));
    const qreal dot = side * kDot / 2;
    paintCurves(painter, full, area.adjusted(dot, dot, -dot, -dot), side);
    return image;
}

}  // namespace throughline::ui
