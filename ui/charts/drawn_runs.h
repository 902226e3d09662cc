// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/charts/explore_state.h"
#include "ui/plot/plot_model.h"
#include "ui/plot/plot_selection.h"

namespace throughline::ui {

/// The runs whose curves are drawn where each curve is a run: those that were chosen or, where
/// nobody chose and where none of the chosen is among `studies`, the first ones. Empty without such
/// a chart.
PointIds drawnRuns(const ExploreState& state, const std::vector<StudyForPlot>& studies);

/// The state in which a curve of `model` is drawn or not: the same curve in every chart, whatever
/// it is called there.
ExploreState withCurve(ExploreState state,
                       const std::vector<StudyForPlot>& studies,
                       const PlotModel& model,
                       const PlotSeries& series,
                       bool drawn);

}  // namespace throughline::ui
