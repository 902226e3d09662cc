// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/figure_tile.h"

#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>
#include <QRegularExpression>
#include <algorithm>
#include <cmath>

#include "engine/metrics/registry.h"
#include "ui/style/number_text.h"
#include "ui/style/run_colours.h"
#include "ui/style/said.h"
#include "ui/style/theme.h"
#include "ui/style/ui_style.h"

namespace throughline::ui {

namespace {
constexpr int kPadding = 12;
constexpr double kSecondsLeast = 12;  ///< the first few are not stretched over the width
constexpr double kHeadroom = 1.15;    ///< of the chart above its highest value

QString shortTitle(spec::Stages stages) {
    switch (stages) {
        case spec::Stages::Storage:
            return FigureTile::tr("storage");
        case spec::Stages::Decode:
            return FigureTile::tr("decode");
        case spec::Stages::Consumer:
            return FigureTile::tr("consumer");
        case spec::Stages::Full:
            break;
    }
    return FigureTile::tr("all");
}

/// A line through the middles of samples, and the ground below it, from the beginning of the first
/// to the end of the last one. Along the top, where values are cut off, there is no line.
class TraceShape {
public:
    explicit TraceShape(double low) : low_(low) {}

    void add(double from, double to, double y, bool inside) {
        const QPointF at((from + to) / 2, y);
        if (!open_) {
            ground_.moveTo(from, low_);
            ground_.lineTo(from, y);
            line_.moveTo(from, y);
        }
        ground_.lineTo(at);
        const bool drawn = inside || (open_ && inside_);
        drawn ? line_.lineTo(at) : line_.moveTo(at);
        open_ = true;
        inside_ = inside;
        end_ = QPointF(to, y);
    }
    void end() {
        if (!open_) {
            return;
        }
        ground_.lineTo(end_);
        ground_.lineTo(end_.x(), low_);
        ground_.closeSubpath();
        if (inside_) {
            line_.lineTo(end_);
        }
        open_ = false;
    }
    const QPainterPath& line() const { return line_; }
    const QPainterPath& ground() const { return ground_; }

private:
    double low_;
    QPainterPath line_{};
    QPainterPath ground_{};
    QPointF end_{};
    bool open_ = false;
    bool inside_ = false;
};

}  // namespace

FigureTile::FigureTile(const char* metric, int colourSlot, QWidget* parent)
    : QWidget(parent), metric_(nullptr), colour_slot_(colourSlot) {
    number_ = QStringLiteral("–");
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setMetric(metric);
}

void FigureTile::setMetric(const char* metric) {
    if (metric_ != nullptr && std::string_view(metric_) == metric) {
        return;
    }
    metric_ = metric;
    title_ = QString::fromStdString(metrics::metric_title(metric));
    setAccessibleName(title_);
    if (const metrics::MetricInfo* info = metrics::find_metric(metric)) {
        setToolTip(
            tr("%1\nThe chart shows the whole measurement on the scale of what runs now; what is "
               "higher is cut off and has an arrow with its highest value.")
                .arg(said(info->meaning)));
        shown_unit_ = QString::fromUtf8(info->shown_unit);
    }
}

void FigureTile::setValue(double value, std::vector<TracePoint> trace) {
    number_ = textOf(value);
    trace_ = std::move(trace);
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
        return QString::fromUtf8("%1 %").arg(numberText(value, value < 99.95 ? 1 : 0));
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
    return {hint.width() * 5 / 8, hint.height()};
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
    const bool wide = QFontMetrics(font()).horizontalAdvance(title_) > area.width();
    painter.setFont(wide ? smallFont() : font());
    painter.drawText(area,
                     Qt::AlignLeft | Qt::AlignTop,
                     painter.fontMetrics().elidedText(title_, Qt::ElideRight, area.width()));
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
    paintTrace(painter, area);
}

void FigureTile::paintHighest(QPainter& painter, const QRect& area) const {
    const double highest = highestOfScale();
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

double FigureTile::highestOfScale() const {
    const double of_now = trace_.empty() ? 0 : highestOf(trace_.back().stages);
    if (of_now > 0) {
        return of_now;
    }
    double highest = 0;  // where nothing was yet, of what was before
    for (const TracePoint& point : trace_) {
        highest = std::isfinite(point.value) ? std::max(highest, point.value) : highest;
    }
    return highest;
}

double FigureTile::highestOf(spec::Stages stages) const {
    double highest = 0;
    for (const TracePoint& point : trace_) {
        if (point.stages == stages && std::isfinite(point.value)) {
            highest = std::max(highest, point.value);
        }
    }
    return highest;
}

void FigureTile::paintTrace(QPainter& painter, const QRectF& area) const {
    const Theme& theme = currentTheme();
    painter.setPen(QPen(theme.grid, 1));
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    double seconds = 0;
    for (const TracePoint& point : trace_) {
        seconds += point.seconds;
    }
    const double scale = area.width() / std::max(seconds, kSecondsLeast);
    const auto all = std::span(trace_);
    double left = area.left();
    double labels_end = area.left();
    for (std::size_t begin = 0; begin < all.size();) {
        std::size_t end = begin;
        double width = 0;
        for (; end < all.size() && all[end].run == all[begin].run; ++end) {
            width += all[end].seconds * scale;
        }
        const QRectF part(left, area.top(), width, area.height());
        if (begin > 0) {
            painter.setPen(QPen(theme.grid, 1));
            painter.drawLine(part.topLeft(), part.bottomLeft());
        }
        paintRun(painter, part, all.subspan(begin, end - begin), end == all.size());
        const bool other = begin == 0 || all[begin - 1].stages != all[begin].stages;
        painter.setFont(smallFont());
        const QString label = shortTitle(all[begin].stages);
        const double room = painter.fontMetrics().horizontalAdvance(label) + kPadding / 2.0;
        if (other && left >= labels_end && left + room <= area.right()) {
            painter.setPen(theme.mutedText);
            const double line = painter.fontMetrics().ascent();
            painter.drawText(QPointF(left + 3, area.top() + line), label);
            labels_end = left + room;
            paintCut(painter, part, all[begin].stages);
        }
        left += width;
        begin = end;
    }
}

/// What is higher than the scale of what runs now says how high, or that it is.
void FigureTile::paintCut(QPainter& painter, const QRectF& part, spec::Stages stages) const {
    const double highest = highestOf(stages);
    if (fixed_maximum_ > 0 || highest <= highestOfScale() * kHeadroom) {
        return;
    }
    static const QRegularExpression kSpace(QStringLiteral("[ \u00A0]"));
    const QString arrow(QChar(u'↑'));
    QString text = arrow + QChar::Nbsp + textOf(highest).section(kSpace, 0, 1);
    const QFontMetrics metrics = painter.fontMetrics();
    if (metrics.horizontalAdvance(text) + kPadding / 2.0 > part.width()) {
        text = arrow;
    }
    painter.drawText(QPointF(part.left() + 3, part.top() + metrics.ascent() + metrics.height()),
                     text);
}

void FigureTile::paintRun(QPainter& painter,
                          const QRectF& area,
                          std::span<const TracePoint> run,
                          bool current) const {
    const double highest = fixed_maximum_ > 0 ? fixed_maximum_ : highestOfScale() * kHeadroom;
    double seconds = 0;
    for (const TracePoint& point : run) {
        seconds += point.seconds;
    }
    if (highest <= 0 || seconds <= 0) {
        return;
    }
    const double low = area.bottom();
    const int lines = fixed_maximum_ > 0 ? 1 : 2;  // what is written above
    const double height = area.height() - lines * QFontMetrics(smallFont()).height();
    TraceShape shape(low);
    double x = area.left();
    for (const TracePoint& point : run) {
        const double next = x + area.width() * point.seconds / seconds;
        if (std::isfinite(point.value)) {
            const double y = low - height * std::min(point.value / highest, 1.0);
            shape.add(x, next, y, point.value <= highest);
        } else {
            shape.end();
        }
        x = next;
    }
    shape.end();
    QColor colour = runColour(colour_slot_);
    colour.setAlphaF(current ? 1.0F : 0.5F);
    painter.setPen(QPen(colour, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(shape.line());
    colour.setAlphaF(current ? 0.18F : 0.1F);
    painter.fillPath(shape.ground(), colour);
}

}  // namespace throughline::ui
