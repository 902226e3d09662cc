// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "ui/charts/explore_state.h"

namespace throughline::ui {

/// What a step changes: the text after "Undo" in the menu.
QString changeText(const ExploreState& before, const ExploreState& after);

}  // namespace throughline::ui
