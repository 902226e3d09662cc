// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/delivery_watch.h"

#include "engine/base/check.h"

namespace throughline::pipeline {

void DeliveryWatch::delivered() {
    const std::uint64_t count = batches_.fetch_add(1) + 1;
    if (count == 1) {
        first_at_.store(steady_now(), std::memory_order_relaxed);
    }
    // The count first, then the look for watchers; await() does it the other way round, and all
    // four are sequentially consistent: either the watcher is seen here, or it sees the count.
    if (count % per_round_ == 0 && watchers_.load() > 0) {
        {
            const MutexLock lock(mutex_);
        }
        changed_.notify_all();
    }
}

void DeliveryWatch::ended() {
    {
        const MutexLock lock(mutex_);
        THROUGHLINE_CHECK(running_ > 0);
        --running_;
    }
    changed_.notify_all();
}

bool DeliveryWatch::await(SteadyTime deadline, std::stop_token stop) {
    MutexLock lock(mutex_);
    watchers_.fetch_add(1);
    const std::uint64_t before = rounds();
    const auto came = [&] { return rounds() != before; };
    changed_.wait_until(
        lock, stop, deadline, [&]() REQUIRES(mutex_) { return came() || running_ == 0; });
    watchers_.fetch_sub(1);
    return came();
}

}  // namespace throughline::pipeline
