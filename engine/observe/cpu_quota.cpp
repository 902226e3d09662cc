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

struct Quota {
    double processors = 0.0;
    std::string folder{};  ///< of the group that it is set for
};

/// The lowest of a group and those above it.
std::optional<Quota> lowest_quota(std::string_view cgroup, std::string_view mountinfo) {
    std::optional<Quota> least;
    for (const GroupVersion version : {GroupVersion::One, GroupVersion::Two}) {
        for (auto group = metrics::control_group(cgroup, mountinfo, version, "cpu"); group;
             group = group->above()) {
            const auto quota = parse_cpu_max(quota_text(*group));
            if (quota && (!least || *quota < least->processors)) {
                least = Quota{.processors = *quota, .folder = group->folder()};
            }
        }
    }
    return least;
}

std::string our_mounts() {
    const auto mounts = read_whole_file("/proc/self/mountinfo", std::size_t{16} << 20U);
    return mounts ? *mounts : std::string();
}

/// "nr_periods 40" of lines.
std::optional<std::uint64_t> counter_of(std::string_view text, std::string_view name) {
    const std::size_t at = text.find(std::string(name) + " ");
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view rest = text.substr(at + name.size());
    const auto numbers = parse_numbers(rest.substr(0, rest.find('\n')));
    return numbers.empty() ? std::nullopt : std::optional(numbers.front());
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
    const auto quota = lowest_quota(cgroup, mountinfo);
    return quota ? std::optional(quota->processors) : std::nullopt;
}

std::optional<double> cpu_quota_of(pid_t pid) {
    return cpu_quota(read_small(folder_of(pid) + "/cgroup").value_or(""), our_mounts());
}

std::optional<CpuThrottling> cpu_throttling(std::string_view cgroup, std::string_view mountinfo) {
    const auto quota = lowest_quota(cgroup, mountinfo);
    if (!quota) {
        return std::nullopt;
    }
    const std::string text = read_small(quota->folder + "/cpu.stat").value_or("");
    const auto periods = counter_of(text, "nr_periods");
    const auto held_back = counter_of(text, "nr_throttled");
    return periods && held_back
               ? std::optional(CpuThrottling{.periods = *periods, .held_back = *held_back})
               : std::nullopt;
}

std::optional<CpuThrottling> cpu_throttling_of(pid_t pid) {
    return cpu_throttling(read_small(folder_of(pid) + "/cgroup").value_or(""), our_mounts());
}

}  // namespace throughline::observe
