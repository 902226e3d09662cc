// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>
#include <vector>

#include "ui/plot/plot_paint.h"

namespace throughline::ui {

/// The model's level lines, behind the data.
void paintLevelLines(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout);
/// Where on y each line in view is, from the highest to the lowest.
std::vector<double> levelPixels(const PlotFrame& frame, const PlotLayout& layout);
/// Text and value of each line in view, from the highest to the lowest, each at its line where it
/// hides the fewest points and lines; they never overlap. Those that find no room there, where they
/// would be read as another line's, are counted behind them: "and 2 more". The same frame has the
/// same places.
std::vector<PlacedText> levelTexts(const PlotFrame& frame, const PlotLayout& layout);
/// Draws these, over the data.
void paintLevelTexts(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout);

}  // namespace throughline::ui
