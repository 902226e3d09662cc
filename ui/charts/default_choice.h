// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/charts/plot_choice.h"
#include "ui/charts/study_for_plot.h"

namespace throughline::ui {

/// What is shown first: images/s over what was swept, else over decode threads; of runs in which
/// nothing was set, what they measured over time.
PlotChoice defaultChoice(const std::vector<StudyForPlot>& studies);

}  // namespace throughline::ui
