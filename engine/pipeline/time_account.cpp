// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/time_account.h"

#include <pthread.h>

#include <algorithm>
#include <ctime>

#include "engine/base/clock.h"

namespace throughline::pipeline {
namespace {

/// Negative: the clock's thread has ended, or the system does not tell.
Nanoseconds cpu_time(clockid_t clock) noexcept {
    timespec time{};
    if (::clock_gettime(clock, &time) != 0) {
        return Nanoseconds(-1);
    }
    return std::chrono::seconds(time.tv_sec) + Nanoseconds(time.tv_nsec);
}

std::optional<Nanoseconds> told(Nanoseconds cpu) noexcept {
    return cpu < Nanoseconds::zero() ? std::nullopt : std::optional(cpu);
}

}  // namespace

WorkTimes& WorkTimes::operator+=(const WorkTimes& other) noexcept {
    busy += other.busy;
    starved += other.starved;
    blocked += other.blocked;
    cpu = cpu && other.cpu ? std::optional(*cpu + *other.cpu) : std::nullopt;
    return *this;
}

WorkTimes operator-(WorkTimes left, const WorkTimes& right) noexcept {
    left.busy -= right.busy;
    left.starved -= right.starved;
    left.blocked -= right.blocked;
    left.cpu = left.cpu && right.cpu ? std::optional(*left.cpu - *right.cpu) : std::nullopt;
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
    since_.store(steady_now(), std::memory_order_release);
    state_.store(WorkState::Busy, std::memory_order_release);
    life_.store(Life::Running, std::memory_order_release);
    sequence_.store(sequence + 2, std::memory_order_release);
}

void TimeAccount::enter(WorkState state) noexcept {
    if (state_.load(std::memory_order_relaxed) != state) {
        settle(steady_now(), state, Life::Running);
    }
}

void TimeAccount::end() noexcept {
    cpu_at_end_.store(cpu_time(CLOCK_THREAD_CPUTIME_ID), std::memory_order_release);
    settle(steady_now(), WorkState::Busy, Life::Ended);
}

void TimeAccount::settle(SteadyTime now, WorkState next, Life life) noexcept {
    const Nanoseconds spent = now - since_.load(std::memory_order_relaxed);
    const auto sequence = sequence_.load(std::memory_order_relaxed);
    sequence_.store(sequence + 1, std::memory_order_relaxed);
    auto* sum = &busy_;
    switch (state_.load(std::memory_order_relaxed)) {
        case WorkState::Busy:
            break;
        case WorkState::Starved:
            sum = &starved_;
            break;
        case WorkState::Blocked:
            sum = &blocked_;
            break;
    }
    sum->store(sum->load(std::memory_order_relaxed) + spent, std::memory_order_release);
    since_.store(now, std::memory_order_release);
    state_.store(next, std::memory_order_release);
    life_.store(life, std::memory_order_release);
    sequence_.store(sequence + 2, std::memory_order_release);
}

WorkTimes TimeAccount::read(SteadyTime now) const noexcept {
    WorkTimes times;
    for (;;) {
        const auto before = sequence_.load(std::memory_order_acquire);
        if (before % 2 != 0) {
            continue;
        }
        times = {.busy = busy_.load(std::memory_order_acquire),
                 .starved = starved_.load(std::memory_order_acquire),
                 .blocked = blocked_.load(std::memory_order_acquire),
                 .cpu = told(cpu_at_end_.load(std::memory_order_acquire))};
        const auto state = state_.load(std::memory_order_acquire);
        const auto since = since_.load(std::memory_order_acquire);
        const auto life = life_.load(std::memory_order_acquire);
        if (sequence_.load(std::memory_order_relaxed) != before) {
            continue;
        }
        if (life != Life::Running) {
            return times;
        }
        // The worker may have changed state after `now` was taken.
        const Nanoseconds open = std::max(now - since, Nanoseconds::zero());
        (state == WorkState::Busy      ? times.busy
         : state == WorkState::Starved ? times.starved
                                       : times.blocked) += open;
        times.cpu = told(cpu_time(cpu_clock_.load(std::memory_order_acquire)));
        if (!times.cpu && sequence_.load(std::memory_order_relaxed) != before) {
            continue;  // the worker ended after the look at its state
        }
        return times;
    }
}

}  // namespace throughline::pipeline
