// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

namespace throughline::pipeline {

/// What a worker is doing: working, waiting for input, or waiting for room to put output.
enum class WorkState : std::uint8_t { Busy, Starved, Blocked };

/// Wall time of one or several workers by state; the three add up to the time they existed.
struct WorkTimes {
    std::int64_t busy_ns = 0;
    std::int64_t starved_ns = 0;
    std::int64_t blocked_ns = 0;
    /// Thread CPU time; busy minus CPU is waiting for a core or a disk. None: not told, as under a
    /// filter that refuses CPU clocks.
    std::optional<std::int64_t> cpu_ns = 0;

    std::int64_t wall_ns() const noexcept { return busy_ns + starved_ns + blocked_ns; }
    WorkTimes& operator+=(const WorkTimes& other) noexcept;
    friend WorkTimes operator-(WorkTimes left, const WorkTimes& right) noexcept;
};

/// One worker's time account, on its own cache lines.
/// Thread: begin(), enter() and end() by the worker; read() by any thread at any time, including
/// while a wait lasts, whose time so far it counts. A change of state costs one clock read.
class alignas(64) TimeAccount {
public:
    void begin() noexcept;
    void enter(WorkState state) noexcept;
    void end() noexcept;
    WorkTimes read(std::int64_t now_ns) const noexcept;

private:
    enum class Life : std::uint8_t { Unborn, Running, Ended };
    void settle(std::int64_t now_ns, WorkState next, Life life) noexcept;

    // A sequence lock without fences: data stores release, data loads acquire.
    std::atomic<std::uint32_t> sequence_{0};
    std::atomic<Life> life_{Life::Unborn};
    std::atomic<WorkState> state_{WorkState::Busy};
    std::atomic<std::int64_t> since_ns_{0};
    std::atomic<std::int64_t> busy_ns_{0};
    std::atomic<std::int64_t> starved_ns_{0};
    std::atomic<std::int64_t> blocked_ns_{0};
    std::atomic<std::int32_t> cpu_clock_{0};
    std::atomic<std::int64_t> cpu_ns_at_end_{0};  ///< negative: not told
};

/// Sets a state for a scope and goes back to Busy.
class InState {
public:
    InState(TimeAccount& account, WorkState state) noexcept : account_(account) {
        account_.enter(state);
    }
    ~InState() { account_.enter(WorkState::Busy); }
    InState(const InState&) = delete;
    InState& operator=(const InState&) = delete;

private:
    TimeAccount& account_;
};

}  // namespace throughline::pipeline
