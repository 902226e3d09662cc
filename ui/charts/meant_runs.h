// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ui/charts/missing_count.h"
#include "ui/charts/plot_choice.h"
#include "ui/charts/study_for_plot.h"

namespace throughline::ui {

/// Whether the chart is of an access pattern, so of grids of requests: they hold many experiments
/// whoever measured them.
bool concernsGrids(const PlotChoice& choice);
/// Whether a run is part of the chart at all.
bool isMeant(const StudyForPlot& study, const RunForPlot& run, const PlotChoice& choice);
std::vector<const RunForPlot*> meantRuns(const StudyForPlot& study, const PlotChoice& choice);

/// Which runs fit together: stages alone and the whole pipeline are never mixed unless the stages
/// are on an axis. Where there are full runs only those fit.
std::function<bool(const RunForPlot&)> stagesThatFit(const std::vector<StudyForPlot>& studies,
                                                     bool stagesOnAxis);

/// Whether a run of storage alone, of a chart without stages alone, is a point beside its level
/// line: x was measured of it, so that it has a place there.
bool isCeilingWithPlace(const RunForPlot& run, const PlotChoice& choice);

/// The studies without the runs that do not fit, which are counted in `missing`. Storage alone
/// stays where isCeilingWithPlace().
std::vector<StudyForPlot> withoutStagesAlone(const std::vector<StudyForPlot>& studies,
                                             const PlotChoice& choice,
                                             MissingCount& missing);

/// Whether a setting changes anything for the stages that a run measured.
bool bearsOn(const RunForPlot& run, const std::string& key);

}  // namespace throughline::ui
