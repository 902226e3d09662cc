// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/charts/plot_choice.h"
#include "ui/charts/study_for_plot.h"

namespace throughline::ui {

/// What is shown first: images/s over what was swept, else over decode threads; of runs in which
/// nothing was set, what they measured over time; of a storage baseline the map of its grid.
PlotChoice defaultChoice(const std::vector<StudyForPlot>& studies);

/// Along a quantity that was measured, stages alone lie far from the whole pipeline: left out.
/// Along a setting they are curves beside it, unless they were left out before. `before`: the x
/// that the choice had; "" for none.
void leaveOutStagesAlone(PlotChoice& choice, const std::string& before = {});

}  // namespace throughline::ui
