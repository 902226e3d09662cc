// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/random.h"
#include "engine/remote/retry.h"
#include "engine/remote/traffic.h"

namespace throughline::remote {

/// An attempt at a request that failed.
struct FailedAttempt {
    std::uint32_t number = 0;  ///< of the request, as it was begun
    Remedy remedy = Remedy::GiveUp;
    std::uint32_t attempt = 1;  ///< which it was, from 1
    SteadyTime sent_at = kNever;
    std::uint64_t bytes = 0;     ///< that came and cannot be used
    double retry_after_s = 0.0;  ///< what the server asked for; 0: it did not
};

/// The requests of one client that wait to be sent, for the first time or again: back-off as the
/// policy says, budget, brake and counts as all clients of the store share them.
/// Thread: one owner. Memory: all taken when made.
class RetryQueue {
public:
    /// `traffic` is borrowed. `at_once`: requests that may wait.
    RetryQueue(const RetryPolicy& policy,
               Traffic& traffic,
               std::uint32_t at_once,
               std::uint64_t seed);
    RetryQueue(const RetryQueue&) = delete;
    RetryQueue& operator=(const RetryQueue&) = delete;
    ~RetryQueue() { clear(); }

    void begin(std::uint32_t number, SteadyTime now);
    /// Counts what was lost with it. True: it is sent again, later; false: it failed for good.
    bool failed(const FailedAttempt& attempt, SteadyTime now);
    /// Takes one that is to be sent now; none: all wait.
    std::optional<std::uint32_t> take_due(SteadyTime now);
    /// When there may be one; SteadyTime::max(): nothing waits.
    SteadyTime next_at() const;
    std::size_t size() const noexcept { return waiting_.size(); }
    /// Calls `visit` with the number of each that waits.
    template <class Visit>
    void for_each(Visit&& visit) const {
        for (const Waiting& one : waiting_) {
            visit(one.number);
        }
    }
    void clear() noexcept;

private:
    struct Waiting {
        std::uint32_t number = 0;
        SteadyTime at = kNever;
        bool has_turn = false;  ///< the brake's
        bool refused = false;   ///< it waits for the store, unless that is calm
        bool held = false;      ///< the brake counts it as waiting since the store refuses
    };
    void hold(Waiting& one, SteadyTime now);

    RetryPolicy policy_;
    Traffic& traffic_;
    Random random_;
    std::vector<Waiting> waiting_;
};

}  // namespace throughline::remote
