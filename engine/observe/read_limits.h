// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace throughline::observe {

/// What the control group of a process, or one above it, allows it to read from a disk per second;
/// none: nothing is set, or it cannot be seen.
struct ReadLimits {
    std::optional<std::uint64_t> bytes{};
    std::optional<std::uint64_t> requests{};
};

/// `device`: "253:0", of a whole disk.
/// Blocks: on small files of /proc and of the control groups.
ReadLimits read_limits_of(pid_t pid, const std::string& device);
/// The same of the texts of /proc/PID/cgroup and of our own /proc/self/mountinfo.
ReadLimits read_limits(std::string_view cgroup,
                       std::string_view mountinfo,
                       const std::string& device);

}  // namespace throughline::observe
