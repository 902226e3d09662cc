// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <vector>

#include "ui/charts/plot_choice.h"
#include "ui/charts/study_for_plot.h"
#include "ui/plot/plot_model.h"

// Charts that compare decoding on the processor with decoding on a GPU.
namespace throughline::ui {

/// Where y is images/s and x the decode threads: what a GPU decoded, which does not depend on them,
/// as level lines. The best finished run of each study and each way in which its GPU decodes; none
/// where several numbers of threads were measured with it, which make a curve.
std::vector<PlotLevel> gpuDecodingLines(const std::vector<StudyForPlot>& studies,
                                        const PlotChoice& choice);

/// Whether the chart is one of the two beside each other.
bool comparesDecoders(const PlotChoice& choice);

/// What a chart that compares the two lacks: runs of one of them. Empty for all other charts.
QStringList missingDecoders(const std::vector<StudyForPlot>& studies, const PlotChoice& choice);

}  // namespace throughline::ui
