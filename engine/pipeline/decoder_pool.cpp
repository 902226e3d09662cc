// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/decoder_pool.h"

#include <utility>

#include "engine/base/say.h"
#include "engine/spec/choices.h"

namespace throughline::pipeline {

Result<std::unique_ptr<DecoderPool>> DecoderPool::make(Options options, StageThreads& threads) {
    std::unique_ptr<DecoderPool> pool(new DecoderPool(std::move(options), threads));
    const MutexLock lock(pool->mutex_);
    for (std::uint32_t i = 0; i < pool->options_.threads; ++i) {
        if (auto added = pool->add_worker(); !added) {
            return std::move(added).error();
        }
    }
    return pool;
}

Result<void> DecoderPool::add_worker() {
    auto worker = DecodeWorker::make(options_.shared, options_.decode);
    if (!worker) {
        return std::move(worker).error();
    }
    workers_.push_back(*std::move(worker));
    return {};
}

void DecoderPool::start() {
    const MutexLock lock(mutex_);
    running_ = static_cast<std::uint32_t>(workers_.size());
    for (std::size_t i = 0; i < workers_.size(); ++i) {
        launch(i);
    }
}

void DecoderPool::launch(std::size_t place) {
    DecodeWorker& worker = *workers_[place];
    threads_.spawn({.stage = spec::Stages::Decode,
                    .name = "tl-decode",
                    .body = [this, &worker, index = static_cast<std::uint32_t>(place)](
                                const std::stop_token&) -> Result<void> {
                        options_.on_thread(index);
                        worker.run();
                        worker_ended();
                        return {};
                    }});
}

void DecoderPool::worker_ended() {
    {
        const MutexLock lock(mutex_);
        THROUGHLINE_CHECK(running_ > 0);
        if (--running_ > 0) {
            return;
        }
        over_ = true;
    }
    options_.on_last_ended();
}

Result<void> DecoderPool::resize(std::uint32_t threads) {
    THROUGHLINE_CHECK(threads > 0);
    const MutexLock lock(mutex_);
    if (over_) {
        return Error{.code = ErrorCode::Stopped,
                     .what = say("change the decoders: decoding is over")};
    }
    while (workers_.size() > threads) {
        workers_.back()->retire();
        retired_.push_back(std::move(workers_.back()));
        workers_.pop_back();
    }
    while (workers_.size() < threads) {
        if (auto added = add_worker(); !added) {
            return added;
        }
        ++running_;
        launch(workers_.size() - 1);
    }
    return {};
}

std::uint32_t DecoderPool::size() const {
    const MutexLock lock(mutex_);
    return static_cast<std::uint32_t>(workers_.size());
}

void DecoderPool::add_to(Counts& counts, SteadyTime now) const {
    const MutexLock lock(mutex_);
    for (const auto* list : {&workers_, &retired_}) {
        for (const auto& worker : *list) {
            worker->counters().add_to(counts);
            counts.decode += worker->account().read(now);
        }
    }
}

}  // namespace throughline::pipeline
