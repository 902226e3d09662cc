// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/remarks_button.h"

#include <QMenu>
#include <QWidgetAction>

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
    auto* action = new QWidgetAction(menu);
    action->setDefaultWidget(all_);
    menu->addAction(action);
    setMenu(menu);
    setRemarks({});
}

void RemarksButton::setRemarks(const QStringList& remarks) {
    remarks_ = remarks;
    setIcon(ui::icon(QStringLiteral("warning"), currentTheme().warning));
    setText(tr("%n note(s)", nullptr, static_cast<int>(remarks.size())));
    const QString text = remarks.join(QStringLiteral("\n\n"));
    all_->setText(text);
    all_->setFixedWidth(fontMetrics().height() * kWidthLines);
    setToolTip(tr("Show what is to be known of this chart (Alt+N)"));
    setAccessibleDescription(text);
    setVisible(!remarks.isEmpty());
}

}  // namespace throughline::ui
