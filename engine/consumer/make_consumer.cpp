// SPDX-License-Identifier: Apache-2.0
#include "engine/consumer/make_consumer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/pause.h"
#include "engine/consumer/gpu_group.h"
#include "engine/spec/choices.h"

namespace throughline::consumer {
namespace {

class NullConsumer final : public SerialConsumer {
protected:
    Result<SteadyTime> consume(const batch::Batch& /*batch*/,
                               SteadyTime free_at,
                               std::stop_token /*stop*/) override {
        return free_at;
    }
};

class PacedConsumer final : public SerialConsumer {
public:
    PacedConsumer(double batch_seconds, std::uint32_t images_per_batch)
        : image_ns_(batch_seconds * 1e9 / images_per_batch) {}

protected:
    Result<SteadyTime> consume(const batch::Batch& batch,
                               SteadyTime free_at,
                               std::stop_token stop) override {
        const SteadyTime due =
            std::max(free_at, batch.ready_at) + Nanoseconds(std::llround(image_ns_ * batch.images));
        const SteadyTime began = steady_now();
        pause_until(due, stop);
        // So late nobody comes who had the processor: the process stood still, and its accelerators
        // with it. What waits for them must not be caught up on as if they had worked meanwhile.
        constexpr std::chrono::seconds kPause{1};
        const SteadyTime now = steady_now();
        return now - std::max(due, began) >= kPause ? now : due;
    }

private:
    double image_ns_;
};

}  // namespace

Result<std::vector<std::unique_ptr<Consumer>>> make_consumers(const ConsumerOptions& options,
                                                              const batch::BatchArena& arena,
                                                              const std::stop_token& stop) {
    if (options.kind == spec::ConsumerKind::Gpu) {
        return make_gpu_consumers(options.gpu, options.accelerators, arena, stop);
    }
    std::vector<std::unique_ptr<Consumer>> consumers;
    while (consumers.size() < options.accelerators) {
        if (options.kind == spec::ConsumerKind::Paced) {
            consumers.push_back(std::make_unique<PacedConsumer>(options.batch_seconds,
                                                                arena.options().images_per_slot));
        } else {
            consumers.push_back(std::make_unique<NullConsumer>());
        }
    }
    return consumers;
}

}  // namespace throughline::consumer
