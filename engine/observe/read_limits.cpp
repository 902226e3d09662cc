// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/read_limits.h"

#include <algorithm>

#include "engine/observe/thread_probe.h"

namespace throughline::observe {
namespace {

void lower_to(std::optional<std::uint64_t>& limit, std::optional<std::uint64_t> other) {
    if (other && *other > 0) {
        limit = limit ? std::min(*limit, *other) : *other;
    }
}

std::string text_of(const std::string& path) {
    return read_small(path).value_or("");
}

}  // namespace

ReadLimits read_limits_of(pid_t pid, const std::string& device, const std::string& root) {
    const std::string groups = text_of("/proc/" + std::to_string(pid) + "/cgroup");
    ReadLimits limits;
    for (const bool second : {false, true}) {
        std::string group = parse_group(groups, second ? "" : "blkio");
        // In a mixed hierarchy version 2 has a folder of its own.
        const std::string base = !second                                    ? root + "/blkio"
                                 : read_small(root + "/cgroup.controllers") ? root
                                                                            : root + "/unified";
        while (!group.empty()) {
            const std::string folder = base + (group == "/" ? "" : group);
            if (second) {
                const std::string text = text_of(folder + "/io.max");
                lower_to(limits.bytes, parse_io_max(text, device, "rbps"));
                lower_to(limits.requests, parse_io_max(text, device, "riops"));
            } else {
                lower_to(
                    limits.bytes,
                    parse_throttle(text_of(folder + "/blkio.throttle.read_bps_device"), device));
                lower_to(
                    limits.requests,
                    parse_throttle(text_of(folder + "/blkio.throttle.read_iops_device"), device));
            }
            const std::size_t slash = group.rfind('/');
            group = group == "/" || slash == group.npos ? ""
                    : slash == 0                        ? "/"
                                                        : group.substr(0, slash);
        }
    }
    return limits;
}

}  // namespace throughline::observe
