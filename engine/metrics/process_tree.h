// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>

#include "engine/base/clock.h"

namespace throughline::metrics {

/// What a process and all that it started have used since it began, and hold now. What has ended
/// meanwhile is in the sums, as far as its parent has waited for it, or the root where it takes in
/// what lost its parent (PR_SET_CHILD_SUBREAPER).
struct TreeUse {
    Nanoseconds cpu{};                             ///< user and system, in clock ticks
    std::optional<std::uint64_t> fetched_bytes{};  ///< from storage; none: not told of all
    std::uint64_t resident_bytes = 0;  ///< pages that processes share are counted in each
    std::uint32_t processes = 0;       ///< now, with the root
};

/// None: there is no such process, or the kernel does not tell which children it has.
/// Thread: any. Cost: about 20 us a process and 5 a thread.
/// Source: proc_pid_stat(5), proc_pid_io(5), proc_tid_children(5); kernel/exit.c,
///         wait_task_zombie(): a parent that waits takes over the sums of its child.
std::optional<TreeUse> tree_use(pid_t root);

}  // namespace throughline::metrics
