// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/whatif/ways_study.h"
#include "ui/plot/plot_model.h"

namespace throughline::ui {

/// "Copy first", "Stream", "Through a cache": as a heading.
QString wayTitle(whatif::Way way);

/// The time until so many epochs are done, predicted, for each of the three ways; where the data
/// are those that were measured, the ends of the measured epochs as points. `answer` is that of
/// `question`.
PlotModel waysPlot(const whatif::WaysStudy& study,
                   const whatif::WaysQuestion& question,
                   const whatif::WaysAnswer& answer);
/// The same without a study: nothing but what to do.
PlotModel emptyWaysPlot();

}  // namespace throughline::ui
