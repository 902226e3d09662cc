// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "ui/charts/study_for_plot.h"

namespace throughline::ui {

/// The least, the median and the most.
inline constexpr std::size_t kFoldedCurves = 3;

/// Of each time at which one of them has a sample the least, the median and the most of all that
/// were measured then. Phases and repeats are those of the first that has one. What cells of a long
/// run are between is not kept: each counts as its mean. Null pointers are not allowed.
std::array<SampleSeries, kFoldedCurves> foldSamples(const std::vector<const SampleSeries*>& all);

}  // namespace throughline::ui
