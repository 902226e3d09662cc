// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/base/result.h"

namespace throughline::hosts {

/// A throughline-engine that is driven by its --control and --events. Destroyed while it runs, it
/// is killed. Thread: one owner. Blocks: nowhere, but start() and kill() for a moment.
class EngineChild {
public:
    /// Where the child finds `spec`, a file that lies in memory.
    static constexpr const char* kSpecPath = "/dev/fd/3";
    /// And `more`, where it is one: its number.
    static constexpr int kMoreFd = 4;
    static Result<EngineChild> start(const std::vector<std::string>& command,
                                     std::string_view spec,
                                     int more = -1);
    EngineChild(EngineChild&&) = default;
    EngineChild& operator=(EngineChild&&) = delete;
    EngineChild(const EngineChild&) = delete;
    EngineChild& operator=(const EngineChild&) = delete;
    ~EngineChild();

    /// A line on its stdin; one that it does not take is lost.
    void command(std::string_view line) const;
    /// Whole lines that it has said since.
    std::vector<std::string> read();
    /// Its wait status, once it has ended; what it said last is still to be read.
    std::optional<int> ended();
    void kill();
    /// What wakes a poll() when it says something.
    int fd() const noexcept { return out_.get(); }
    /// The end of what it said on stderr.
    const std::string& complaints() const noexcept { return complaints_; }

private:
    EngineChild() = default;

    struct Pid {
        pid_t value = -1;
        Pid() = default;
        Pid(Pid&& other) noexcept : value(std::exchange(other.value, -1)) {}
    };
    Pid pid_{};
    std::optional<int> status_{};
    UniqueFd in_;
    UniqueFd out_;
    UniqueFd err_;
    std::string pending_{};
    std::string complaints_{};
};

}  // namespace throughline::hosts
