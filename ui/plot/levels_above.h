// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFontMetricsF>
#include <QStringList>
#include <vector>

#include "ui/plot/plot_model.h"

namespace throughline::ui {

/// What stands above the plot area of levels above the view, the nearest first: "↑ storage alone
/// 25.7 k images/s", each with its value, as many on a line as `width` (px) has room for, and at
/// most `most` (>= 1) lines. Those that find no room are counted: "and 2 more". A name is cut where
/// it must be, its value never.
QStringList linesOfLevelsAbove(const std::vector<const PlotLevel*>& above,
                               const PlotModel& model,
                               const QFontMetricsF& metrics,
                               double width,
                               int most);

}  // namespace throughline::ui
