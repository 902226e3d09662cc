// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/time_account.h"

#include <pthread.h>

#include <ctime>

#include "engine/base/clock.h"

namespace throughline::pipeline {
namespace {

/// Negative: the clock's thread has ended, or the system does not tell.
std::int64_t cpu_time_ns(clockid_t clock) noexcept {
    timespec time{};
    if (::clock_gettime(clock, &time) != 0) {
        return -1;
    }
    return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

std::optional<std::int64_t> told(std::int64_t cpu_ns) noexcept {
    return cpu_ns < 0 ? std::nullopt : std::optional(cpu_ns);
}

}  // namespace

WorkTimes& WorkTimes::operator+=(const WorkTimes& other) noexcept {
    busy_ns += other.busy_ns;
    starved_ns += other.starved_ns;
    blocked_ns += other.blocked_ns;
    cpu_ns = cpu_ns && other.cpu_ns ? std::optional(*cpu_ns + *other.cpu_ns) : std::nullopt;
    return *this;
}

WorkTimes operator-(WorkTimes left, const WorkTimes& right) noexcept {
    left.busy_ns -= right.busy_ns;
    left.starved_ns -= right.starved_ns;
    left.blocked_ns -= right.blocked_ns;
    left.cpu_ns =
        left.cpu_ns && right.cpu_ns ? std::optional(*left.cpu_ns - *right.cpu_ns) : std::nullopt;
    return left;
}

void TimeAccount::begin() noexcept {
    clockid_t clock{};
    if (::pthread_getcpuclockid(::pthread_self(), &clock) != 0) {
        clock = CLOCK_THREAD_CPUTIME_ID;
    }
    cpu_clock_.store(clock, std::memory_order_release);
    const auto sequence = sequence_.load(std::memory_order_relaxed);
    sequence_.store(sequence + 1, std::memory_order_relaxed);
    since_ns_.store(steady_now_ns(), std::memory_order_release);
    state_.store(WorkState::Busy, std::memory_order_release);
    life_.store(Life::Running, std::memory_order_release);
    sequence_.store(sequence + 2, std::memory_order_release);
}

void TimeAccount::enter(WorkState state) noexcept {
    if (state_.load(std::memory_order_relaxed) != state) {
        settle(steady_now_ns(), state, Life::Running);
    }
}

void TimeAccount::end() noexcept {
    cpu_ns_at_end_.store(cpu_time_ns(CLOCK_THREAD_CPUTIME_ID), std::memory_order_release);
    settle(steady_now_ns(), WorkState::Busy, Life::Ended);
}

void TimeAccount::settle(std::int64_t now_ns, WorkState next, Life life) noexcept {
    const std::int64_t spent = now_ns - since_ns_.load(std::memory_order_relaxed);
    const auto sequence = sequence_.load(std::memory_order_relaxed);
    sequence_.store(sequence + 1, std::memory_order_relaxed);
    auto* sum = &busy_ns_;
    switch (state_.load(std::memory_order_relaxed)) {
        case WorkState::Busy:
            break;
        case WorkState::Starved:
            sum = &starved_ns_;
            break;
        case WorkState::Blocked:
            sum = &blocked_ns_;
            break;
    }
    sum->store(sum->load(std::memory_order_relaxed) + spent, std::memory_order_release);
    since_ns_.store(now_ns, std::memory_order_release);
    state_.store(next, std::memory_order_release);
    life_.store(life, std::memory_order_release);
    sequence_.store(sequence + 2, std::memory_order_release);
}

WorkTimes TimeAccount::read(std::int64_t now_ns) const noexcept {
    WorkTimes times;
    for (;;) {
        const auto before = sequence_.load(std::memory_order_acquire);
        if (before % 2 != 0) {
            continue;
        }
        times = {.busy_ns = busy_ns_.load(std::memory_order_acquire),
                 .starved_ns = starved_ns_.load(std::memory_order_acquire),
                 .blocked_ns = blocked_ns_.load(std::memory_order_acquire),
                 .cpu_ns = told(cpu_ns_at_end_.load(std::memory_order_acquire))};
        const auto state = state_.load(std::memory_order_acquire);
        const auto since = since_ns_.load(std::memory_order_acquire);
        const auto life = life_.load(std::memory_order_acquire);
        if (sequence_.load(std::memory_order_relaxed) != before) {
            continue;
        }
        if (life != Life::Running) {
            return times;
        }
        // The worker may have changed state after `now_ns` was taken.
        const std::int64_t open = now_ns > since ? now_ns - since : 0;
        (state == WorkState::Busy      ? times.busy_ns
         : state == WorkState::Starved ? times.starved_ns
                                       : times.blocked_ns) += open;
        times.cpu_ns = told(cpu_time_ns(cpu_clock_.load(std::memory_order_acquire)));
        if (!times.cpu_ns && sequence_.load(std::memory_order_relaxed) != before) {
            continue;  // the worker ended after the look at its state
        }
        return times;
    }
}

}  // namespace throughline::pipeline
