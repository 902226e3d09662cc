// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/retry_queue.h"

#include <algorithm>

namespace throughline::remote {

RetryQueue::RetryQueue(const RetryPolicy& policy,
                       Traffic& traffic,
                       std::uint32_t at_once,
                       std::uint64_t seed)
    : policy_(policy), traffic_(traffic), random_(seed) {
    waiting_.reserve(at_once);
}

void RetryQueue::clear() noexcept {
    const SteadyTime now = steady_now();
    for (const Waiting& one : waiting_) {
        if (one.held) {
            traffic_.brake().end_waiting(now);
        }
    }
    waiting_.clear();
}

void RetryQueue::hold(Waiting& one, SteadyTime now) {
    if (!one.held) {
        one.held = true;
        traffic_.brake().begin_waiting(now);
    }
}

void RetryQueue::begin(std::uint32_t number, SteadyTime now) {
    waiting_.push_back({.number = number, .at = now});
}

bool RetryQueue::failed(const FailedAttempt& attempt, SteadyTime now) {
    const auto wait = retry_wait(
        policy_, attempt.remedy, attempt.attempt, random_.uniform(), attempt.retry_after_s);
    const bool refused = attempt.remedy == Remedy::SlowDown;
    const bool again = wait && (refused || traffic_.brake().may_try_again());
    traffic_.lost(attempt.bytes, now - attempt.sent_at + (again ? *wait : Nanoseconds::zero()));
    if (again) {
        traffic_.retried();
        waiting_.push_back({.number = attempt.number,
                            .at = now + *wait,
                            .refused = refused && attempt.retry_after_s <= 0.0});
        if (refused) {
            hold(waiting_.back(), now);
        }
    }
    return again;
}

std::optional<std::uint32_t> RetryQueue::take_due(SteadyTime now) {
    for (auto next = waiting_.begin(); next != waiting_.end(); ++next) {
        if (next->refused && !next->has_turn && traffic_.brake().calm_at() <= now) {
            next->at = std::min(next->at, now);
        }
        if (next->at <= now && !next->has_turn) {
            const Brake::Turn turn = traffic_.brake().turn(now);
            next->at = turn.at;
            next->has_turn = turn.taken;
            next->refused = false;  // its back-off is over
            if (turn.at > now) {
                hold(*next, now);
            }
        }
        if (next->at <= now) {
            const std::uint32_t number = next->number;
            if (next->held) {
                traffic_.brake().end_waiting(now);
            }
            waiting_.erase(next);
            return number;
        }
    }
    return std::nullopt;
}

SteadyTime RetryQueue::next_at() const {
    SteadyTime next = SteadyTime::max();
    for (const Waiting& one : waiting_) {
        next = std::min(next, one.at);
        if (one.refused && !one.has_turn) {
            next = std::min(next, traffic_.brake().calm_at());
        }
    }
    return next;
}

}  // namespace throughline::remote
