// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <stop_token>

#include "engine/base/mutex.h"

namespace throughline::pipeline {

/// Lets a measurement begin and end with a batch. Several consumers hand on in rounds of one batch
/// each; where they run in step, their batches come all at once, and only whole rounds are told.
/// Thread: any. Blocks: await().
class DeliveryWatch {
public:
    explicit DeliveryWatch(std::uint32_t consumers) : per_round_(consumers), running_(consumers) {}

    /// A batch was consumed, and counted before this call.
    void delivered();
    /// A consumer has ended.
    void ended();
    /// Waits for the end of a round after this call. False: none came by `deadline_ns` of the
    /// steady clock, or none will come any more.
    bool await(std::int64_t deadline_ns, std::stop_token stop);
    /// Steady clock of the first batch; 0 = none yet.
    std::int64_t first_ns() const noexcept { return first_ns_.load(std::memory_order_relaxed); }

private:
    std::uint64_t rounds() const noexcept { return batches_.load() / per_round_; }

    std::uint32_t per_round_;
    std::atomic<std::uint64_t> batches_{0};
    std::atomic<std::int64_t> first_ns_{0};
    std::atomic<int> watchers_{0};
    Mutex mutex_;
    std::condition_variable_any changed_;
    std::uint32_t running_ GUARDED_BY(mutex_);
};

}  // namespace throughline::pipeline
