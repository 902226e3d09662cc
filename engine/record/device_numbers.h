// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace throughline::record {

/// Numbers in place of the names of disks and network interfaces.
class DeviceNumbers {
public:
    /// What `name` and, of a partition, its disk are called from now on; only those that are new.
    /// Empty for names that tell nothing of a machine: dm-0, md0, lo. `kind`: "disk" or "net".
    std::vector<std::pair<std::string, std::string>> learn(std::string_view name,
                                                           std::string_view kind);

private:
    std::map<std::string, std::string, std::less<>> numbers_{};
    int disks_ = 0;
    int interfaces_ = 0;
};

}  // namespace throughline::record
