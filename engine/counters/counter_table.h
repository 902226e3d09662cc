// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "engine/counters/counter_texts.h"
#include "engine/counters/surroundings.h"

namespace throughline::counters {

/// Where the bytes of a file system are.
enum class Place : std::uint8_t {
    Disk,     ///< on block devices of this machine
    Memory,   ///< in its memory
    Network,  ///< on servers, which the kernel asks
    Layers,   ///< in folders of other file systems (overlay)
    Program,  ///< wherever the program behind it keeps them (FUSE)
    Pool,     ///< on disks that only the pool's own commands know (ZFS)
};

/// A way in which a file system's client counts what is read.
struct CounterKind {
    const char* name;                      ///< for people: "NFS client"
    const char* file;                      ///< which file: "/proc/self/mountstats"
    std::span<const char* const> metrics;  ///< ids of the registry that it gives
    FoundFiles (*find)(const Mount& mount, const Surroundings& around);
    std::optional<metrics::MountCounts> (*parse)(std::string_view text, const Mount& mount);
    const char* remark = "";  ///< what else it counts; may be empty
};

/// A kind of file system. Of two counters that give the same figure the first that can be read is
/// taken; they are never added up.
struct FileSystemKind {
    const char* type;  ///< as the mount table names it
    Place place;
    std::span<const CounterKind* const> counters{};
    const char* uncounted = "";  ///< why nothing counts its bytes, where nothing does
};

/// Every kind of file system that is not just on the disks of this machine.
std::span<const FileSystemKind> file_system_kinds() noexcept;
/// The entry of a mount; Place::Disk for a type that the table does not have.
const FileSystemKind& kind_of(std::string_view file_system, std::string_view source = {}) noexcept;

}  // namespace throughline::counters
