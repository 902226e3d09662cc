// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/consume_worker.h"

#include <chrono>

namespace throughline::pipeline {

Result<void> ConsumeWorker::run(std::stop_token stop) {
    account_.begin();
    Result<void> result;
    while (!options_.stopping->load(std::memory_order_relaxed)) {
        batch::Batch batch;
        const bool starved = options_.batches->try_pop(std::span(&batch, 1)) == 0;
        if (starved &&
            options_.batches->pop(std::span(&batch, 1), 1, account_, WorkState::Starved) == 0) {
            break;
        }
        if (batch.images == 0) {  // every image of it failed; it only keeps the order
            options_.filler->add_free_slot(batch.slot);
            continue;
        }
        result = consumer_->consume(batch, starved, stop);
        if (!result || options_.stopping->load(std::memory_order_relaxed)) {
            break;
        }
        if (options_.refill) {
            options_.batches->push(batch);
        } else {
            options_.filler->add_free_slot(batch.slot);
        }
        if (counters_.batches.read() == 0) {
            counters_.first_batch_ns.store(steady_now_ns(), std::memory_order_relaxed);
        }
        counters_.images.add(batch.images);
        counters_.batches.add(1);
        // The count first, then the look for watchers; await_batch() does it the other way round.
        // Both looks change the same number, so one comes after the other: either the watcher is
        // seen here, or it sees the count. (The thread sanitizer knows no fences.)
        if (watchers_.fetch_add(0, std::memory_order_acq_rel) > 0) {
            {
                const std::lock_guard lock(mutex_);
            }
            batch_done_.notify_all();
        }
    }
    account_.end();
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
    }
    batch_done_.notify_all();
    return result;
}

bool ConsumeWorker::await_batch(std::int64_t deadline_ns, std::stop_token stop) {
    const auto deadline =
        std::chrono::steady_clock::time_point(std::chrono::nanoseconds(deadline_ns));
    std::unique_lock lock(mutex_);
    watchers_.fetch_add(1, std::memory_order_acq_rel);
    const std::uint64_t before = counters_.batches.read();
    const auto came = [&] { return counters_.batches.read() != before; };
    batch_done_.wait_until(lock, stop, deadline, [&] { return came() || ended_; });
    watchers_.fetch_sub(1);
    return came();
}

}  // namespace throughline::pipeline
