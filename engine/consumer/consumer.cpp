// SPDX-License-Identifier: Apache-2.0
#include "engine/consumer/consumer.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>

namespace throughline::consumer {
namespace {

class NullConsumer final : public Consumer {
public:
    Result<void> consume(const batch::Batch& /*batch*/,
                         bool /*starved*/,
                         std::stop_token /*stop*/) override {
        return {};
    }
};

/// Holds batches on a schedule: a batch that was waiting is due one batch time after the former one
/// was due, however late this thread woke up, so that a busy processor does not slow the emulated
/// accelerator down. A batch that had to be waited for starts a new schedule: time in which the
/// accelerator starved is never caught up.
class PacedConsumer final : public Consumer {
public:
    PacedConsumer(double batch_seconds, std::uint32_t images_per_batch)
        : image_seconds_(batch_seconds / images_per_batch) {}

    Result<void> consume(const batch::Batch& batch, bool starved, std::stop_token stop) override {
        using Clock = std::chrono::steady_clock;
        const auto now = Clock::now();
        const auto hold = std::chrono::duration_cast<Clock::duration>(
            std::chrono::duration<double>(image_seconds_ * batch.images));
        due_ = (due_ && !starved ? *due_ : now) + hold;
        std::unique_lock lock(mutex_);
        wake_.wait_until(lock, stop, *due_, [] { return false; });
        return {};
    }

private:
    double image_seconds_;
    std::optional<std::chrono::steady_clock::time_point> due_;
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
