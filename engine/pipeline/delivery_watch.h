// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <stop_token>

#include "engine/base/clock.h"
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
    /// Waits for the end of a round after this call. False: none came by the
    /// deadline, or no more will come.
    bool await(SteadyTime deadline, std::stop_token stop);
    /// When the first batch came; never: none yet.
    SteadyTime first_at() const noexcept { return first_at_.load(std::memory_order_relaxed); }

private:
    std::uint64_t rounds() const noexcept { return batches_.load() / per_round_; }

    std::uint32_t per_round_;
    std::atomic<std::uint64_t> batches_{0};
    std::atomic<SteadyTime> first_at_{kNever};
    std::atomic<int> watchers_{0};
    Mutex mutex_;
    std::condition_variable_any changed_;
    std::uint32_t running_ GUARDED_BY(mutex_);
};

}  // namespace throughline::pipeline
