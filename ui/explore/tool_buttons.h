// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QToolButton>

namespace throughline::ui {

/// A button that stays pressed while what it says is chosen.
QToolButton* textButton(const QString& text, QWidget* parent);
QToolButton* iconButton(const QString& name, const QString& text, QWidget* parent);
QToolButton* actionButton(QAction* action, QWidget* parent);

}  // namespace throughline::ui
