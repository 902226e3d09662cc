// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "engine/base/clock.h"
#include "engine/metrics/process_tree.h"
#include "engine/pipeline/pipeline.h"
#include "engine/remote/traffic.h"

namespace throughline::measure {

/// A pipeline snapshot together with what the kernel counts for the whole process.
struct ProcessSnapshot {
    pipeline::Snapshot pipeline;
    Nanoseconds process_cpu{};
    std::uint64_t context_switches = 0;          ///< voluntary and not
    std::optional<std::uint64_t> storage_bytes;  ///< read_bytes of /proc/self/io, proc(5)
    std::optional<remote::TrafficCounts> traffic;
    std::optional<metrics::TreeUse> loader{};  ///< of the processes of another's data loader
};

}  // namespace throughline::measure
