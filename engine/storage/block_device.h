// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace throughline::storage {

/// One block device as /sys knows it; what is not known is empty.
struct BlockDevice {
    std::string name;  ///< whole disk, as in /proc/diskstats: "nvme0n1"
    std::string model;
    bool is_virtual = false;  ///< of a hypervisor (virtio, Xen), which decides what lies below
    std::optional<bool> rotational;  ///< unknown where virtual: the flag is then the driver's guess
    std::string scheduler;           ///< the chosen one: "none", "mq-deadline"
    std::uint64_t bytes = 0;
    std::uint32_t logical_block_bytes = 0;
};

/// The whole disks below a block device, through partitions, device mapper and md, each once,
/// sorted by name. Empty when sysfs does not know the device. `sysfs` is "/sys", or a copy of it.
/// Source: Documentation/ABI/stable/sysfs-block ("partition", "slaves").
std::vector<BlockDevice> whole_disks(const std::string& sysfs, unsigned major, unsigned minor);

/// The same by kernel name: "sda2", "dm-0".
std::vector<BlockDevice> whole_disks(const std::string& sysfs, std::string_view kernel_name);

/// All disks of the btrfs file system that `kernel_name` belongs to (it may span several).
/// Empty when sysfs does not tell.
std::vector<BlockDevice> btrfs_disks(const std::string& sysfs, std::string_view kernel_name);

/// "none" of "[none] mq-deadline"; the text itself when nothing is in brackets.
std::string chosen_scheduler(std::string_view text);

}  // namespace throughline::storage
