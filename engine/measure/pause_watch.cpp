// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/pause_watch.h"

#include <algorithm>
#include <ctime>
#include <thread>

#include "engine/base/clock.h"

namespace throughline::measure {
namespace {

/// 0 where it cannot be read: a far too long wait then counts as a pause.
std::int64_t process_cpu_ns() noexcept {
    timespec time{};
    return ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0
               ? static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec
               : 0;
}

}  // namespace

PauseWatch::PauseWatch() noexcept : looked_at_ns_(steady_now_ns()), cpu_ns_(process_cpu_ns()) {}

std::int64_t PauseWatch::look(std::int64_t planned_ns) noexcept {
    const std::int64_t now_ns = steady_now_ns();
    const std::int64_t cpu_now_ns = process_cpu_ns();
    const auto pause = pause_in_wait(std::max<std::int64_t>(planned_ns, 0),
                                     now_ns - looked_at_ns_,
                                     cpu_now_ns - cpu_ns_,
                                     std::thread::hardware_concurrency());
    looked_at_ns_ = now_ns;
    cpu_ns_ = cpu_now_ns;
    return pause.value_or(0);
}

std::optional<std::int64_t> pause_in_wait(std::int64_t planned_ns,
                                          std::int64_t lasted_ns,
                                          std::int64_t cpu_ns,
                                          unsigned processors) noexcept {
    // Below this a thread may just have waited for its turn on a busy machine.
    constexpr std::int64_t kPauseMinNs = 250'000'000;
    const std::int64_t beyond_ns = lasted_ns - planned_ns;
    // Before the pause all processors may have been ours, and after it for a moment one.
    const std::int64_t cpu_max_ns =
        planned_ns * std::max<std::int64_t>(processors, 1) + beyond_ns / 10;
    return beyond_ns >= kPauseMinNs && cpu_ns <= cpu_max_ns ? std::optional(beyond_ns)
                                                            : std::nullopt;
}

}  // namespace throughline::measure
