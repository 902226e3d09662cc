// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include "ui/charts/study_for_plot.h"

namespace throughline::ui {

/// Whether a live setting was changed while the run was measured.
bool isTouched(const RunForPlot& run);
/// The whole pipeline was faster than a stage alone: one of both was not measured undisturbed.
bool isImpossible(const RunForPlot& run);
/// Why the run is no result of what was set, and crossed in charts. Empty: it is one.
QString whyNoResult(const RunForPlot& run);

}  // namespace throughline::ui
