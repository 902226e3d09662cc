// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/pause_watch.h"

#include <algorithm>
#include <ctime>
#include <thread>

#include "engine/base/clock.h"

namespace throughline::measure {
namespace {

/// 0 where it cannot be read: a far too long wait then counts as a pause.
Nanoseconds process_cpu() noexcept {
    timespec time{};
    return ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0
               ? std::chrono::seconds(time.tv_sec) + Nanoseconds(time.tv_nsec)
               : Nanoseconds::zero();
}

}  // namespace

PauseWatch::PauseWatch() noexcept : looked_at_(steady_now()), cpu_(process_cpu()) {}

Nanoseconds PauseWatch::look(Nanoseconds planned) noexcept {
    const SteadyTime now = steady_now();
    const Nanoseconds cpu_now = process_cpu();
    const auto pause = pause_in_wait(std::max(planned, Nanoseconds::zero()),
                                     now - looked_at_,
                                     cpu_now - cpu_,
                                     std::thread::hardware_concurrency());
    looked_at_ = now;
    cpu_ = cpu_now;
    return pause.value_or(Nanoseconds::zero());
}

std::optional<Nanoseconds> pause_in_wait(Nanoseconds planned,
                                         Nanoseconds lasted,
                                         Nanoseconds cpu,
                                         unsigned processors) noexcept {
    // Below this a thread may just have waited for its turn on a busy machine.
    constexpr std::chrono::milliseconds kPauseMin{250};
    const Nanoseconds beyond = lasted - planned;
    // Before the pause all processors may have been ours, and after it for a moment one.
    const Nanoseconds cpu_max = planned * std::max<std::int64_t>(processors, 1) + beyond / 10;
    return beyond >= kPauseMin && cpu <= cpu_max ? std::optional(beyond) : std::nullopt;
}

}  // namespace throughline::measure
