// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/elided_edit.h"

#include <QPainter>
#include <QStyle>
#include <QStyleOptionFrame>

namespace throughline::ui {

QRect ElidedEdit::textRect() const {
    constexpr int kOwnMarginPx = 2;  // of a line edit, on both sides
    QStyleOptionFrame option;
    initStyleOption(&option);
    return style()
        ->subElementRect(QStyle::SE_LineEditContents, &option, this)
        .marginsRemoved(textMargins())
        .adjusted(kOwnMarginPx, 0, -kOwnMarginPx, 0);
}

QString ElidedEdit::seenText() const {
    return hasFocus() ? text()
                      : fontMetrics().elidedText(text(), Qt::ElideRight, textRect().width());
}

void ElidedEdit::paintEvent(QPaintEvent* event) {
    const QString seen = seenText();
    if (seen == text()) {
        QLineEdit::paintEvent(event);
        return;
    }
    QStyleOptionFrame option;
    initStyleOption(&option);
    QPainter painter(this);
    style()->drawPrimitive(QStyle::PE_PanelLineEdit, &option, &painter, this);
    painter.setPen(palette().color(QPalette::Text));
    painter.drawText(textRect(), Qt::AlignLeft | Qt::AlignVCenter, seen);
}

}  // namespace throughline::ui
