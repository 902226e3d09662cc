// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/charts/built_plot.h"
#include "ui/charts/plot_choice.h"
#include "ui/charts/study_for_plot.h"

namespace throughline::ui {

/// Turns the values of the first y axis into what the choice of a chart of runs asks for, and adds
/// the ideal lines it asks for. Points that have nothing to be compared with are left out and
/// counted in `built.missing`: a curve of one place; what the baseline has not measured there at
/// the same stages, with the same model and in the same phase. Several runs at one place of what is
/// divided by count with their mean. The 95 % interval of a ratio has the relative half widths of
/// both values in quadrature; a ratio to a mean of several runs has none.
void showRelative(BuiltPlot& built,
                  const std::vector<StudyForPlot>& studies,
                  const PlotChoice& choice);

}  // namespace throughline::ui
