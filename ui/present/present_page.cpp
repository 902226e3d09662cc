// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/present/present_page.h"

#include <QFontMetricsF>
#include <QGuiApplication>
#include <algorithm>
#include <cmath>
#include <set>

#include "ui/plot/plot_labels.h"
#include "ui/plot/plot_page.h"

namespace throughline::ui {

namespace {

constexpr int kHeadlinePx = 48;
constexpr double kPageHeight = 720.0;  ///< that sizes are told of
constexpr double kFiguresPx = 28.0;
constexpr double kDoubtPx = 22.0;
constexpr double kMarkPx = 18.0;
constexpr double kMarginPx = 32.0;
/// Charts are drawn on a smaller sheet and enlarged, so that lines and markers grow with the text:
/// from four metres a letter of 22 pixels on a wall of 2 m is read as one of 13 on a desk.
constexpr double kChartScale = 1.7;
constexpr qsizetype kNameMax = 36;

QFont fontOf(double pixels, bool bold = false) {
    QFont font = QGuiApplication::font();
    font.setPixelSize(std::max(1, static_cast<int>(std::lround(pixels))));
    font.setBold(bold);
    return font;
}

/// As many lines as it needs; returns what it took of the height.
double paintParagraph(QPainter& painter,
                      const QString& text,
                      const QFont& font,
                      const QColor& ink,
                      const QRectF& room) {
    if (text.isEmpty()) {
        return 0.0;
    }
    painter.setFont(font);
    painter.setPen(ink);
    QRectF drawn;
    painter.drawText(
        room, static_cast<int>(Qt::AlignLeft | Qt::AlignTop) | Qt::TextWordWrap, text, &drawn);
    return drawn.height();
}

QString nameOf(const PlotSeries& series) {
    const QString& name = series.label.isEmpty() ? series.name : series.label;
    return name.size() > kNameMax ? name.left(kNameMax - 1) + QChar(u'\u2026') : name;
}

bool hasNames(const PlotModel& model) {
    return std::ranges::any_of(model.series, [](const PlotSeries& series) {
        return series.kind == SeriesKind::Bars || series.kind == SeriesKind::Cells;
    });
}

/// A line whose scenario or study has a point of its own name is named there.
bool isNamedAtItsPoint(const PlotModel& model, const PlotSeries& series) {
    return series.isLine() && std::ranges::any_of(model.series, [&](const PlotSeries& other) {
               return other.kind == SeriesKind::Points && other.visible &&
                      other.name == series.name && !other.points.empty();
           });
}

/// Whether each curve's name found a place at its end.
bool allNamed(const PlotFrame& frame, const PlotLayout& layout) {
    std::set<std::size_t> named;
    for (const PlacedLabel& label : placedLabels(frame, layout)) {
        named.insert(label.series);
    }
    return std::ranges::all_of(frame.model.series, [&](const PlotSeries& series) {
        const auto place = static_cast<std::size_t>(&series - frame.model.series.data());
        return !series.visible || series.points.empty() || named.contains(place) ||
               isNamedAtItsPoint(frame.model, series);
    });
}

void paintChart(QPainter& painter, const PlotModel& model, const QRectF& room, const Theme& theme) {
    const double scale = kChartScale * std::max(1.0, room.width() / (kPageHeight * 16.0 / 9.0));
    const QSizeF sheet = room.size() / scale;
    PlotLook look{.theme = theme, .font = QGuiApplication::font()};
    painter.save();
    painter.translate(room.topLeft());
    painter.scale(scale, scale);
    const PlotModel named = namedAtEnds(model);
    const auto placed = placedSeries(named);
    const PlotFrame frame{named, placed, homeRange(named, placed), sheet, look, {}};
    const PlotLayout layout = layOutPlot(named, frame.range, sheet, look.font);
    const bool alone = std::ranges::count_if(model.series, &PlotSeries::visible) < 2;
    if (model.hasPoints() && (alone || (!hasNames(model) && allNamed(frame, layout)))) {
        PlotScene().paint(painter, frame, layout);
    } else {
        const PagePlot plot{.model = &model};
        PagePainter({plot}, {.size = sheet.toSize()}, look).paint(painter);
    }
    painter.restore();
}

}  // namespace

int headlinePixels(double height) {
    return std::max(kHeadlinePx, static_cast<int>(kHeadlinePx * height / kPageHeight));
}

PlotModel namedAtEnds(PlotModel model) {
    if (hasNames(model)) {
        return model;
    }
    for (PlotSeries& series : model.series) {
        PlotPoint* last = nullptr;
        for (PlotPoint& point : series.points) {
            point.label.clear();
            if (std::isfinite(point.x) && std::isfinite(point.y) &&
                (last == nullptr || point.x >= last->x)) {
                last = &point;
            }
        }
        if (last != nullptr && series.visible && !isNamedAtItsPoint(model, series)) {
            last->label = nameOf(series);
        }
    }
    return model;
}

void paintPresentPage(QPainter& painter,
                      const PresentPage& page,
                      const QSizeF& size,
                      const Theme& theme,
                      const QString& mark) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRectF(QPointF(), size), theme.surface);
    const double unit = std::max(1.0, size.height() / kPageHeight);
    const double margin = kMarginPx * unit;
    QRectF room(margin, margin * 0.75, size.width() - 2 * margin, size.height() - margin);
    const auto paragraph = [&](const QString& text, const QFont& font, const QColor& ink) {
        const double taken = paintParagraph(painter, text, font, ink, room);
        room.setTop(room.top() + taken + (taken > 0.0 ? margin * 0.2 : 0.0));
    };
    paragraph(page.headline, fontOf(headlinePixels(size.height()), true), theme.text);
    paragraph(page.figures, fontOf(kFiguresPx * unit), theme.mutedText);
    paragraph(page.doubt, fontOf(kDoubtPx * unit), theme.warning);
    room.setTop(room.top() + margin * 0.2);
    room.setBottom(size.height() - margin * 1.1);
    paintChart(painter, page.model, room, theme);
    painter.setFont(fontOf(kMarkPx * unit));
    painter.setPen(theme.mutedText);
    painter.drawText(
        QRectF(margin, size.height() - margin, size.width() - 2 * margin, margin * 0.8),
        Qt::AlignRight | Qt::AlignVCenter,
        mark);
}

}  // namespace throughline::ui
