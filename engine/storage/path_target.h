// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/counters/mount_survey.h"
#include "engine/storage/block_device.h"

namespace throughline::storage {

/// What lies under a path.
struct PathTarget {
    std::string path;  ///< absolute, links resolved
    std::string mount_point;
    std::string file_system;  ///< "ext4", "nfs4", "tmpfs"
    std::string mount_options;
    std::string source;  ///< "/dev/nvme0n1p2", "server:/export"
    std::uint64_t bytes_total = 0;
    std::uint64_t bytes_free = 0;  ///< for an ordinary user
    bool writable = false;
    /// Whole disks whose /proc/diskstats rows count this path's I/O: through partitions, device
    /// mapper and md down to the members. Empty for tmpfs, overlay without a device, NFS, …
    std::vector<BlockDevice> devices;
    /// Why `devices` is empty; "" otherwise.
    std::string no_device_reason;
    /// The mounts whose clients are asked what they read, since no disk of this machine tells it:
    /// the path's own, of an overlay those that its folders lie in. Where there are disks too
    /// (`devices`), disk utilisation is theirs.
    std::vector<counters::MountSurvey> mounts;
    /// Why what the kernel fetched from storage for a process (read_bytes of /proc/self/io) does
    /// not tell how much of this file system's files it fetched; "" where it does: file systems on
    /// block devices read in the context of the process that asks.
    std::string uncounted_reason;
    /// Remarks a user should see before measuring: tmpfs is memory, a network file system has no
    /// local device, …
    std::vector<std::string> warnings;
    std::uint64_t memory_bytes = 0;  ///< of the host, to compare a data set with
};

/// Errors: NotFound, Permission, Io.
Result<PathTarget> inspect_path(const std::string& path);

/// What resolve_target() goes by; tests bring their own.
struct SystemView {
    std::string mountinfo;  ///< text of /proc/self/mountinfo
    std::string sysfs = "/sys";
    std::string proc = "/proc";
};
/// The device number of a path as stat(2) gives it, and its mount as statx(2) does (0: unknown).
struct PathIdentity {
    unsigned device_major = 0;
    unsigned device_minor = 0;
    std::uint64_t mount_id = 0;
};
/// The part of inspect_path() that follows from mount table, sysfs and /proc: mount, devices,
/// counters, warnings.
PathTarget resolve_target(const std::string& path,
                          const PathIdentity& identity,
                          const SystemView& view);

}  // namespace throughline::storage
