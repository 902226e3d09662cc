// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <stop_token>

#include "engine/consumer/consumer.h"
#include "engine/pipeline/counters.h"
#include "engine/pipeline/decode_worker.h"
#include "engine/pipeline/delivery_watch.h"
#include "engine/pipeline/step_barrier.h"

namespace throughline::pipeline {

/// A consumer thread: takes full batches, has them consumed, gives the slots back.
/// Accounts: busy while a batch is under way, starved without one, blocked while it waits for the
/// others of its step.
/// Thread: run() on a thread of its own; the rest any.
class ConsumeWorker {
public:
    struct Options {
        BatchQueue* batches = nullptr;
        batch::SlotFiller* filler = nullptr;  ///< where slots go that are free again
        DeliveryWatch* watch = nullptr;
        StepBarrier* barrier = nullptr;  ///< null: steps do not wait for each other
        /// Batches come in sequence: one that is ready may still have to wait for its turn.
        bool in_sequence = false;
        /// Consumer alone: a batch that was consumed is at once a full batch again.
        bool refill = false;
        const std::atomic<bool>* stopping = nullptr;
    };
    ConsumeWorker(const Options& options, std::unique_ptr<consumer::Consumer> consumer)
        : options_(options), consumer_(std::move(consumer)) {}

    /// Consumes until the batches end or `stop`. Errors: the consumer's.
    Result<void> run(std::stop_token stop);

    const ConsumeCounters& counters() const noexcept { return counters_; }
    const TimeAccount& account() const noexcept { return account_; }
    /// Of the waits at the barrier: starved until the slowest has come, blocked while gradients are
    /// exchanged, busy the rest of the time.
    const TimeAccount& meetings() const noexcept { return meetings_; }
    std::optional<consumer::GpuState> gpu() const { return consumer_->gpu(); }
    consumer::Consumer& consumer() noexcept { return *consumer_; }

private:
    bool stopping() const noexcept { return options_.stopping->load(std::memory_order_relaxed); }
    Result<void> consume_all(const std::stop_token& stop);
    SteadyTime meet_others(SteadyTime ended_at, const std::stop_token& stop);
    bool take(batch::Batch& batch, bool may_wait);
    void give_back(const batch::Batch& batch);
    void count(const consumer::Progress& progress);

    Options options_;
    std::unique_ptr<consumer::Consumer> consumer_;
    ConsumeCounters counters_;
    TimeAccount account_;
    TimeAccount meetings_;
};

}  // namespace throughline::pipeline
