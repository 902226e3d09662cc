// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/measure/repeat.h"
#include "engine/pipeline/pipeline_options.h"

// Used in this folder only.
namespace throughline::measure {

/// Copies the whole data set into the cache in front of it, where the point says so: all of it is
/// read once, from start to end, by as many readers and with as many requests in flight as in the
/// run. `options` have the cache in front of their readers. What could not be read is not in the
/// cache then, and read again in the run, which says so.
/// Blocks:  for as long as that takes. Errors: Stopped; those of the pipeline.
/// Returns: how long it took; 0 where nothing is copied.
Result<Nanoseconds> copy_before(const RepeatContext& context,
                                const pipeline::PipelineOptions& options);

}  // namespace throughline::measure
