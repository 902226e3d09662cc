// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/study/notice_band.h"

#include <QHBoxLayout>
#include <QPainter>

#include "ui/style/theme.h"

namespace throughline::ui {

namespace {
// Text on these grounds keeps a contrast of 4.5 : 1.
constexpr QRgb kYellow = 0xfffff1b8;
constexpr QRgb kYellowInTheDark = 0xff4d4210;
constexpr int kEdgePx = 4;
}  // namespace

NoticeBand::NoticeBand(const QString& button, QWidget* parent)
    : QFrame(parent), text_(new QLabel), button_(new QPushButton(button)) {
    text_->setWordWrap(true);
    text_->setTextFormat(Qt::PlainText);
    text_->setTextInteractionFlags(Qt::TextSelectableByMouse);  // by keyboard: with a caret
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(kEdgePx + 8, 6, 8, 6);
    row->setSpacing(12);
    row->addWidget(text_, 1);
    row->addWidget(button_, 0, Qt::AlignVCenter);
    setVisible(false);
}

void NoticeBand::setText(const QString& text) {
    text_->setText(text);
    setVisible(!text.isEmpty());
}

void NoticeBand::paintEvent(QPaintEvent* /*event*/) {
    const Theme& theme = currentTheme();
    QPainter painter(this);
    painter.fillRect(rect(), QColor(theme.dark ? kYellowInTheDark : kYellow));
    painter.fillRect(QRect(0, 0, kEdgePx, height()), theme.warning);
}

}  // namespace throughline::ui
