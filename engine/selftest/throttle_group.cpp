// SPDX-License-Identifier: Apache-2.0
#include "engine/selftest/throttle_group.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/base/pause.h"
#include "engine/base/say.h"
#include "engine/metrics/control_group.h"

namespace throughline::selftest {
namespace {

using metrics::ControlGroup;
using metrics::GroupVersion;

/// One write, as files of control groups want it.
Result<void> put(const std::string& path, const std::string& text) {
    const UniqueFd file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!file || ::write(file.get(), text.data(), text.size()) < 0) {
        return errno_error(say("set '%1' to '%2'", path, text), errno);
    }
    return {};
}

bool has_file(const std::string& path) {
    struct stat there{};
    return ::stat(path.c_str(), &there) == 0;
}

std::optional<ControlGroup> own_group(GroupVersion version, const char* controller) {
    const auto text = [](const char* path) {
        const auto read = read_whole_file(path, std::size_t{16} << 20U);
        return read ? *read : std::string();
    };
    return metrics::control_group(
        text("/proc/self/cgroup"), text("/proc/self/mountinfo"), version, controller);
}

constexpr long kPeriod_us = 100'000;

}  // namespace

/// A file of the group, of each version, and what is written into it.
struct ThrottleGroup::Limit {
    const char* controller;  ///< of version 1
    std::string file_one;
    std::string text_one;
    std::string file_two;
    std::string text_two;
};

Result<std::unique_ptr<ThrottleGroup>> ThrottleGroup::open(const Limit& limit) {
    std::optional<Error> refusal;
    for (const GroupVersion version : {GroupVersion::One, GroupVersion::Two}) {
        // Of version 2 a group that has processes hands nothing down: one above may.
        for (auto above = own_group(version, limit.controller); above; above = above->above()) {
            const std::string folder =
                above->folder() + "/throughline-selftest-" + std::to_string(::getpid());
            if (::mkdir(folder.c_str(), 0755) != 0) {
                refusal = errno_error(say("make the control group '%1'", folder), errno);
                continue;
            }
            std::unique_ptr<ThrottleGroup> group(new ThrottleGroup(folder));
            const bool one = version == GroupVersion::One;
            const std::string file = "/" + (one ? limit.file_one : limit.file_two);
            if (!has_file(folder + file)) {
                continue;
            }
            auto set = put(folder + file, one ? limit.text_one : limit.text_two);
            if (set) {
                return group;
            }
            refusal = std::move(set).error();
        }
    }
    return refusal ? *std::move(refusal)
                   : Error{.code = ErrorCode::Unsupported,
                           .what = say("no control group here can set '%1'", limit.file_one)};
}

Result<std::unique_ptr<ThrottleGroup>> ThrottleGroup::open_reads(const std::string& device,
                                                                 std::uint64_t bytes_per_second) {
    const std::string bytes = std::to_string(bytes_per_second);
    return open({.controller = "blkio",
                 .file_one = "blkio.throttle.read_bps_device",
                 .text_one = device + " " + bytes,
                 .file_two = "io.max",
                 .text_two = device + " rbps=" + bytes});
}

Result<std::unique_ptr<ThrottleGroup>> ThrottleGroup::open_cpu(double processors) {
    const std::string quota =
        std::to_string(std::lround(processors * static_cast<double>(kPeriod_us)));
    return open({.controller = "cpu",
                 .file_one = "cpu.cfs_quota_us",
                 .text_one = quota,
                 .file_two = "cpu.max",
                 .text_two = quota + " " + std::to_string(kPeriod_us)});
}

ThrottleGroup::~ThrottleGroup() {
    constexpr int kTries = 50;
    constexpr std::chrono::milliseconds kBetween{20};
    for (int i = 0; i < kTries && ::rmdir(folder_.c_str()) != 0 && errno == EBUSY; ++i) {
        static_cast<void>(pause_for(kBetween, std::stop_token()));
    }
}

}  // namespace throughline::selftest
