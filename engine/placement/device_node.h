// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace throughline::placement {

/// The NUMA node that a device is attached to, by its PCI address ("0000:1B:00.0"). None where the
/// machine has one node only, or does not say.
/// Source: numa_node of sysfs-bus-pci; node* of sysfs-devices-node.
std::optional<std::uint32_t> node_of_device(std::string pci_address,
                                            const std::string& sys = "/sys");

}  // namespace throughline::placement
