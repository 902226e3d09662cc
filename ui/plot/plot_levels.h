// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <vector>

#include "ui/plot/plot_paint.h"

namespace throughline::ui {

/// The model's level lines, behind the data.
void paintLevelLines(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout);
/// Text and value of each line in view, from the highest to the lowest, each beside its line where
/// it hides the fewest points and lines; they never overlap. The same frame has the same places.
std::vector<PlacedText> levelTexts(const PlotFrame& frame, const PlotLayout& layout);
/// Draws these, over the data.
void paintLevelTexts(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout);

}  // namespace throughline::ui
