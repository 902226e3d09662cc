// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/record/study.h"

namespace throughline::record {

/// Rates of an interrupted run from its measured samples: for each metric the time-weighted mean
/// sum(value * dt) / sum(dt), which for a rate is the sum of counts over the sum of times. Means
/// over requests (read_await, read_request_size) are weighted by the requests of each interval
/// where the device's counts are there: the mean over all requests of the run.
Summaries summarise_samples(const RunData& run);

}  // namespace throughline::record
