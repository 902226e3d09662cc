// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QWidget>
#include <vector>

namespace throughline::ui {

/// A text that a widget shows, or tells the pointer that rests on it.
struct ShownText {
    QString where;  ///< classes and names of the widgets around it, for the report of a failure
    QString text;
    bool cut = false;  ///< it has less room than it needs, and neither wraps nor ends in "…"
};

/// Of all visible widgets in `root`, itself included: labels, buttons, tabs, groups, headers of
/// tables, fields' placeholders, and tool tips. What is painted otherwise (charts, the pipeline) is
/// not seen.
std::vector<ShownText> shownTexts(QWidget& root);

/// Of all menus below `root` and its menu bar.
std::vector<ShownText> menuTexts(QWidget& root);

/// Letters behind "&" that two of what is visible in `root` share; of a window with a menu bar its
/// menus count, too.
QStringList clashingMnemonics(QWidget& root);

}  // namespace throughline::ui
