// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>

namespace throughline::observe {

/// What the control group of a process, or one above it, allows it to read from a disk per second;
/// none: nothing is set, or it cannot be seen.
struct ReadLimits {
    std::optional<std::uint64_t> bytes{};
    std::optional<std::uint64_t> requests{};
};

/// `device`: "253:0", of a whole disk. `root`: where control groups are mounted, of both versions.
/// Blocks: on small files of /proc and /sys/fs/cgroup.
ReadLimits read_limits_of(pid_t pid,
                          const std::string& device,
                          const std::string& root = "/sys/fs/cgroup");

}  // namespace throughline::observe
