// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/observed_view.h"

#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "ui/style/ink.h"
#include "ui/style/run_colours.h"
#include "ui/style/theme.h"
#include "ui/style/ui_style.h"

namespace throughline::ui {

namespace {

constexpr double kPadding = 8;
constexpr double kLinesOfRole = 3.6;  ///< a title and a bar
constexpr double kLegendLines = 2;
constexpr double kRadius = 8;
constexpr double kTextMargin = 6;  ///< a part narrower than its text shows none

QColor colourOfDoing(std::size_t doing, const Theme& theme) {
    const DoingLook look = lookOfDoing(doing);
    return curveColour(look.slot, look.tint, false, theme.dark);
}

}  // namespace

ObservedView::ObservedView(QWidget* parent)
    : QWidget(parent), roles_(observedRoles({})), unseen_(tr("not seen yet")) {
    setAccessibleName(tr("Observed job"));
    setToolTip(
        tr("Where the time of the job's threads goes.\nWorkers that wait for reads while the main "
           "thread waits for data: storage is the bottleneck."));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    describe();
}

void ObservedView::setMetrics(const metrics::MetricValues& values, bool whole) {
    unseen_ = whole ? tr("not seen") : tr("not seen yet");
    roles_ = observedRoles(values);
    describe();
    update();
}

void ObservedView::describe() {
    QStringList all;
    for (const ObservedRole& role : roles_) {
        QStringList parts;
        for (const ObservedPart& part : role.parts) {
            parts << tr("%1 %2").arg(titleOfDoing(part.doing), sharePercentText(part.percent));
        }
        all << tr("%1: %2").arg(role.title,
                                parts.isEmpty() ? unseen_ : parts.join(QStringLiteral(", ")));
    }
    setAccessibleDescription(all.join(QStringLiteral("; ")));
}

QSize ObservedView::sizeHint() const {
    const int line = fontMetrics().height();
    return {
        line * 30,
        static_cast<int>(kObservedRoles * (line * kLinesOfRole + kPadding) + kLegendLines * line)};
}

void ObservedView::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const double line = fontMetrics().height();
    const double height = line * kLinesOfRole;
    for (std::size_t role = 0; role < kObservedRoles; ++role) {
        paintRole(painter,
                  QRectF(0, static_cast<double>(role) * (height + kPadding), width(), height),
                  roles_[role]);
    }
    paintLegend(painter,
                QRectF(0, kObservedRoles * (height + kPadding), width(), kLegendLines * line));
}

void ObservedView::paintRole(QPainter& painter, const QRectF& box, const ObservedRole& role) const {
    const Theme& theme = currentTheme();
    painter.setPen(QPen(theme.border, 1));
    painter.setBrush(theme.surface);
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
    const QRectF inner = box.adjusted(kPadding, kPadding, -kPadding, -kPadding);
    const double line = fontMetrics().height();
    painter.setFont(headingFont());
    painter.setPen(theme.text);
    painter.drawText(inner, Qt::AlignLeft | Qt::AlignTop, role.title);
    painter.setFont(smallFont());
    painter.setPen(theme.mutedText);
    const auto most = std::ranges::max_element(role.parts, {}, &ObservedPart::percent);
    painter.drawText(
        inner,
        Qt::AlignRight | Qt::AlignTop,
        most == role.parts.end() ? unseen_ : tr("mostly: %1").arg(titleOfDoing(most->doing)));
    const QRectF bar(inner.left(), inner.bottom() - line * 1.3, inner.width(), line * 1.3);
    QPainterPath clip;
    clip.addRoundedRect(bar, 4, 4);
    painter.fillPath(clip, theme.grid);
    painter.save();
    painter.setClipPath(clip);
    double x = bar.left();
    for (const ObservedPart& part : role.parts) {
        const QColor colour = colourOfDoing(part.doing, theme);
        const QRectF piece(x, bar.top(), bar.width() * part.percent / 100.0, bar.height());
        painter.fillRect(piece, colour);
        const QString text = sharePercentText(part.percent);
        if (painter.fontMetrics().horizontalAdvance(text) + kTextMargin < piece.width()) {
            painter.setPen(inkOn(colour));
            painter.drawText(piece, Qt::AlignCenter, text);
        }
        x += piece.width();
    }
    painter.restore();
}

bool ObservedView::isSeen(std::size_t doing) const {
    return std::ranges::any_of(roles_, [doing](const ObservedRole& role) {
        return std::ranges::any_of(
            role.parts, [doing](const ObservedPart& part) { return part.doing == doing; });
    });
}

/// Of what is in the bars; in as many lines as it takes.
void ObservedView::paintLegend(QPainter& painter, const QRectF& area) const {
    const Theme& theme = currentTheme();
    painter.setFont(smallFont());
    const double line = painter.fontMetrics().height();
    const double side = painter.fontMetrics().ascent();
    QPointF at = area.topLeft();
    for (std::size_t doing = 0; doing < kObservedDoings.size(); ++doing) {
        if (!isSeen(doing)) {
            continue;
        }
        const QString text = titleOfDoing(doing);
        const double width = painter.fontMetrics().horizontalAdvance(text);
        if (at.x() > area.left() && at.x() + side + kTextMargin + width > area.right()) {
            at = {area.left(), at.y() + line};
        }
        painter.fillRect(QRectF(at.x(), at.y() + (line - side) / 2, side, side),
                         colourOfDoing(doing, theme));
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(at.x() + side + kTextMargin, at.y(), width, line),
                         Qt::AlignLeft | Qt::AlignVCenter,
                         text);
        at.rx() += side + kTextMargin + width + 2 * kPadding;
    }
}

}  // namespace throughline::ui
