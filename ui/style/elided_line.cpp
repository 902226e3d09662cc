// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/elided_line.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStyle>
#include <QToolTip>

namespace throughline::ui {

ElidedLine::ElidedLine(QWidget* parent) : QLabel(parent) {
    setTextFormat(Qt::PlainText);
    setWhole(false);
}

void ElidedLine::setWhole(bool whole) {
    setWordWrap(whole);
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    policy.setHeightForWidth(whole);
    policy.setRetainSizeWhenHidden(sizePolicy().retainSizeWhenHidden());
    setSizePolicy(policy);
    updateGeometry();
}

bool ElidedLine::isCut() const {
    return fontMetrics().horizontalAdvance(text()) > contentsRect().width();
}

QSize ElidedLine::sizeHint() const {
    const QMargins around = contentsMargins();
    return isWhole() ? QLabel::sizeHint()
                     : QSize(fontMetrics().horizontalAdvance(text()) + around.left() +
                                 around.right() + 2,  // italics lean out
                             fontMetrics().height() + around.top() + around.bottom());
}

QSize ElidedLine::minimumSizeHint() const {
    return isWhole() ? QLabel::minimumSizeHint() : QSize(0, sizeHint().height());
}

bool ElidedLine::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip && !isWhole() && isCut()) {
        const QString more = toolTip().isEmpty() ? QString() : QStringLiteral("\n\n") + toolTip();
        // As rich text, which is wrapped.
        const QString said =
            QStringLiteral("<p>%1</p>")
                .arg((text() + more).toHtmlEscaped().replace(u'\n', QStringLiteral("<br>")));
        QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(), said, this);
        return true;
    }
    return QLabel::event(event);
}

void ElidedLine::paintEvent(QPaintEvent* event) {
    if (isWhole()) {
        QLabel::paintEvent(event);
        return;
    }
    QPainter painter(this);
    const QRect room = contentsRect();
    style()->drawItemText(&painter,
                          room,
                          static_cast<int>(alignment()),
                          palette(),
                          isEnabled(),
                          fontMetrics().elidedText(text(), Qt::ElideRight, room.width()),
                          foregroundRole());
}

}  // namespace throughline::ui
