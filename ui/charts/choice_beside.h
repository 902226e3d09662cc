// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/charts/explore_state.h"

namespace throughline::ui {

/// What goes well beside the current chart: of a kind with a subject another subject, where there
/// is one; else runs with a quantity that no chart shows.
PlotChoice choiceBeside(const ExploreState& state, const std::vector<StudyForPlot>& studies);

}  // namespace throughline::ui
