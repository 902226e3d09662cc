// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/read_limits.h"

#include <algorithm>

#include "engine/base/file_descriptor.h"
#include "engine/metrics/control_group.h"
#include "engine/observe/proc_texts.h"
#include "engine/observe/thread_probe.h"

namespace throughline::observe {
namespace {

using metrics::GroupVersion;

void lower_to(std::optional<std::uint64_t>& limit, std::optional<std::uint64_t> other) {
    if (other && *other > 0) {
        limit = limit ? std::min(*limit, *other) : *other;
    }
}

std::string text_of(const std::string& path) {
    return read_small(path).value_or("");
}

void take_limits(const metrics::ControlGroup& group,
                 const std::string& device,
                 ReadLimits& limits) {
    const std::string folder = group.folder();
    if (group.version == GroupVersion::Two) {
        const std::string text = text_of(folder + "/io.max");
        lower_to(limits.bytes, parse_io_max(text, device, "rbps"));
        lower_to(limits.requests, parse_io_max(text, device, "riops"));
        return;
    }
    const auto of = [&](const char* file) {
        return parse_throttle(text_of(folder + file), device);
    };
    lower_to(limits.bytes, of("/blkio.throttle.read_bps_device"));
    lower_to(limits.requests, of("/blkio.throttle.read_iops_device"));
}

}  // namespace

ReadLimits read_limits(std::string_view cgroup,
                       std::string_view mountinfo,
                       const std::string& device) {
    ReadLimits limits;
    for (const GroupVersion version : {GroupVersion::One, GroupVersion::Two}) {
        for (auto group = metrics::control_group(cgroup, mountinfo, version, "blkio"); group;
             group = group->above()) {
            take_limits(*group, device, limits);
        }
    }
    return limits;
}

ReadLimits read_limits_of(pid_t pid, const std::string& device) {
    const auto mounts = read_whole_file("/proc/self/mountinfo", std::size_t{16} << 20U);
    return read_limits(text_of("/proc/" + std::to_string(pid) + "/cgroup"),
                       mounts ? *mounts : std::string(),
                       device);
}

}  // namespace throughline::observe
