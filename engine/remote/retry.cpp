// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/retry.h"

#include <algorithm>
#include <cmath>

namespace throughline::remote {
namespace {

// Goodput is taken over at least this long and so many, so that a few answers do not make a rate.
constexpr Nanoseconds kServedOver = std::chrono::milliseconds(500);
constexpr std::uint64_t kServedAnswers = 20;
// Nothing was sent or answered for so long: that tells nothing of what is served.
constexpr Nanoseconds kIdle = std::chrono::milliseconds(500);
constexpr double kRateMin = 1.0;
// Beyond it a limit bounds nothing that one machine can send.
constexpr double kRateMax = 1e6;

}  // namespace

std::optional<Nanoseconds> retry_wait(const RetryPolicy& policy,
                                      Remedy remedy,
                                      std::uint32_t attempt,
                                      double random,
                                      double asked_s) {
    const bool again = remedy == Remedy::SlowDown || remedy == Remedy::TryAgain;
    if (!again || attempt >= policy.attempts_max) {
        return std::nullopt;
    }
    const double base =
        remedy == Remedy::SlowDown ? policy.slow_down_base_s : policy.try_again_base_s;
    const double most = std::min(policy.wait_max_s, base * std::exp2(attempt - 1.0));
    return from_seconds(std::max(random * most, std::min(asked_s, policy.wait_max_s)));
}

void Brake::release_by(SteadyTime now) {
    while (rate_ > 0.0 && now >= grows_at_) {
        rate_ *= kGrowth;
        next_turn_ = std::min(next_turn_, grows_at_ + from_seconds(1.0 / rate_));
        grows_at_ += from_seconds(kGrowSeconds);
        if (rate_ > kRateMax) {
            rate_ = 0.0;
        }
    }
}

Brake::Turn Brake::turn(SteadyTime now) {
    const MutexLock lock(mutex_);
    release_by(now);
    if (waiting_ == 0 && busy_at_ != kNever && now - busy_at_ >= kIdle) {
        forget();
    }
    busy_at_ = now;
    if (rate_ <= 0.0) {
        return {.at = now};
    }
    const SteadyTime at = std::max(now, next_turn_);
    if (at > grows_at_) {
        return {.at = grows_at_, .taken = false};
    }
    next_turn_ = at + from_seconds(1.0 / rate_);
    return {.at = at};
}

void Brake::forget() {
    refused_.fill(false);
    seen_ = 0;
    refusals_ = 0;
    served_ = 0;
    answers_ = 0;
    served_before_ = 0;
    served_from_ = kNever;
    before_from_ = kNever;
}

void Brake::answered(Remedy remedy, SteadyTime now) {
    const MutexLock lock(mutex_);
    release_by(now);
    busy_at_ = now;
    const bool served = remedy == Remedy::None;
    tokens_ = std::min(kTokens, tokens_ + (served ? 1 : 0));
    if (served_from_ == kNever) {
        served_from_ = now;
        before_from_ = now;
    } else {
        served_ += served ? 1 : 0;
        ++answers_;
    }
    if (now - served_from_ >= kServedOver && answers_ >= kServedAnswers) {
        served_before_ = served_;
        before_from_ = served_from_;
        served_ = 0;
        answers_ = 0;
        served_from_ = now;
    }
    const bool refused = remedy == Remedy::SlowDown;
    if (refused) {
        calm_at_ = now + from_seconds(kCalmSeconds);
    }
    if (seen_ == kWindow) {
        refusals_ -= refused_[next_] ? 1 : 0;
    } else {
        ++seen_;
    }
    refused_[next_] = refused;
    next_ = (next_ + 1) % kWindow;
    refusals_ += refused ? 1 : 0;
    if (seen_ == kWindow && refusals_ > kRefusedShareMax * kWindow) {
        bite(now);
    }
}

void Brake::bite(SteadyTime now) {
    // Where the window filled before the first stretch was over, that is all that is known.
    const double over = in_seconds(now - before_from_);
    const double rate =
        over > 0.0 ? static_cast<double>(served_before_ + served_) / over : kRateMin;
    rate_ = std::max(kRateMin, rate_ > 0.0 ? std::min(rate, rate_) : rate);
    grows_at_ = now + from_seconds(kHoldSeconds);
    next_turn_ = std::max(next_turn_, now);
    refused_.fill(false);
    seen_ = 0;
    refusals_ = 0;
}

SteadyTime Brake::calm_at() const {
    const MutexLock lock(mutex_);
    return calm_at_;
}

void Brake::begin_waiting(SteadyTime now) {
    change_waiting(1, now);
}

void Brake::end_waiting(SteadyTime now) {
    change_waiting(-1, now);
}

void Brake::change_waiting(int by, SteadyTime now) {
    const MutexLock lock(mutex_);
    waited_ = waited_by(now);
    waits_at_ = now;
    waiting_ += by;
}

// Linear in time: threads whose `now` come in another order do not change the sum.
Nanoseconds Brake::waited_by(SteadyTime now) const {
    return waited_ + waiting_ * (now - waits_at_);
}

Nanoseconds Brake::waited(SteadyTime now) const {
    const MutexLock lock(mutex_);
    return waited_by(now);
}

bool Brake::may_try_again() {
    const MutexLock lock(mutex_);
    if (tokens_ < kRetryTokens) {
        return false;
    }
    tokens_ -= kRetryTokens;
    return true;
}

std::optional<double> Brake::limit() const {
    const MutexLock lock(mutex_);
    return rate_ > 0.0 ? std::optional(rate_) : std::nullopt;
}

}  // namespace throughline::remote
