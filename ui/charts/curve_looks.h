// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/plot/plot_model.h"

namespace throughline::ui {

/// Where curves of one colour that are shown would have the same marker, the later one gets one
/// that none of them has; where all are taken, another tint with it. Bars get another filling.
void tellApart(std::vector<PlotSeries>& all);

}  // namespace throughline::ui
