// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/shell/command_palette.h"
#include "ui/shell/commands.h"

namespace throughline::ui {

class MainWindow;

/// Of menus: each with its keys.
std::vector<Thing> thingsOf(const QList<Command>& commands);

/// All that the palette finds in a window: its commands, then studies, ready and kept views,
/// quantities, scenarios, settings and pages of help.
/// Thread: GUI. Blocks: on the files of kept views, a kilobyte each.
std::vector<Thing> thingsToFind(MainWindow* window);

}  // namespace throughline::ui
