// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/charts/study_for_plot.h"

// Made-up studies for tests. Nothing here was measured.
namespace throughline::ui::synthetic {

/// decode.threads 1, 2, 4, 8 at each of these queue depths, on `device`.
StudyForPlot threadStudy(const QString& title,
                         int slot,
                         const std::vector<int>& queue_depths = {32},
                         const std::string& device = "vda");

/// The same with the stages measured alone.
StudyForPlot studyWithCeilings();

/// 1, 2 and 4 nodes together, of which n3 holds the others back.
StudyForPlot nodeStudy();

/// Samples of a run: one a second for a minute around its rate.
SampleSeries samplesOf(double level);

}  // namespace throughline::ui::synthetic
