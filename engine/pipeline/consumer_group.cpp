// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/consumer_group.h"

namespace throughline::pipeline {

ConsumerGroup::ConsumerGroup(const Options& options) : watch_(options.accelerators) {
    if (options.barrier && options.accelerators > 1) {
        barrier_.emplace(options.accelerators);
    }
    ConsumeWorker::Options worker = options.worker;
    worker.watch = &watch_;
    worker.barrier = barrier_ ? &*barrier_ : nullptr;
    for (std::uint32_t index = 0; index < options.accelerators; ++index) {
        workers_.push_back(std::make_unique<ConsumeWorker>(worker, options.make_consumer()));
    }
}

ConsumerGroup::Totals ConsumerGroup::totals(std::int64_t now_ns) const noexcept {
    Totals totals;
    for (const auto& worker : workers_) {
        totals.images += worker->counters().images.read();
        totals.batches += worker->counters().batches.read();
        totals.times += worker->account().read(now_ns);
    }
    return totals;
}

}  // namespace throughline::pipeline
