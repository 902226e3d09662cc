// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <stop_token>

#include "engine/consumer/consumer.h"
#include "engine/pipeline/counters.h"
#include "engine/pipeline/decode_worker.h"

namespace throughline::pipeline {

/// The consumer thread: takes full batches, has them consumed, gives the slots back.
/// Accounts: busy while consuming, starved without a batch; it is never blocked.
/// Thread: run() on a thread of its own; the rest any.
class ConsumeWorker {
public:
    struct Options {
        BatchQueue* batches = nullptr;
        batch::SlotFiller* filler = nullptr;  ///< where slots go that are free again
        /// Consumer alone: a batch that was consumed is at once a full batch again.
        bool refill = false;
        const std::atomic<bool>* stopping = nullptr;
    };
    ConsumeWorker(const Options& options, std::unique_ptr<consumer::Consumer> consumer)
        : options_(options), consumer_(std::move(consumer)) {}

    /// Consumes until the batches end or `stop`. Errors: the consumer's.
    Result<void> run(std::stop_token stop);

    /// Waits for the completion of a batch after this call. False: none came by `deadline_ns`, or
    /// none will come any more.
    bool await_batch(std::int64_t deadline_ns, std::stop_token stop);

    const ConsumeCounters& counters() const noexcept { return counters_; }
    const TimeAccount& account() const noexcept { return account_; }

private:
    Options options_;
    std::unique_ptr<consumer::Consumer> consumer_;
    ConsumeCounters counters_;
    TimeAccount account_;
    std::mutex mutex_;
    std::condition_variable_any batch_done_;
    std::atomic<int> watchers_{0};
    bool ended_ = false;  ///< guarded by mutex_
};

}  // namespace throughline::pipeline
