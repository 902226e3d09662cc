// SPDX-License-Identifier: Apache-2.0
#include "engine/consumer/consumer.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>

#include "engine/base/clock.h"

namespace throughline::consumer {
namespace {

class NullConsumer final : public Consumer {
public:
    Result<std::int64_t> consume(const batch::Batch& /*batch*/,
                                 std::int64_t free_ns,
                                 std::stop_token /*stop*/) override {
        return free_ns;
    }
};

class PacedConsumer final : public Consumer {
public:
    PacedConsumer(double batch_seconds, std::uint32_t images_per_batch)
        : image_ns_(batch_seconds * 1e9 / images_per_batch) {}

    Result<std::int64_t> consume(const batch::Batch& batch,
                                 std::int64_t free_ns,
                                 std::stop_token stop) override {
        const std::int64_t due_ns =
            std::max(free_ns, batch.ready_ns) + std::llround(image_ns_ * batch.images);
        const std::chrono::steady_clock::time_point due{std::chrono::nanoseconds(due_ns)};
        std::unique_lock lock(mutex_);
        wake_.wait_until(lock, stop, due, [] { return false; });
        return due_ns;
    }

private:
    double image_ns_;
    std::mutex mutex_;
    std::condition_variable_any wake_;
};

}  // namespace

std::unique_ptr<Consumer> make_consumer(const ConsumerOptions& options,
                                        std::uint32_t images_per_batch) {
    switch (options.kind) {
        case ConsumerKind::Paced:
            return std::make_unique<PacedConsumer>(options.batch_seconds, images_per_batch);
        case ConsumerKind::Null:
            break;
    }
    return std::make_unique<NullConsumer>();
}

}  // namespace throughline::consumer
