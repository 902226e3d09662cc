// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include "ui/plot/plot_model.h"
#include "ui/whatif/scenario_document.h"

namespace throughline::ui {

// Charts of the scenarios as plain values. Predicted curves are dotted, measured runs solid.

/// Images/s over one input, all scenarios; where each stands now with its 90 % interval, and the
/// whole-pipeline runs of the base's studies.
PlotModel curvePlot(const ScenarioDocument& document, model::Input input);

/// Whole-pipeline runs of the base's studies, measured: those that differ from `column`, the base
/// as a rule, in what the axis shows alone. Others would seem to contradict a curve that is not
/// about them.
PlotSeries measuredSeries(const ScenarioDocument& document, model::Input axis, int column = 0);

/// Images/s of all scenarios side by side, each with its 90 % interval. `nameOf`: at their bars.
PlotModel scenariosPlot(const ScenarioDocument& document,
                        const std::function<QString(int column)>& nameOf);

/// Images/s against bytes per image under the ceilings of one scenario, log-log; every scenario as
/// a point, and the runs of the base's studies.
PlotModel rooflinePlot(const ScenarioDocument& document, int column);

/// What cost is told by.
enum class CostPer { Hour, MillionImages };
/// Images/s against cost with the efficient frontier through scenarios and offers.
PlotModel costPlot(const ScenarioDocument& document,
                   CostPer per,
                   const std::vector<whatif::Offer>& offers);

/// Predicted against measured for the runs that were not used.
PlotModel backTestPlot(const ScenarioDocument& document);

/// Along what the curve is before somebody chooses: the number of GPUs where any answer depends on
/// it, else what limits the base. Along another one it would be flat.
model::Input usualCurveInput(const ScenarioDocument& document);

/// Numbers that are worth a curve, for a picker.
std::vector<model::Input> curveInputs();

}  // namespace throughline::ui
