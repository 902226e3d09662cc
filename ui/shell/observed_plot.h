// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/record/study.h"
#include "ui/plot/plot_model.h"

namespace throughline::ui {

/// Where the time of a watched job's threads goes, as the page of its result draws it: a bar of its
/// loader workers and one of its main thread, of parts that stand on each other. Without points
/// where nothing was seen.
PlotModel observedPlot(const record::RunData& run);

}  // namespace throughline::ui
