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

/// What happened in the pipeline in one interval, or summed over several.
struct PipelineInterval : pipeline::Counts {
    Nanoseconds length{};
    Nanoseconds process_cpu{};
    std::uint64_t context_switches = 0;
    /// What this process had fetched from storage; none where the kernel does not say.
    std::optional<std::uint64_t> storage_bytes = 0;
    std::vector<GpuInterval> gpus{};
    /// What was asked of the store that the data come from; none where they come from none.
    std::optional<remote::TrafficCounts> traffic{};

    PipelineInterval& operator+=(const PipelineInterval& other);
};

}  // namespace throughline::measure
