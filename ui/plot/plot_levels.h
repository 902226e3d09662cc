// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

#include "ui/plot/plot_paint.h"

namespace throughline::ui {

/// The model's level lines, behind the data.
void paintLevelLines(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout);
/// Text and value of each line in view at its right end, over the data; they never overlap.
void paintLevelTexts(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout);

}  // namespace throughline::ui
