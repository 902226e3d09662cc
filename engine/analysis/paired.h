// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "engine/metrics/statistics.h"
#include "engine/record/study.h"

namespace throughline::analysis {

/// How much faster a run was than another one that was measured in turns with it (repeat_order =
/// rounds), in % of the other one's images/s: the mean over their pairs of repeats with its 95 %
/// interval. What drifts falls on both runs of a pair, so that the interval is that of the
/// difference alone. Formula: 100 (b_i / a_i - 1) of each repeat i, and Student's t of these.
/// None: not of such a study, not two repeats of both, or the samples are not loaded.
std::optional<metrics::MeanInterval> paired_difference(const record::RunData& first,
                                                       const record::RunData& run);

}  // namespace throughline::analysis
