// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include "ui/shell/main_window.h"

namespace throughline::ui {

/// What of that which the window shows is still being read, asked or searched, for developers:
/// "the library"; empty: it shows all that it will show. What was answered may ask for more: it is
/// at rest when this is empty for some turns of the event loop.
/// Thread: GUI.
QStringList awaitedBy(const MainWindow& window);

}  // namespace throughline::ui
