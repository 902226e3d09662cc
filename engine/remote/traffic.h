// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "engine/base/clock.h"
#include "engine/remote/answer.h"
#include "engine/remote/retry.h"

namespace throughline::remote {

/// What was asked of a store and what became of it: since the start, or in an interval.
struct TrafficCounts {
    std::array<std::uint64_t, kAnswers> answers{};  ///< of requests as they were sent, by Answer
    std::uint64_t retries = 0;      ///< of these requests, those that were sent again
    std::uint64_t bytes = 0;        ///< of bodies that could be used
    std::uint64_t bytes_lost = 0;   ///< of bodies that could not
    Nanoseconds lost{};             ///< of requests: failed attempts and the waits behind them
    Nanoseconds waited{};           ///< of requests: since the store refuses
    std::uint64_t connections = 0;  ///< opened
    Nanoseconds connecting{};       ///< until these stood, TLS included

    std::uint64_t requests() const noexcept;
    std::uint64_t of(Answer answer) const noexcept {
        return answers[static_cast<std::size_t>(answer)];
    }
    /// Refused for the load.
    std::uint64_t throttled() const noexcept;
    TrafficCounts& operator+=(const TrafficCounts& other) noexcept;
    friend TrafficCounts operator-(TrafficCounts left, const TrafficCounts& right) noexcept;
};

/// The counts of all that is asked of one store, and the brake that they have in common.
/// Thread: any.
class Traffic {
public:
    void answered(Answer answer) noexcept {
        answers_[static_cast<std::size_t>(answer)].fetch_add(1, std::memory_order_relaxed);
    }
    void retried() noexcept { add(retries_, 1); }
    void used(std::uint64_t bytes) noexcept { add(bytes_, bytes); }
    void lost(std::uint64_t bytes, Nanoseconds time) noexcept {
        add(bytes_lost_, bytes);
        add(lost_ns_, static_cast<std::uint64_t>(time.count()));
    }
    void connected(std::uint64_t connections, Nanoseconds time) noexcept {
        add(connections_, connections);
        add(connecting_ns_, static_cast<std::uint64_t>(time.count()));
    }
    TrafficCounts counts() const noexcept;
    Brake& brake() noexcept { return brake_; }

private:
    using Count = std::atomic<std::uint64_t>;
    static void add(Count& count, std::uint64_t amount) noexcept {
        count.fetch_add(amount, std::memory_order_relaxed);
    }

    std::array<Count, kAnswers> answers_{};
    Count retries_{0};
    Count bytes_{0};
    Count bytes_lost_{0};
    Count lost_ns_{0};
    Count connections_{0};
    Count connecting_ns_{0};
    Brake brake_;
};

}  // namespace throughline::remote
