// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/consumer_group.h"

#include <utility>

namespace throughline::pipeline {

ConsumerGroup::ConsumerGroup(const Options& options,
                             std::vector<std::unique_ptr<consumer::Consumer>> consumers)
    : watch_(static_cast<std::uint32_t>(consumers.size())) {
    if (options.barrier && (consumers.size() > 1 || options.gate != nullptr)) {
        barrier_.emplace(
            static_cast<std::uint32_t>(consumers.size()), options.gate, options.exchange);
    }
    ConsumeWorker::Options worker = options.worker;
    worker.watch = &watch_;
    worker.barrier = barrier_ ? &*barrier_ : nullptr;
    for (auto& consumer : consumers) {
        workers_.push_back(std::make_unique<ConsumeWorker>(worker, std::move(consumer)));
    }
}

void ConsumerGroup::add_to(Counts& counts, SteadyTime now) const noexcept {
    for (const auto& worker : workers_) {
        worker->counters().add_to(counts);
        counts.consume += worker->account().read(now);
        counts.meet += worker->meetings().read(now);
    }
}

void ConsumerGroup::release() {
    for (const auto& worker : workers_) {
        worker->consumer().release();
    }
}

void ConsumerGroup::conclude(const std::stop_token& stop) {
    for (const auto& worker : workers_) {
        worker->consumer().conclude(stop);
    }
}

std::vector<consumer::GpuState> ConsumerGroup::gpus() const {
    std::vector<consumer::GpuState> states;
    for (const auto& worker : workers_) {
        if (auto state = worker->gpu()) {
            states.push_back(*std::move(state));
        }
    }
    return states;
}

}  // namespace throughline::pipeline
