// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/explore/plot_builder.h"

namespace throughline::ui {

/// Level lines of a chart of runs: where y is images/s, what a stage alone reached, the best
/// finished run of each study and stage on which x has no bearing; and the wanted value. None where
/// y is read relative to something.
std::vector<PlotLevel> levelLines(const std::vector<StudyForPlot>& studies,
                                  const PlotChoice& choice);

}  // namespace throughline::ui
