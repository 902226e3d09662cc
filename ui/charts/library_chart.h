// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "engine/base/result.h"
#include "ui/charts/built_plot.h"
#include "ui/charts/hidden_curves.h"
#include "ui/charts/plot_choice.h"
#include "ui/charts/saved_views.h"
#include "ui/plot/axis_range.h"

namespace throughline::ui {

/// What of a chart is drawn.
struct DrawnCurves {
    PointIds runs;  ///< as buildPlot() takes them
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

/// A chart of a view, as it is shown on screen.
struct ChartOfView {
    BuiltPlot built;
    std::optional<PlotRange> range;  ///< none: everything
};

/// `studies` are those of the view that are still there.
/// Thread: any. Blocks: on the library. Errors: the library's.
Result<std::vector<ChartOfView>> chartsOfView(store::Library& library,
                                              const std::vector<StudyForPlot>& studies,
                                              const SavedView& view);

PointIds allRunsOf(const std::vector<StudyForPlot>& studies);

}  // namespace throughline::ui
