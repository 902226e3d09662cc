// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/plot/plot_model.h"

namespace throughline::ui {

/// Where curves that are shown would look the same, the later one keeps its colour and gets another
/// marker or tint; bars, another filling.
void tellApart(std::vector<PlotSeries>& all);

}  // namespace throughline::ui
