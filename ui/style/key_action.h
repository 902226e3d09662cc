// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QKeySequence>
#include <QList>
#include <QWidget>
#include <functional>

namespace throughline::ui {

/// An action with the first of its keys in the tooltip. `icon_name`: as for icon(); "" for none.
QAction* keyAction(const char* icon_name,
                   const QString& text,
                   const QList<QKeySequence>& keys,
                   const QString& tip,
                   QObject* parent);

/// Words that somebody may look for it by, besides its text; kept with the action.
void setKeyWords(QAction* action, const QString& words);
QString keyWordsOf(const QAction& action);

/// The same for one part of the window: its key works while the focus is in `owner`, which gets the
/// action and does `what`.
QAction* keyActionOf(QWidget* owner,
                     const char* icon_name,
                     const QString& text,
                     const QKeySequence& key,
                     const QString& tip,
                     const std::function<void()>& what);

}  // namespace throughline::ui
