// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/charts/study_for_plot.h"
#include "ui/plot/plot_model.h"

// Runs that exist and are not shown: StudyForPlot::leftOut.
namespace throughline::ui {

bool hasLeftOut(const std::vector<StudyForPlot>& studies);

/// The studies with those runs, too, in the order of their numbers.
std::vector<StudyForPlot> withLeftOut(std::vector<StudyForPlot> studies);

/// Breaks the lines of `shown` between two points where `whole`, the same chart of all runs, has
/// another point between them or has them on two curves: joined they would show a course that
/// nobody measured. Returns: whether any line broke.
bool breakAcrossLeftOut(PlotModel& shown, const PlotModel& whole);

}  // namespace throughline::ui
