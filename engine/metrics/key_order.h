// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace throughline::metrics {

/// The order in which keys of one quantity are read: the whole run before its members, then disks
/// before what is put together of them (device mapper, RAID), then loop and RAM devices; each kind
/// in natural order, "nvme2n1" before "nvme10n1", whatever the language. Keys of several quantities
/// are apart by their ids.
/// Source of the kinds: the names of Linux' block drivers, Documentation/admin-guide/devices.txt.
bool is_read_before(std::string_view a, std::string_view b);

}  // namespace throughline::metrics
