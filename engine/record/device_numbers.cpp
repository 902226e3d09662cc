// SPDX-License-Identifier: Apache-2.0
#include "engine/record/device_numbers.h"

namespace throughline::record {
namespace {

/// Names of devices that the kernel counts through whatever the machine.
bool tells_nothing(std::string_view device) {
    const auto counted = [&](std::string_view kind) {
        return device.starts_with(kind) &&
               device.find_first_not_of("0123456789", kind.size()) == std::string_view::npos;
    };
    return device.empty() || counted("dm-") || counted("md") || counted("loop") || counted("lo") ||
           counted("ram") || counted("zram") || counted("disk") || counted("net");
}

/// "vda" of "vda1", "nvme0n1" of "nvme0n1p2"; "" for what is no partition by its name.
std::string_view disk_of_partition(std::string_view name) {
    const std::size_t digits = name.find_last_not_of("0123456789") + 1;
    if (digits == 0 || digits == name.size()) {
        return {};
    }
    const std::string_view stem = name.substr(0, digits);
    const bool counted = stem.ends_with('p') && stem.size() > 1 && stem[stem.size() - 2] >= '0' &&
                         stem[stem.size() - 2] <= '9';  // nvme0n1p2, mmcblk0p1
    if (counted) {
        return stem.substr(0, stem.size() - 1);
    }
    for (const std::string_view kind : {"sd", "vd", "xvd", "hd"}) {
        if (stem.starts_with(kind) && stem.size() > kind.size()) {
            return stem;
        }
    }
    return {};
}

}  // namespace

std::vector<std::pair<std::string, std::string>> DeviceNumbers::learn(std::string_view name,
                                                                      std::string_view kind) {
    if (const std::size_t host = name.rfind(':'); host != std::string_view::npos) {
        name.remove_prefix(host + 1);  // "h1:vda" of several hosts
    }
    if (tells_nothing(name) || numbers_.contains(name)) {
        return {};
    }
    const std::string_view disk = kind == "disk" ? disk_of_partition(name) : std::string_view();
    if (!disk.empty() && tells_nothing(disk)) {
        return {};
    }
    std::vector<std::pair<std::string, std::string>> learnt;
    std::string number;
    if (disk.empty()) {
        int& count = kind == "disk" ? disks_ : interfaces_;
        number = std::string(kind) + std::to_string(++count);
    } else {
        learnt = learn(disk, kind);
        number = numbers_.find(disk)->second + "p" +
                 std::string(name.substr(name.find_last_not_of("0123456789") + 1));
    }
    numbers_.emplace(name, number);
    learnt.emplace_back(name, number);
    return learnt;
}

}  // namespace throughline::record
