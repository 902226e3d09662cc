// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plot/plot_page.h"

#include <QFontMetricsF>
#include <algorithm>

namespace throughline::ui {

namespace {

constexpr double kSwatchWidthPx = 30.0;
constexpr double kEntryGapPx = 22.0;
constexpr double kSwatchGapPx = 7.0;
constexpr double kTitleScale = 1.35;

struct LegendEntry {
    const PlotSeries* series;
    QString text;
    QPointF at;  ///< top left, within the legend
};

/// Entries side by side, in as many rows as they need.
std::vector<LegendEntry> legendOf(const PlotModel& model,
                                  double width,
                                  const QFontMetricsF& metrics,
                                  double* height) {
    std::vector<LegendEntry> entries;
    const double line = metrics.height() * 1.4;
    QPointF at;
    for (const PlotSeries& series : model.series) {
        if (!series.visible) {
            continue;
        }
        const double text_room = width - kSwatchWidthPx - kSwatchGapPx;
        const QString text = metrics.elidedText(series.name, Qt::ElideMiddle, text_room);
        const double needed = kSwatchWidthPx + kSwatchGapPx + metrics.horizontalAdvance(text);
        if (at.x() > 0.0 && at.x() + needed > width) {
            at = QPointF(0.0, at.y() + line);
        }
        entries.push_back({&series, text, at});
        at.rx() += needed + kEntryGapPx;
    }
    *height = entries.empty() ? 0.0 : at.y() + line;
    return entries;
}

/// Title and footer, drawn where there is a painter; moves `top` and `bottom` to what they leave.
void placeWords(
    QPainter* painter, const PlotPage& page, const PlotLook& look, double* top, double* bottom) {
    const QFontMetricsF metrics(look.font);
    const double edge = metrics.height();
    const double width = page.size.width() - 2 * edge;
    if (!page.title.isEmpty()) {
        QFont title_font = look.font;
        title_font.setPointSizeF(look.font.pointSizeF() * kTitleScale);
        title_font.setBold(true);
        const QFontMetricsF title_metrics(title_font);
        if (painter != nullptr) {
            painter->setFont(title_font);
            painter->setPen(look.theme.text);
            painter->drawText(QRectF(edge, *top, width, title_metrics.height()),
                              Qt::AlignLeft | Qt::AlignVCenter,
                              title_metrics.elidedText(page.title, Qt::ElideRight, width));
        }
        *top += title_metrics.height() * 1.3;
    }
    if (!page.footer.isEmpty()) {
        *bottom -= metrics.height();
        if (painter != nullptr) {
            painter->setFont(look.font);
            painter->setPen(look.theme.mutedText);
            painter->drawText(QRectF(edge, *bottom, width, metrics.height()),
                              Qt::AlignLeft | Qt::AlignVCenter,
                              metrics.elidedText(page.footer, Qt::ElideRight, width));
        }
        *bottom -= metrics.height() * 0.3;
    }
}

void paintLegend(QPainter& painter,
                 const std::vector<LegendEntry>& legend,
                 const QPointF& from,
                 double width,
                 const PlotLook& look) {
    const QFontMetricsF metrics(look.font);
    for (const LegendEntry& entry : legend) {
        const QPointF at = entry.at + from;
        const QRectF swatch(at, QSizeF(kSwatchWidthPx, metrics.height()));
        paintSwatch(painter, *entry.series, look.theme, swatch);
        painter.setFont(look.font);
        painter.setPen(look.theme.text);
        painter.drawText(QRectF(swatch.right() + kSwatchGapPx, at.y(), width, metrics.height()),
                         Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                         entry.text);
    }
}

}  // namespace

QRectF paintPlotPage(QPainter& painter,
                     const PlotModel& model,
                     const PlotRange* range,
                     const PlotPage& page,
                     const PlotLook& look,
                     PlotParts parts) {
    painter.setRenderHint(QPainter::Antialiasing);
    const QFontMetricsF metrics(look.font);
    const double edge = metrics.height();
    const double width = page.size.width() - 2 * edge;
    double top = edge;
    double bottom = page.size.height() - edge * 0.5;
    if (parts != PlotParts::Data) {
        painter.fillRect(QRectF(QPointF(), QSizeF(page.size)), look.theme.surface);
    }
    placeWords(parts == PlotParts::Data ? nullptr : &painter, page, look, &top, &bottom);
    double legend_height = 0.0;
    const auto legend = legendOf(model, width, metrics, &legend_height);
    if (parts != PlotParts::Data) {
        paintLegend(painter, legend, QPointF(edge, top), width, look);
    }
    top += legend_height;

    const auto placed = placedSeries(model);
    const PlotRange shown = range != nullptr ? *range : homeRange(model, placed);
    const QSizeF size(page.size.width(), std::max(60.0, bottom - top));
    painter.save();
    painter.translate(0.0, top);
    PlotScene scene;
    const PlotLayout layout = scene.paint(painter, {model, placed, shown, size, look}, parts);
    painter.restore();
    return layout.area.translated(0.0, top);
}

QImage plotImage(const PlotModel& model,
                 const PlotRange* range,
                 const PlotPage& page,
                 const PlotLook& look) {
    QImage image((QSizeF(page.size) * page.scale).toSize(), QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(page.scale);
    image.fill(look.theme.surface);
    QPainter painter(&image);
    paintPlotPage(painter, model, range, page, look);
    return image;
}

}  // namespace throughline::ui
