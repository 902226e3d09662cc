// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QList>

namespace throughline::ui {

/// An action with the first of its keys in the tooltip. `icon_name`: as for icon(); "" for none.
QAction* keyAction(const char* icon_name,
                   const QString& text,
                   const QList<QKeySequence>& keys,
                   const QString& tip,
                   QObject* parent);

}  // namespace throughline::ui
