// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPainter>

#include "ui/plot/plot_paint.h"

namespace throughline::ui {

/// The model's level lines, each with its text and value at its right end; texts never overlap.
void paintLevels(QPainter& painter, const PlotFrame& frame, const PlotLayout& layout);

}  // namespace throughline::ui
