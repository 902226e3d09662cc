// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "engine/runner/host_account.h"
#include "engine/runner/measured_interval.h"
#include "engine/runner/repeat_runner.h"

// Used in this folder only.
namespace throughline::runner {

/// What one repeat leaves behind to be made into figures.
struct RepeatFacts {
    const PipelineInterval& measured;  ///< summed over the measured time; its ns is above 0
    const HostAccount& host;
    std::optional<double> first_batch_s{};
    bool whole_epochs = false;  ///< the repeat ran through all of them, unchanged
};

/// Fills metrics and reasons of absent ones in, and writes notes about what disturbed them.
/// `outcome` has its read latency already.
void fill_figures(const RepeatContext& context, const RepeatFacts& facts, RepeatOutcome& outcome);

/// Says when too few batches were finished for their rate to mean much.
void note_few_batches(const RepeatContext& context, const PipelineInterval& measured);

/// Adds other_cpu_cores, where the figures that it follows from are there.
void add_other_cpu(metrics::MetricValues& values);

}  // namespace throughline::runner
