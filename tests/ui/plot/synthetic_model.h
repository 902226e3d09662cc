// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "ui/plot/plot_model.h"

// Made-up data for tests. Nothing here was measured.
namespace throughline::ui::synthetic {

PlotAxis threadsAxis();
PlotAxis imagesAxis();
PlotAxis utilisationAxis();

/// images/s over decode threads, rising to a limit, with intervals.
PlotSeries threadSweep(const QString& name, int slot, double limit);

/// Two or more sweeps in one chart.
PlotModel sweepModel(int count = 2);

/// `count` noisy lines of `points` points over time.
PlotModel timeModel(int count, int points);

}  // namespace throughline::ui::synthetic
