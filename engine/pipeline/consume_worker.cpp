// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/consume_worker.h"

#include <algorithm>
#include <span>

#include "engine/base/clock.h"

namespace throughline::pipeline {

Result<void> ConsumeWorker::run(std::stop_token stop) {
    account_.begin();
    Result<void> result = consume_all(stop);
    account_.end();
    if (options_.barrier != nullptr) {
        options_.barrier->leave();
    }
    options_.watch->ended();
    return result;
}

Result<void> ConsumeWorker::consume_all(const std::stop_token& stop) {
    std::int64_t free_ns = steady_now_ns();
    batch::Batch batch;
    while (!stopping() && take(batch)) {
        if (batch.images == 0) {  // every image of it failed; it only keeps the order
            options_.filler->add_free_slot(batch.slot);
            continue;
        }
        auto ended_ns = consumer_->consume(batch, free_ns, stop);
        if (!ended_ns) {
            return std::move(ended_ns).error();
        }
        if (stopping()) {
            return {};
        }
        free_ns = *ended_ns;
        // The slot goes back before the others are waited for: they may need it.
        give_back(batch);
        if (options_.barrier != nullptr) {
            const InState blocked(account_, WorkState::Blocked);
            free_ns = options_.barrier->meet(free_ns, stop);
        }
    }
    return {};
}

/// False: no more will come.
bool ConsumeWorker::take(batch::Batch& batch) {
    if (options_.batches->try_pop(std::span(&batch, 1)) == 1) {
        return true;
    }
    const bool taken =
        options_.batches->pop(std::span(&batch, 1), 1, account_, WorkState::Starved) == 1;
    if (options_.in_sequence) {
        batch.ready_ns = std::max(batch.ready_ns, steady_now_ns());  // its turn has only come now
    }
    return taken;
}

void ConsumeWorker::give_back(const batch::Batch& batch) {
    const std::uint32_t images = batch.images;
    if (options_.refill) {
        options_.batches->push(batch);
    } else {
        options_.filler->add_free_slot(batch.slot);
    }
    counters_.images.add(images);
    counters_.batches.add(1);
    options_.watch->delivered();
}

}  // namespace throughline::pipeline
