// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "engine/base/clock.h"

namespace throughline::pipeline {

/// What a worker is doing: working, waiting for input, or waiting for room to put output.
enum class WorkState : std::uint8_t { Busy, Starved, Blocked };

/// Wall time of one or several workers by state; the three add up to the time they existed.
struct WorkTimes {
    Nanoseconds busy{};
    Nanoseconds starved{};
    Nanoseconds blocked{};
    /// Thread CPU time; busy minus CPU is waiting for a core or a disk. None: not told, as under a
    /// filter that refuses CPU clocks.
    std::optional<Nanoseconds> cpu = Nanoseconds::zero();

    Nanoseconds wall() const noexcept { return busy + starved + blocked; }
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
    WorkTimes read(SteadyTime now) const noexcept;

private:
    enum class Life : std::uint8_t { Unborn, Running, Ended };
    void settle(SteadyTime now, WorkState next, Life life) noexcept;

    // A sequence lock without fences: data stores release, data loads acquire.
    std::atomic<std::uint32_t> sequence_{0};
    std::atomic<Life> life_{Life::Unborn};
    std::atomic<WorkState> state_{WorkState::Busy};
    std::atomic<SteadyTime> since_{kNever};
    std::atomic<Nanoseconds> busy_{Nanoseconds::zero()};
    std::atomic<Nanoseconds> starved_{Nanoseconds::zero()};
    std::atomic<Nanoseconds> blocked_{Nanoseconds::zero()};
    std::atomic<std::int32_t> cpu_clock_{0};
    std::atomic<Nanoseconds> cpu_at_end_{Nanoseconds::zero()};  ///< negative: not told
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
