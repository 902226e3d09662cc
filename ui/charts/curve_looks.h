// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/plot/plot_model.h"

namespace throughline::ui {

/// The slot of the curve at `place` (0, 1, 2 …) of a study whose own slot is `ofStudy`. It depends
/// on nothing else, so that a curve keeps its look whatever is ticked beside it; the first curve of
/// a study has the study's. Curves next to each other, and every second, fourth or eighth of a
/// study, have different hues.
int slotOfCurve(int ofStudy, int place) noexcept;

/// Where curves that are shown would look the same, which two studies' further ones may, the later
/// one keeps its colour and gets another marker; bars, another filling.
void tellApart(std::vector<PlotSeries>& all);

}  // namespace throughline::ui
