// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/base/clock.h"
#include "engine/measure/gpu_interval.h"
#include "engine/pipeline/pipeline.h"
#include "engine/remote/traffic.h"

namespace throughline::measure {

/// What the processes of another's data loader used.
struct LoaderInterval {
    Nanoseconds cpu{};
    std::uint64_t resident_bytes = 0;  ///< at the end
};

/// What happened in the pipeline in one interval, or summed over several.
struct PipelineInterval : pipeline::Counts {
    Nanoseconds length{};
    Nanoseconds process_cpu{};  ///< with that of a loader
    std::uint64_t context_switches = 0;
    /// What this process, or a loader in its place, had fetched from storage; none where the kernel
    /// does not say.
    std::optional<std::uint64_t> storage_bytes = 0;
    std::vector<GpuInterval> gpus{};
    /// What was asked of the store that the data come from; none where they come from none.
    std::optional<remote::TrafficCounts> traffic{};
    std::optional<LoaderInterval> loader{};  ///< none: the batches are ours, or nobody tells

    PipelineInterval& operator+=(const PipelineInterval& other);
};

}  // namespace throughline::measure
