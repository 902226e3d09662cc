// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace throughline::observe {

/// How many processors' time the control group of a process, or one above it, allows it; none:
/// nothing is set, or it cannot be seen.
/// Blocks: on small files of the control groups.
/// Source: sched-bwc.rst of the kernel ("cpu.cfs_quota_us"), cgroup-v2.rst ("cpu.max").
std::optional<double> cpu_quota_of(pid_t pid);
/// The same of the texts of /proc/PID/cgroup and of our own /proc/self/mountinfo.
std::optional<double> cpu_quota(std::string_view cgroup, std::string_view mountinfo);

/// How often a quota held a control group back, since it was set.
struct CpuThrottling {
    std::uint64_t periods = 0;
    std::uint64_t held_back = 0;  ///< periods in which the time was used up
};
/// Of the group whose quota cpu_quota_of() is; none: there is no quota, or it cannot be seen.
/// Blocks as that does.
std::optional<CpuThrottling> cpu_throttling_of(pid_t pid);
/// The same of the texts of /proc/PID/cgroup and of our own /proc/self/mountinfo.
std::optional<CpuThrottling> cpu_throttling(std::string_view cgroup, std::string_view mountinfo);

/// "50000 100000" of cpu.max, and quota and period of version 1 with a blank between them; none for
/// "max", "-1" and what is no quota.
std::optional<double> parse_cpu_max(std::string_view text);

}  // namespace throughline::observe
