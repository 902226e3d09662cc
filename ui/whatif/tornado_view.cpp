// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/tornado_view.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "ui/style/number_text.h"
#include "ui/style/theme.h"
#include "ui/style/ui_style.h"
#include "ui/whatif/answer_table_model.h"
#include "ui/whatif/quantity_text.h"
#include "engine/whatif/headline.h"

namespace throughline::ui {

namespace {
constexpr std::size_t kRowsMax = 14;
constexpr int kPadding = 12;
}  // namespace

TornadoView::TornadoView(QWidget* parent) : QWidget(parent) {
    setAccessibleName(tr("What would help most"));
    setMinimumHeight(TornadoView::minimumSizeHint().height());
}

void TornadoView::setLevers(const QString& scenario,
                            double now,
                            model::Grade grade,
                            std::vector<model::Leverage> levers) {
    scenario_ = scenario;
    now_ = now;
    grade_ = grade;
    levers.resize(std::min(levers.size(), kRowsMax));
    levers_ = std::move(levers);
    QStringList lines;
    for (const auto& lever : levers_) {
        lines << textOf(lever);
    }
    setAccessibleDescription(lines.join(u'\n'));
    update();
}

QString TornadoView::textOf(const model::Leverage& lever) const {
    return tr("%1: half ≈ %2, twice ≈ %3 images/s (now ≈ %4)")
        .arg(inputTitle(lever.input),
             lever.images_per_s_halved ? predictedText(*lever.images_per_s_halved, grade_)
                                       : QStringLiteral("–"),
             predictedText(lever.images_per_s_doubled, grade_),
             predictedText(now_, grade_));
}

int TornadoView::rowHeight() const {
    return fontMetrics().height() * 7 / 4;
}

QSize TornadoView::sizeHint() const {
    return {fontMetrics().averageCharWidth() * 70, rowHeight() * 16};
}

QSize TornadoView::minimumSizeHint() const {
    return {fontMetrics().averageCharWidth() * 40, rowHeight() * 6};
}

void TornadoView::paintRow(QPainter& painter,
                           const QRectF& row,
                           const model::Leverage& lever) const {
    const Theme& theme = currentTheme();
    const double label = row.width() * 0.38;
    const QRectF name(row.left(), row.top(), label - kPadding, row.height());
    painter.setPen(theme.text);
    painter.drawText(name,
                     int(Qt::AlignRight | Qt::AlignVCenter),
                     fontMetrics().elidedText(
                         inputTitle(lever.input), Qt::ElideRight, static_cast<int>(name.width())));
    const double figures =
        QFontMetricsF(smallFont()).horizontalAdvance(QStringLiteral("2× 888 888 "));
    const QRectF room(
        row.left() + label + figures, row.top(), row.width() - label - 2.0 * figures, row.height());
    // From no image to twice the present rate, the present one in the middle.
    const auto at = [&](double rate) {
        const double share = std::clamp(rate / (2.0 * now_), 0.0, 1.0);
        return room.left() + room.width() * share;
    };
    const auto bar = [&](double rate, const QString& which, bool better) {
        QRectF box(QPointF(std::min(at(rate), at(now_)), row.top() + row.height() * 0.22),
                   QPointF(std::max(at(rate), at(now_)), row.bottom() - row.height() * 0.22));
        QColor colour = better ? theme.good : theme.starved;
        painter.setPen(QPen(colour, 1.5, Qt::DotLine));  // predicted
        colour.setAlphaF(0.35F);
        painter.setBrush(colour);
        painter.drawRect(box);
        const QString text = QStringLiteral("%1 %2").arg(
            which, figureText(rate, std::min(3, whatif::digits_of(grade_))));
        const bool left = at(rate) < at(now_);
        const QRectF place =
            left ? QRectF(box.left() - 2 * figures, row.top(), 2 * figures - 4, row.height())
                 : QRectF(box.right() + 4, row.top(), 2 * figures, row.height());
        painter.setPen(theme.mutedText);
        painter.drawText(
            place, int((left ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter), text);
    };
    painter.setFont(smallFont());
    constexpr double kSame = model::kLeverageMin;
    if (const auto& half = lever.images_per_s_halved;
        half && std::abs(*half - now_) > kSame * now_) {
        bar(*half, QStringLiteral("½"), *half > now_);
    }
    if (std::abs(lever.images_per_s_doubled - now_) > kSame * now_) {
        bar(lever.images_per_s_doubled, QStringLiteral("2×"), lever.images_per_s_doubled > now_);
    }
    painter.setFont(font());
    painter.setPen(QPen(theme.axis, 1));
    painter.drawLine(QPointF(at(now_), row.top()), QPointF(at(now_), row.bottom()));
}

void TornadoView::paintEvent(QPaintEvent* /*event*/) {
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.fillRect(rect(), theme.surface);
    const QRectF area = QRectF(rect()).adjusted(kPadding, kPadding, -kPadding, -kPadding);
    painter.setPen(theme.text);
    QFont italic = font();
    italic.setItalic(true);
    painter.setFont(italic);
    const QString title = levers_.empty() ? tr("No input changes the rate of %1").arg(scenario_)
                                          : tr("½ and 2× of …: images/s predicted for %1 (≈ %2)")
                                                .arg(scenario_, predictedText(now_, grade_));
    painter.drawText(
        area,
        int(Qt::AlignLeft | Qt::AlignTop),
        painter.fontMetrics().elidedText(title, Qt::ElideRight, static_cast<int>(area.width())));
    painter.setFont(font());
    double top = area.top() + rowHeight() * 1.2;
    for (const auto& lever : levers_) {
        if (top + rowHeight() > area.bottom()) {
            break;
        }
        paintRow(painter, QRectF(area.left(), top, area.width(), rowHeight()), lever);
        top += rowHeight();
    }
}

bool TornadoView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const double row = (help->pos().y() - kPadding - rowHeight() * 1.2) / rowHeight();
        if (row >= 0.0 && row < static_cast<double>(levers_.size())) {
            QToolTip::showText(
                help->globalPos(), textOf(levers_[static_cast<std::size_t>(row)]), this);
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    return QWidget::event(event);
}

}  // namespace throughline::ui
