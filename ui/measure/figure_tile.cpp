// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/figure_tile.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "engine/metrics/registry.h"
#include "ui/style/run_colours.h"
#include "ui/style/theme.h"
#include "ui/style/ui_style.h"

namespace throughline::ui {

namespace {
constexpr int kPadding = 12;
constexpr std::size_t kHistoryLeast = 12;  ///< samples; a few are not stretched over the width
constexpr double kHeadroom = 1.15;         ///< of the chart above its highest value
}  // namespace

FigureTile::FigureTile(const char* metric, int colourSlot, QWidget* parent)
    : QWidget(parent), metric_(metric), colour_slot_(colourSlot) {
    title_ = QString::fromStdString(metrics::metric_title(metric));
    number_ = QStringLiteral("–");
    setAccessibleName(title_);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    if (const metrics::MetricInfo* info = metrics::find_metric(metric)) {
        setToolTip(tr(info->meaning));
        shown_unit_ = QString::fromUtf8(info->shown_unit);
    }
}

void FigureTile::setValue(double value, const std::vector<double>& history) {
    number_ = textOf(value);
    history_ = history;
    setAccessibleDescription(number_);
    update();
}

QString FigureTile::textOf(double value) const {
    if (!std::isfinite(value)) {
        return QStringLiteral("–");
    }
    const metrics::MetricInfo* info = metrics::find_metric(metric_);
    if (info != nullptr && std::string_view(info->unit) == "%") {
        // A live share of one second means nothing below a tenth.
        return QString::fromUtf8("%1 %").arg(value, 0, 'f', value < 99.95 ? 1 : 0);
    }
    return QString::fromStdString(metrics::format_metric(metric_, value));
}

QSize FigureTile::sizeHint() const {
    const int title = fontMetrics().height();
    const int number = QFontMetrics(figureFont()).height();
    return {QFontMetrics(figureFont()).horizontalAdvance(QStringLiteral("88.88 k images/s")) +
                2 * kPadding,
            title + number + 4 * title + 2 * kPadding};
}

QSize FigureTile::minimumSizeHint() const {
    const QSize hint = sizeHint();
    return {hint.width() * 3 / 4, hint.height()};
}

void FigureTile::paintEvent(QPaintEvent* /*event*/) {
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.border, 1));
    painter.setBrush(theme.surface);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8);

    QRect area = rect().adjusted(kPadding, kPadding, -kPadding, -kPadding);
    painter.setPen(theme.mutedText);
    painter.setFont(font());
    painter.drawText(area, Qt::AlignLeft | Qt::AlignTop, title_);
    paintHighest(painter, area);
    area.setTop(area.top() + QFontMetrics(font()).height());

    QFont number_font = figureFont();
    while (QFontMetrics(number_font).horizontalAdvance(number_) > area.width() &&
           number_font.pointSizeF() > font().pointSizeF()) {
        number_font.setPointSizeF(number_font.pointSizeF() - 1);
    }
    painter.setFont(number_font);
    painter.setPen(theme.text);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignTop, number_);
    area.setTop(area.top() + QFontMetrics(figureFont()).height() + 4);
    paintHistory(painter, area);
}

void FigureTile::paintHighest(QPainter& painter, const QRect& area) const {
    double highest = 0;
    for (const double value : history_) {
        highest = std::isfinite(value) ? std::max(highest, value) : highest;
    }
    painter.setFont(smallFont());
    const int room = area.width() - QFontMetrics(font()).horizontalAdvance(title_) - kPadding;
    QString value = textOf(highest);
    QString text = tr("max %1").arg(value);
    if (painter.fontMetrics().horizontalAdvance(text) > room && value.endsWith(shown_unit_)) {
        value.chop(shown_unit_.size());  // it stands in the large figure
        text = tr("max %1").arg(value.trimmed());
    }
    if (highest > 0 && painter.fontMetrics().horizontalAdvance(text) <= room) {
        painter.drawText(area, Qt::AlignRight | Qt::AlignTop, text);
    }
}

void FigureTile::paintHistory(QPainter& painter, const QRectF& area) const {
    painter.setPen(QPen(currentTheme().grid, 1));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    double highest = fixed_maximum_;
    if (highest <= 0) {
        for (const double value : history_) {
            highest = std::isfinite(value) ? std::max(highest, value * kHeadroom) : highest;
        }
    }
    if (highest <= 0 || history_.size() < 2) {
        return;
    }
    // The newest value stands at the right edge; what there is fills the width.
    const std::size_t shown = std::max(history_.size(), kHistoryLeast);
    const double step = area.width() / static_cast<double>(shown - 1);
    QPainterPath line;
    QPainterPath ground;
    bool open = false;
    double last_x = 0;
    const auto close = [&] {
        if (open) {
            ground.lineTo(last_x, area.bottom());
            ground.closeSubpath();
        }
        open = false;
    };
    for (std::size_t i = 0; i < history_.size(); ++i) {
        const double value = history_[i];
        if (!std::isfinite(value)) {
            close();
            continue;
        }
        const double x = area.right() - step * static_cast<double>(history_.size() - 1 - i);
        const double y = area.bottom() - area.height() * std::min(value / highest, 1.0);
        if (open) {
            line.lineTo(x, y);
        } else {
            line.moveTo(x, y);
            ground.moveTo(x, area.bottom());
            open = true;
        }
        ground.lineTo(x, y);
        last_x = x;
    }
    close();
    QColor colour = runColour(colour_slot_);
    painter.setPen(QPen(colour, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(line);
    colour.setAlphaF(0.18F);
    painter.fillPath(ground, colour);
}

}  // namespace throughline::ui
