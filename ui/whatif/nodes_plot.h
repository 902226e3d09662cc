// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/whatif/scaling.h"
#include "ui/plot/plot_model.h"
#include "ui/whatif/scenario_document.h"

namespace throughline::ui {

/// How many nodes the chosen scenario was measured on: of the base's studies the most, where it
/// differs from the base in the number of nodes alone. 0: nothing was measured of it.
std::uint64_t measuredNodes(const ScenarioDocument& document);

/// Images/s of the chosen scenario and what share of the ideal they are, against nodes; where it
/// was measured the runs of the base's studies as points, and hatched what lies beyond them.
/// `answer`: of answer_scaling().
PlotModel nodesPlot(const ScenarioDocument& document, const whatif::ScalingAnswer& answer);

}  // namespace throughline::ui
