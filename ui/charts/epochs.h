// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "ui/charts/study_for_plot.h"

namespace throughline::ui {

/// Whether a run has figures of its epochs: "epoch_images_per_second{epoch=2}".
bool hasEpochs(const RunForPlot& run);

/// The epochs of runs as runs of their own, for charts along panels::kEpochOfRun: each has its
/// number as that setting and its figures without it ("epoch_images_per_second"). Runs without are
/// left out.
std::vector<StudyForPlot> epochsOf(const std::vector<StudyForPlot>& studies);

}  // namespace throughline::ui
