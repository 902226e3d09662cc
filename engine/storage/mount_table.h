// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace throughline::storage {

/// One line of /proc/self/mountinfo.
struct MountEntry {
    std::uint64_t mount_id = 0;
    unsigned device_major = 0;
    unsigned device_minor = 0;
    std::string mount_point;
    std::string file_system;
    std::string source;
    std::string options;        ///< of the mount: "rw,noatime"
    std::string super_options;  ///< of the file system: "rw,errors=remount-ro"
};

/// All well-formed lines, in file order. Source: proc_pid_mountinfo(5).
std::vector<MountEntry> parse_mountinfo(std::string_view text);

/// The mount that holds `path` (absolute, links resolved): the longest mount point that is a parent
/// of it, of equal ones the last, which covers the others. nullptr when there is none.
const MountEntry* mount_of_path(const std::vector<MountEntry>& mounts, std::string_view path);

/// The value of `key` in "a,key=value,b"; empty when it is not there.
std::string_view mount_option(std::string_view options, std::string_view key);

}  // namespace throughline::storage
