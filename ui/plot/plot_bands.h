// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/plot/plot_paint.h"

namespace throughline::ui {

/// Between what lines are between: from the lowest to the highest sample of each pixel column. They
/// lie behind all lines, and show each other through.
void paintBands(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout);

}  // namespace throughline::ui
