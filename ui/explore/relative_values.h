// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/explore/plot_builder.h"

namespace throughline::ui {

/// Turns the values of the first y axis into what `choice.yAs` asks for, and adds the ideal lines
/// it asks for. Points that have nothing to be compared with are left out and counted in
/// `built.missing`. Intervals are scaled as their values are: that of the value compared with is
/// not added to them.
void showRelative(BuiltPlot& built,
                  const std::vector<StudyForPlot>& studies,
                  const PlotChoice& choice);

}  // namespace throughline::ui
