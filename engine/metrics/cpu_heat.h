// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace throughline::metrics {

/// How often the processors were slowed because of heat since the machine was started: of each core
/// and of each package once. None: they do not count it (virtual machines, AMD).
/// Source: ABI/testing/sysfs-devices-system-cpu of the kernel, thermal_throttle.
/// `folder`: /sys/devices/system/cpu. Thread: any.
std::optional<std::uint64_t> heat_slowdowns(const std::string& folder = "/sys/devices/system/cpu");

}  // namespace throughline::metrics
