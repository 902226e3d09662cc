// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/result.h"
#include "engine/selftest/stand_in.h"

namespace throughline::selftest {

/// The words of a command line that run this stand-in: "job", "--workers", "2", …
std::vector<std::string> words_of(const StandIn& job);

/// A stand-in that runs in a process of its own, and ends with this object.
/// Thread: one owner.
class RunningJob {
public:
    /// `log`: a file for what it prints. Errors: errno's.
    static Result<RunningJob> start(const std::string& program,
                                    const StandIn& job,
                                    const std::string& log);
    RunningJob(RunningJob&& other) noexcept
        : pid_(std::exchange(other.pid_, -1)), log_(std::move(other.log_)) {}
    RunningJob& operator=(RunningJob&&) = delete;
    ~RunningJob();

    pid_t pid() const noexcept { return pid_; }
    const std::string& log() const noexcept { return log_; }
    /// Blocks: until it has trained its first batch, at most 20 s, or until `stop`.
    /// Errors: Io where it ended, or its patience did, with what it printed last; Stopped.
    Result<void> await_first_batch(const std::stop_token& stop);

private:
    RunningJob(pid_t pid, std::string log) : pid_(pid), log_(std::move(log)) {}

    pid_t pid_;
    std::string log_;
};

/// A folder of files as large as images, on a disk, and which disk that is. Goes with this object.
/// Thread: one owner.
class Bench {
public:
    /// Makes a folder in `folder`. Errors: those of the file system.
    static Result<Bench> make(const std::string& folder);
    Bench(Bench&& other) noexcept
        : folder_(std::exchange(other.folder_, {})), device_(std::move(other.device_)) {}
    Bench& operator=(Bench&&) = delete;
    ~Bench();

    std::string file(const std::string& name) const { return folder_ + "/" + name; }
    /// A folder of files of half to one and a half times `mean_bytes`, made at the first call.
    /// Errors: also Unsupported where no disk lies under them.
    Result<std::string> images(std::uint64_t mean_bytes);
    /// "253:0", once there are images.
    const std::string& device() const noexcept { return device_; }

private:
    explicit Bench(std::string folder) : folder_(std::move(folder)) {}

    std::string folder_;
    std::string device_{};
};

}  // namespace throughline::selftest
