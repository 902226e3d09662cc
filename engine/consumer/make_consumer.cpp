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
    Result<std::int64_t> consume(const batch::Batch& /*batch*/,
                                 std::int64_t free_ns,
                                 std::stop_token /*stop*/) override {
        return free_ns;
    }
};

class PacedConsumer final : public SerialConsumer {
public:
    PacedConsumer(double batch_seconds, std::uint32_t images_per_batch)
        : image_ns_(batch_seconds * 1e9 / images_per_batch) {}

protected:
    Result<std::int64_t> consume(const batch::Batch& batch,
                                 std::int64_t free_ns,
                                 std::stop_token stop) override {
        const std::int64_t due_ns =
            std::max(free_ns, batch.ready_ns) + std::llround(image_ns_ * batch.images);
        const std::int64_t began_ns = steady_now_ns();
        pause_until(std::chrono::steady_clock::time_point(Nanoseconds(due_ns)), stop);
        // So late nobody comes who had the processor: the process stood still, and its accelerators
        // with it. What waits for them must not be caught up on as if they had worked meanwhile.
        constexpr std::int64_t kPauseNs = 1'000'000'000;
        const std::int64_t now_ns = steady_now_ns();
        return now_ns - std::max(due_ns, began_ns) >= kPauseNs ? now_ns : due_ns;
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
