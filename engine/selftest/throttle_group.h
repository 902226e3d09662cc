// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "engine/base/result.h"

namespace throughline::selftest {

/// A control group of our own that holds the processes in it back, as it does any job; of either
/// version. Processes join by writing their number into its cgroup.procs.
/// Thread: one owner.
class ThrottleGroup {
public:
    /// Bytes per second that may be read from `device` ("253:0", a whole disk).
    /// Errors: Permission, Unsupported, Io, with what refused; so open_cpu().
    static Result<std::unique_ptr<ThrottleGroup>> open_reads(const std::string& device,
                                                             std::uint64_t bytes_per_second);
    /// A quota of so many processors.
    static Result<std::unique_ptr<ThrottleGroup>> open_cpu(double processors);
    /// Waits a second at most for its processes to end, and removes it.
    ~ThrottleGroup();
    ThrottleGroup(const ThrottleGroup&) = delete;
    ThrottleGroup& operator=(const ThrottleGroup&) = delete;

    const std::string& folder() const noexcept { return folder_; }

private:
    explicit ThrottleGroup(std::string folder) : folder_(std::move(folder)) {}
    struct Limit;
    static Result<std::unique_ptr<ThrottleGroup>> open(const Limit& limit);

    std::string folder_;
};

}  // namespace throughline::selftest
