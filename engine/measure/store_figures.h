// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "engine/measure/pipeline_interval.h"
#include "engine/measure/repeat.h"
#include "engine/metrics/registry.h"

// Used in this folder only.
namespace throughline::measure {

/// Requests, answers, refusals, retries and what they cost, per second; nothing where the interval
/// is not of a store's data.
void add_store_rates(const PipelineInterval& interval, metrics::MetricValues& values);

/// Those of a whole run: http_lost_seconds, the mean, median, p99 and maximum of first byte and
/// body; which of them are absent and why.
void fill_store_figures(const PipelineInterval& measured, RepeatOutcome& outcome);

}  // namespace throughline::measure
