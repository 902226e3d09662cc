// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QIcon>
#include <QString>

namespace throughline::ui {

/// The icon ":/icons/NAME.svg" drawn in the theme's text colour; it follows a change of theme and
/// is sharp at any scale. An unknown name gives an empty icon.
QIcon icon(const QString& name);

/// The same in a fixed colour (a warning, a marker), but in the text's on a selected row.
QIcon icon(const QString& name, const QColor& colour);

}  // namespace throughline::ui
