// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "engine/base/clock.h"
#include "engine/base/mutex.h"

namespace throughline::remote {

/// What a failed request asks for.
enum class Remedy : std::uint8_t {
    None,      ///< it did not fail
    SlowDown,  ///< the store refuses for the load: again, later
    TryAgain,  ///< a fault that passes: again, soon
    GiveUp,    ///< would fail again
};

/// When a request is sent again. Source of the defaults: AWS Architecture Blog, "Exponential
/// Backoff And Jitter" (full jitter); 1 s and 25 ms, up to 60 s and 10 attempts are ours.
struct RetryPolicy {
    std::uint32_t attempts_max = 10;  ///< the first one counted
    double slow_down_base_s = 1.0;
    double try_again_base_s = 0.025;
    double wait_max_s = 60.0;
};

/// How long to wait before the next attempt; none: there is none. A pure function.
/// Formula: random * min(wait_max, base * 2^(attempt - 1)), at least what the server asked for
///          (Retry-After), which in turn is at most wait_max.
/// `attempt`: that failed, from 1. `random`: in [0, 1). `asked_s`: 0 where the server did not ask.
std::optional<Nanoseconds> retry_wait(
    const RetryPolicy& policy, Remedy remedy, std::uint32_t attempt, double random, double asked_s);

/// Bounds what all requests to one store cost it, however many threads send them.
///
/// Brake: where more than a fifth of the last 50 answers were refusals, requests are sent no
/// faster than they were served of late; that rate is held for 4 s, then grows by half each 100 ms
/// until nothing is refused or the brake bites again.
/// Budget: sending again for faults that pass costs 5 tokens of 500, each success brings one back;
/// without tokens nothing is sent again. Refusals cost none, since the brake bounds them.
/// Calm: back-off makes requests sleep for long where a store refused for long. Where nothing was
/// refused for a second they need not sleep on.
/// Pause: where nothing was sent or answered for half a second and nobody waits, as between two
/// runs, what was before tells nothing of what comes: the last answers and the rate are forgotten.
/// Thread: any.
class Brake {
public:
    struct Turn {
        SteadyTime at = kNever;
        bool taken = true;  ///< false: ask again then, as the rate will be another one
    };
    /// When a request may be sent that is ready at `now`. Turns are given no further ahead than the
    /// rate holds, or those who wait would go on at a low one for long after it has grown.
    Turn turn(SteadyTime now);
    void answered(Remedy remedy, SteadyTime now);
    /// Of one request that waits since the store refuses: for its turn, or to be sent again. Each
    /// `begin` has its `end`.
    void begin_waiting(SteadyTime now);
    void end_waiting(SteadyTime now);
    /// Of all requests together, those that still wait counted up to `now`.
    Nanoseconds waited(SteadyTime now) const;
    /// Takes the tokens of one retry. False: there are too few.
    bool may_try_again();
    /// From when on waits for refusals end before their time; it moves with each refusal.
    SteadyTime calm_at() const;
    /// Requests/s that may be sent; none: any number.
    std::optional<double> limit() const;

    static constexpr std::uint32_t kWindow = 50;
    static constexpr double kRefusedShareMax = 0.2;
    static constexpr double kHoldSeconds = 4.0;
    static constexpr double kGrowth = 1.5;
    static constexpr double kGrowSeconds = 0.1;
    static constexpr double kCalmSeconds = 1.0;
    static constexpr int kTokens = 500;
    static constexpr int kRetryTokens = 5;

private:
    void bite(SteadyTime now) REQUIRES(mutex_);
    Nanoseconds waited_by(SteadyTime now) const REQUIRES(mutex_);
    void change_waiting(int by, SteadyTime now);
    void forget() REQUIRES(mutex_);
    void release_by(SteadyTime now) REQUIRES(mutex_);

    mutable Mutex mutex_;
    std::array<bool, kWindow> refused_ GUARDED_BY(mutex_){};
    std::uint32_t next_ GUARDED_BY(mutex_) = 0;
    std::uint32_t seen_ GUARDED_BY(mutex_) = 0;  ///< in the window, since the brake last bit
    std::uint32_t refusals_ GUARDED_BY(mutex_) = 0;
    std::uint64_t served_ GUARDED_BY(mutex_) = 0;         ///< since served_from_
    std::uint64_t answers_ GUARDED_BY(mutex_) = 0;        ///< likewise, with those that failed
    std::uint64_t served_before_ GUARDED_BY(mutex_) = 0;  ///< from before_from_ to served_from_
    SteadyTime served_from_ GUARDED_BY(mutex_) = kNever;
    SteadyTime before_from_ GUARDED_BY(mutex_) = kNever;
    SteadyTime busy_at_ GUARDED_BY(mutex_) = kNever;   ///< of the last turn or answer
    std::int64_t waiting_ GUARDED_BY(mutex_) = 0;      ///< requests, for the store
    Nanoseconds waited_ GUARDED_BY(mutex_){};          ///< by waits_at_
    SteadyTime waits_at_ GUARDED_BY(mutex_) = kNever;  ///< so many wait since
    double rate_ GUARDED_BY(mutex_) = 0.0;             ///< 0: no limit
    SteadyTime grows_at_ GUARDED_BY(mutex_) = kNever;
    SteadyTime next_turn_ GUARDED_BY(mutex_) = kNever;
    SteadyTime calm_at_ GUARDED_BY(mutex_) = kNever;
    int tokens_ GUARDED_BY(mutex_) = kTokens;
};

}  // namespace throughline::remote
