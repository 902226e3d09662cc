// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/cpu_quota.h"

#include <algorithm>
#include <string>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/metrics/control_group.h"
#include "engine/observe/proc_texts.h"
#include "engine/observe/thread_probe.h"

namespace throughline::observe {
namespace {

using metrics::GroupVersion;

std::string quota_text(const metrics::ControlGroup& group) {
    const std::string folder = group.folder();
    return group.version == GroupVersion::Two
               ? read_small(folder + "/cpu.max").value_or("")
               : read_small(folder + "/cpu.cfs_quota_us").value_or("") + " " +
                     read_small(folder + "/cpu.cfs_period_us").value_or("");
}

}  // namespace

std::optional<double> parse_cpu_max(std::string_view text) {
    // What is no number is left out, so that "max" and "-1" leave the period alone.
    const std::vector<std::uint64_t> numbers = parse_numbers(text);
    if (numbers.size() != 2 || numbers[0] == 0 || numbers[1] == 0) {
        return std::nullopt;
    }
    return static_cast<double>(numbers[0]) / static_cast<double>(numbers[1]);
}

std::optional<double> cpu_quota(std::string_view cgroup, std::string_view mountinfo) {
    std::optional<double> least;
    for (const GroupVersion version : {GroupVersion::One, GroupVersion::Two}) {
        for (auto group = metrics::control_group(cgroup, mountinfo, version, "cpu"); group;
             group = group->above()) {
            if (const auto quota = parse_cpu_max(quota_text(*group))) {
                least = least ? std::min(*least, *quota) : quota;
            }
        }
    }
    return least;
}

std::optional<double> cpu_quota_of(pid_t pid) {
    const auto mounts = read_whole_file("/proc/self/mountinfo", std::size_t{16} << 20U);
    return cpu_quota(read_small(folder_of(pid) + "/cgroup").value_or(""),
                     mounts ? *mounts : std::string());
}

}  // namespace throughline::observe
