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

/// The state in which of the curves of `model` these are drawn and no others: the same curves in
/// every chart, whatever they are called there.
ExploreState withCurves(ExploreState state,
                        const std::vector<StudyForPlot>& studies,
                        const PlotModel& model,
                        const SeriesSet& drawn);
/// The state in which nobody chose among the curves of `model`.
ExploreState withAllCurves(ExploreState state,
                           const std::vector<StudyForPlot>& studies,
                           const PlotModel& model);

}  // namespace throughline::ui
