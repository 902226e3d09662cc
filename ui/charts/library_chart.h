// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <set>
#include <vector>

#include "engine/base/result.h"
#include "ui/charts/built_plot.h"
#include "ui/charts/hidden_curves.h"
#include "ui/charts/plot_choice.h"
#include "ui/charts/run_filter.h"

namespace throughline::ui {

/// What of a chart is drawn: without a choice of runs all of them.
struct DrawnCurves {
    std::optional<RunsByStudy> runs{};
    HiddenCurves hidden{};
};

/// The chart with its samples, which are read here, in as many `cells` as are to be told apart:
/// for exports and presentations, which show what no explorer has on screen.
/// Thread: any. Blocks: on the library. Errors: the library's.
Result<BuiltPlot> chartFromLibrary(store::Library& library,
                                   const std::vector<StudyForPlot>& studies,
                                   const PlotChoice& choice,
                                   const DrawnCurves& drawn,
                                   std::size_t cells);

std::set<std::int64_t> allRunsOf(const std::vector<StudyForPlot>& studies);

}  // namespace throughline::ui
