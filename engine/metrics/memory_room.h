// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace throughline::metrics {

/// Memory that this process can still take, and what limits it.
struct MemoryRoom {
    std::uint64_t bytes = 0;
    std::string
        limit{};  ///< "the memory limit of the control group '/x'"; "": the machine's memory
};

/// The least of what the machine has available (MemAvailable), what the process's control group and
/// those above it leave (version 1 and 2), and what its address space may still grow by (ulimit
/// -v). None: /proc does not say. Source: proc(5), cgroups(7), getrlimit(2); memory.rst and
/// cgroup-v2.rst of the kernel.
std::optional<MemoryRoom> memory_room();

/// A whole small file as text; none when it cannot be read.
using ReadText = std::function<std::optional<std::string>(const std::string& path)>;
/// The part of the control groups: the tightest one. `cgroup` and `mountinfo` are those files of
/// /proc/self; memory that the group's page cache holds counts as room, as the kernel takes it
/// back.
std::optional<MemoryRoom> cgroup_memory_room(std::string_view cgroup,
                                             std::string_view mountinfo,
                                             const ReadText& read);

}  // namespace throughline::metrics
