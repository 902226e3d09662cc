// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <vector>

#include "ui/charts/study_for_plot.h"
#include "ui/plot/plot_model.h"

namespace throughline::ui {

/// What a reader of charts has to know of the runs in any of them: that accelerators or volumes
/// were emulated, that the page cache answered, what their records warn of. A sentence for each,
/// what throws most doubt on the figures first, how they are drawn last.
QStringList caveatsOf(const std::vector<StudyForPlot>& studies,
                      const std::vector<const PlotModel*>& models);

/// For below charts that leave the program, a paragraph each: where the figures come from (title,
/// origin, day, host and the first digits of each study's uuid, which find it again in any
/// library), then what the charts do not show and what has to be known. Studies of which nothing is
/// in a chart are left out.
QStringList provenanceOf(const std::vector<StudyForPlot>& studies,
                         const std::vector<const PlotModel*>& models,
                         QStringList remarks);

}  // namespace throughline::ui
