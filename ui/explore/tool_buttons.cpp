// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/explore/tool_buttons.h"

#include "ui/style/icons.h"
#include "ui/style/theme.h"

namespace throughline::ui {

QToolButton* textButton(const QString& text, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setCheckable(true);
    button->setFocusPolicy(Qt::TabFocus);
    // Fusion's pressed look can hardly be told on a dark ground: what is chosen is in the accent.
    const auto recolour = [button] {
        QPalette palette;
        if (button->isChecked()) {
            palette.setColor(QPalette::Button, currentTheme().accent);
            palette.setColor(QPalette::ButtonText, currentTheme().accentText);
        }
        button->setPalette(palette);
    };
    QObject::connect(button, &QToolButton::toggled, button, recolour);
    QObject::connect(ThemeNotifier::instance(), &ThemeNotifier::themeChanged, button, recolour);
    return button;
}

QToolButton* iconButton(const QString& name, const QString& text, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setIcon(icon(name));
    button->setToolTip(text);
    button->setAccessibleName(text);
    button->setFocusPolicy(Qt::TabFocus);
    if (button->icon().isNull()) {
        button->setText(text);
    }
    return button;
}

QToolButton* actionButton(QAction* action, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setDefaultAction(action);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

}  // namespace throughline::ui
