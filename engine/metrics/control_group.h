// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace throughline::metrics {

enum class GroupVersion : std::uint8_t { One, Two };

/// A process's control group of one version, for one controller.
struct ControlGroup {
    GroupVersion version = GroupVersion::Two;
    std::string mount{};  ///< where groups of this version are mounted: "/sys/fs/cgroup/memory"
    std::string path{};   ///< below it, "/slice/job"; "" is the mount's own

    std::string folder() const { return mount + path; }
    /// The group above; none of the mount's own.
    std::optional<ControlGroup> above() const;
};

/// The group of this version that holds a process; `cgroup` and `mountinfo` are those files of
/// /proc/PID. Of version 1 where the controller ("memory", "blkio") is; of version 2 whether that
/// controller is there or not. None: not mounted. Source: cgroups(7), proc_pid_mountinfo(5).
std::optional<ControlGroup> control_group(std::string_view cgroup,
                                          std::string_view mountinfo,
                                          GroupVersion version,
                                          std::string_view controller);

}  // namespace throughline::metrics
