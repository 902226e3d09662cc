// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/remarks_button.h"

#include <QMenu>
#include <QScrollArea>
#include <QScrollBar>
#include <QWidgetAction>
#include <algorithm>

#include "ui/style/icons.h"
#include "ui/style/theme.h"

namespace throughline::ui {

namespace {

constexpr int kTextMarginPx = 12;
constexpr int kWidthLines = 28;  ///< of the text, in heights of a line

}  // namespace

RemarksButton::RemarksButton(QWidget* parent) : QToolButton(parent), all_(new QLabel) {
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setAutoRaise(true);
    setFocusPolicy(Qt::TabFocus);
    setPopupMode(QToolButton::InstantPopup);
    setShortcut(QKeySequence(Qt::ALT | Qt::Key_N));
    all_->setWordWrap(true);
    all_->setMargin(kTextMarginPx);
    all_->setTextFormat(Qt::PlainText);
    all_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* menu = new QMenu(this);
    scroll_ = new QScrollArea;
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setWidget(all_);
    action_ = new QWidgetAction(menu);
    action_->setDefaultWidget(scroll_);
    menu->addAction(action_);
    setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, &RemarksButton::fit);
    setRemarks({});
}

void RemarksButton::setRemarks(const QStringList& remarks) {
    remarks_ = remarks;
    setIcon(ui::icon(QStringLiteral("warning"), currentTheme().warning));
    setText(tr("%n note(s)", nullptr, static_cast<int>(remarks.size())));
    const QString text = remarks.join(QStringLiteral("\n\n"));
    all_->setText(text);
    action_->setText(text);  // a menu measures again only what has changed
    setToolTip(tr("Show what is to be known of this chart (Alt+N)"));
    setAccessibleDescription(text);
    setVisible(!remarks.isEmpty());
}

/// All of it; of very many what the window has room for, the rest is scrolled to.
void RemarksButton::fit() {
    const int width = fontMetrics().height() * kWidthLines;
    const int height = all_->heightForWidth(width);
    const int room = window()->height() * 3 / 4;
    const int bar = height > room ? scroll_->verticalScrollBar()->sizeHint().width() : 0;
    all_->setFixedSize(width, height);
    scroll_->setFixedSize(width + bar, std::min(height, room));
    action_->setVisible(false);
    action_->setVisible(true);
}

}  // namespace throughline::ui
