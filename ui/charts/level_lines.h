// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/charts/plot_choice.h"
#include "ui/charts/study_for_plot.h"
#include "ui/plot/plot_model.h"

namespace throughline::ui {

/// Level lines of a chart of runs. Where y is images/s, what a stage alone reached: the best
/// finished run of each study and stage on which x has no bearing, and what its GPU decoded, see
/// gpuDecodingLines(). Then the limits of the linked
/// storage, and the wanted value. None where y is read relative to something.
std::vector<PlotLevel> levelLines(const std::vector<StudyForPlot>& studies,
                                  const PlotChoice& choice);

/// Where y is a rate of reads in bytes/s or IOPS: what the storage that studies are linked to in
/// the library delivers at most, as the catalogue's source documents it. Where y is the
/// utilisation of accelerators: from which MLPerf Storage takes a result, of the models at hand.
/// Then the wanted value.
std::vector<PlotLevel> limitLines(const std::vector<StudyForPlot>& studies,
                                  const PlotChoice& choice);

}  // namespace throughline::ui
