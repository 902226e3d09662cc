// SPDX-License-Identifier: Apache-2.0
#include "engine/consumer/make_consumer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "engine/base/clock.h"
#include "engine/base/pause.h"
#include "engine/consumer/gpu_consumer.h"
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

Result<std::unique_ptr<Consumer>> make_consumer(const ConsumerOptions& options,
                                                const batch::BatchArena& arena,
                                                std::stop_token stop) {
    switch (options.kind) {
        case spec::ConsumerKind::Gpu:
            return GpuConsumer::make(options.gpu, arena, std::move(stop));
        case spec::ConsumerKind::Paced:
            return std::unique_ptr<Consumer>(std::make_unique<PacedConsumer>(
                options.batch_seconds, arena.options().images_per_slot));
        case spec::ConsumerKind::Null:
            break;
    }
    return std::unique_ptr<Consumer>(std::make_unique<NullConsumer>());
}

}  // namespace throughline::consumer
