// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/base/result.h"
#include "engine/placement/placement_plan.h"

namespace throughline::placement {

/// Lets the calling thread run on these processors only; an empty set changes nothing.
/// Errors: Usage when none of them is allowed for this process.
Result<void> pin_this_thread(const CpuSet& cpus);

/// Where the calling thread may run, as the kernel says.
CpuSet cpus_of_this_thread();

/// Spreads the pages of `memory`, not yet touched, over these NUMA nodes, page by page; fewer than
/// two change nothing: the pages then come from where they are first touched.
/// Errors: Unsupported where the kernel does not.
Result<void> spread_memory(std::span<std::byte> memory, std::span<const std::uint32_t> nodes);

/// Takes the pages of `memory`, not yet touched, from one NUMA node while that has any.
/// Errors: Unsupported where the kernel does not, as in containers that forbid it.
Result<void> prefer_node(std::span<std::byte> memory, std::uint32_t node);

}  // namespace throughline::placement
