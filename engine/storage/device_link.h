// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/storage/block_device.h"

namespace throughline::storage {

/// The bus that a disk hangs on, as /sys tells what was agreed on.
struct DeviceLink {
    std::string name;  ///< "PCIe 8.0 GT/s x4", "SATA 6.0 Gbps", "USB 5000 Mbit/s"
    /// What it carries at most each way, after its line code; protocols take a few per cent more.
    double bytes_per_s = 0.0;
};
/// The narrowest link between a disk and the processors. `sysfs` is "/sys", or a copy of it.
/// Errors: NotFound, with the reason: a hypervisor's disk, no bus that tells.
/// Source: Documentation/ABI/testing/sysfs-bus-pci (current_link_speed, current_link_width),
///         sysfs-ata (sata_spd), sysfs-bus-usb (speed). Line codes: PCI Express Base Specification
///         6.0 (8b/10b to 5 GT/s, 128b/130b to 32 GT/s, flits of 242 in 256 bytes at 64), Serial
///         ATA 3.0 (8b/10b), USB 3.2 (8b/10b at 5 Gbit/s, 128b/132b above; none at 480 Mbit/s).
Result<DeviceLink> link_of(const std::string& sysfs, const BlockDevice& device);

}  // namespace throughline::storage
