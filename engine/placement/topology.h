// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "engine/base/result.h"

namespace throughline::placement {

/// A processor (a hardware thread) that this process may run on. Numbers of cores, packages and
/// nodes only tell equal from different.
struct Cpu {
    std::uint32_t number = 0;  ///< as the operating system counts
    std::uint32_t core = 0;
    std::uint32_t package = 0;
    std::uint32_t node = 0;  ///< NUMA, as the operating system counts
};

/// The processors this process may run on (affinity and control group), neighbours side by side:
/// by package, node, core, thread.
/// Errors: Unsupported when the topology cannot be read.
/// Source: hwloc, which reads /sys/devices/system; libhwloc 2.9 documentation.
Result<std::vector<Cpu>> read_topology();

}  // namespace throughline::placement
