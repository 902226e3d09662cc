// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/storage/path_target.h"

namespace throughline::storage {

/// A counter that tells something of a path's reads, by the file that it is read from.
struct TargetCounter {
    std::string name;                  ///< "vda", "NFS client"
    std::string file;                  ///< "/proc/diskstats", "/proc/self/mountstats"
    std::vector<std::string> metrics;  ///< ids of the registry
    std::string remark;                ///< what else it counts; may be empty
    std::string missing;               ///< why it cannot be had; "": it can
};

/// Those that a run would have and those that it would have to do without: the disks' first, in
/// whose figures disk utilisation is, then the mounts'. A mount's and a disk's are figures of their
/// own: they may count the same bytes, and are never added up.
/// Blocks:  reads `proc`/diskstats.
std::vector<TargetCounter> counters_of(const PathTarget& target, const std::string& proc = "/proc");

/// The disks of a path that are volumes of Amazon EBS, by name.
std::vector<std::string> ebs_disks(const PathTarget& target);

/// "vda in /proc/diskstats", "NFS client in /proc/self/mountstats".
std::string counter_text(const TargetCounter& counter);

}  // namespace throughline::storage
