// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/base/clock.h"
#include "engine/pipeline/consume_worker.h"

namespace throughline::pipeline {

/// All consumers of a pipeline: one per accelerator, which take from the same batches.
/// Thread: run() each on a thread of its own; the rest any.
class ConsumerGroup {
public:
    struct Options {
        ConsumeWorker::Options worker;  ///< without watch and barrier, which the group brings
        bool barrier = false;
        StepGate* gate = nullptr;  ///< with a barrier: where other machines are met
        GradientExchange exchange{};
    };
    ConsumerGroup(const Options& options,
                  std::vector<std::unique_ptr<consumer::Consumer>> consumers);

    std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(workers_.size()); }
    /// Consumes as number `index` until the batches end or `stop`. Errors: the consumer's.
    Result<void> run(std::uint32_t index, std::stop_token stop) {
        return workers_[index]->run(std::move(stop));
    }
    /// See DeliveryWatch.
    bool await_batch(SteadyTime deadline, std::stop_token stop) {
        return watch_.await(deadline, std::move(stop));
    }
    SteadyTime first_batch_at() const noexcept { return watch_.first_at(); }

    /// See Consumer. Thread: release() any; conclude() when all have ended.
    void release();
    void conclude(const std::stop_token& stop);

    /// Adds what all consumers counted.
    void add_to(Counts& counts, SteadyTime now) const noexcept;
    /// Of those that drive a GPU.
    std::vector<consumer::GpuState> gpus() const;

private:
    DeliveryWatch watch_;
    std::optional<StepBarrier> barrier_;
    std::vector<std::unique_ptr<ConsumeWorker>> workers_;
};

}  // namespace throughline::pipeline
