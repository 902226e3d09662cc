// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/clock.h"
#include "engine/measure/repeat.h"
#include "engine/pipeline/pipeline_options.h"
#include "engine/storage/read_tier.h"

// Used in this folder only.
namespace throughline::measure {

/// The copy of a data set into the cache in front of it.
struct CopyBefore {
    Nanoseconds lasted{};  ///< 0: nothing was copied
    bool paused = false;   ///< the process stood still in it, so that nobody knows what it took
};

/// Copies the whole data set into the cache in front of it, where the point says so: all of it is
/// read once, from start to end, by as many readers and with as many requests in flight as in the
/// run. `options` have the cache in front of their readers: `tier`, null where there is none. The
/// copy is over when the disk has it, else the first epoch would wait for the disk. What could not
/// be read is not in the cache then, and read again in the run, which says so; more than half of
/// the images of it end the copy as they end a run.
/// Blocks: for as long as that takes, or until soon after a stop.
/// Errors: Stopped; those of the pipeline and of FailureJudge.
Result<CopyBefore> copy_before(const RepeatContext& context,
                               const pipeline::PipelineOptions& options,
                               storage::ReadTier* tier);

}  // namespace throughline::measure
