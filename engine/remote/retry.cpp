// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/retry.h"

#include <algorithm>
#include <cmath>

namespace throughline::remote {
namespace {

// Goodput is taken over at least this long, so that a few answers do not make a rate.
constexpr Nanoseconds kServedOver = std::chrono::milliseconds(500);
// Nothing was answered for so long, as between two runs: that tells nothing of what is served.
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

void Brake::answered(Remedy remedy, SteadyTime now) {
    const MutexLock lock(mutex_);
    release_by(now);
    if (remedy == Remedy::None) {
        tokens_ = std::min(kTokens, tokens_ + 1);
        ++served_;
    }
    const bool idle = answered_at_ != kNever && now - answered_at_ >= kIdle;
    answered_at_ = now;
    if (served_from_ == kNever || idle) {
        served_rate_ = 0.0;
        served_ = remedy == Remedy::None ? 1 : 0;
        served_from_ = now;
    } else if (now - served_from_ >= kServedOver) {
        served_rate_ = static_cast<double>(served_) / in_seconds(now - served_from_);
        served_ = 0;
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
    // A window that filled before the first half second is all that is known of the rate.
    const double so_far = in_seconds(now - served_from_);
    const double rate = served_rate_ > 0.0 ? served_rate_
                        : so_far > 0.0     ? static_cast<double>(served_) / so_far
                                           : kRateMin;
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
