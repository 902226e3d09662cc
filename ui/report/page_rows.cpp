// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/page_rows.h"

namespace throughline::ui {

namespace {

constexpr double kFootScale = 0.75;
constexpr double kMillimetre = kPointsPerInchOfPage / 25.4;

}  // namespace

PageForm PageForm::paper() {
    constexpr double kMargin = 16.0 * kMillimetre;
    return {.size = QSizeF(595.276, 841.89),
            .margins = QMarginsF(kMargin, kMargin, kMargin, kMargin)};
}

PageForm PageForm::deckForm() {
    constexpr double kMargin = 40.0;
    return {.size = QSizeF(960.0, 540.0),
            .margins = QMarginsF(kMargin, kMargin, kMargin, 24.0),
            .base = 20.0,
            .table = 16.0,
            .number = 38.0,
            .chart = 14.0,
            .deck = true,
            .joinedNotes = true};
}

PageForm PageForm::smaller(double share) const {
    PageForm form = *this;
    form.footBase = footBase > 0.0 ? footBase : base;
    form.base *= share;
    form.table *= share;
    form.number *= share;
    return form;
}

QRectF PageForm::body() const {
    const double foot = deck ? 2.6 : 2.0;  // of the foot's size, with the gap above
    return QRectF(QPointF(), size)
        .marginsRemoved(margins)
        .adjusted(0.0, 0.0, 0.0, -footType() * foot);
}

QRectF PageForm::foot() const {
    const QRectF page = QRectF(QPointF(), size).marginsRemoved(margins);
    return page.adjusted(0.0, page.height() - footType() * 1.4, 0.0, 0.0);
}

double PageForm::footType() const {
    return (footBase > 0.0 ? footBase : base) * kFootScale;
}

double addLines(PageRow& row, const std::shared_ptr<const TextLines>& text, const QPointF& at) {
    double y = at.y();
    for (int line = 0; line < text->count(); ++line) {
        row.lines.push_back({text, line, {at.x(), y}});
        y += text->lineHeight(line);
    }
    return y;
}

}  // namespace throughline::ui
