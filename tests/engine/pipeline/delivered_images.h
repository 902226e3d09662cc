// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/mutex.h"
#include "engine/pipeline/pipeline.h"

namespace throughline::pipeline {

/// Tells which images a pipeline delivers, and in which order, by their pixels: each image of the
/// set is decoded once beforehand.
class DeliveredImages {
public:
    /// `encoded`: by image number.
    DeliveredImages(const std::vector<std::vector<std::byte>>& encoded,
                    const decode::DecodeOptions& options) {
        auto decoder = decode::ImageDecoder::make(options);
        EXPECT_TRUE(decoder);
        std::vector<std::byte> pixels(decode::bytes_per_image(options));
        for (std::uint32_t item = 0; item < encoded.size(); ++item) {
            if ((*decoder)->decode(encoded[item], pixels).status == decode::DecodeStatus::Ok) {
                items_[text_of(pixels)] = item;
            }
        }
    }

    /// What the consumer does with a batch that was looked at; returns when its step ended.
    using Step = std::function<Result<SteadyTime>(SteadyTime free_at, std::stop_token stop)>;

    ConsumerFactory factory(Step step = {}) {
        return [this, step = std::move(step)](
                   const batch::BatchArena& arena) -> std::unique_ptr<consumer::Consumer> {
            return std::make_unique<Observer>(*this, arena, step);
        };
    }

    /// Every image delivered so far; UINT32_MAX for pixels that belong to none.
    std::vector<std::uint32_t> items() const {
        const MutexLock lock(mutex_);
        return delivered_;
    }
    std::vector<std::uint32_t> sorted_items() const {
        auto items = this->items();
        std::sort(items.begin(), items.end());
        return items;
    }

private:
    class Observer final : public consumer::SerialConsumer {
    public:
        Observer(DeliveredImages& owner, const batch::BatchArena& arena, Step step)
            : owner_(owner), arena_(arena), step_(std::move(step)) {}
        Result<SteadyTime> consume(const batch::Batch& batch,
                                   SteadyTime free_at,
                                   std::stop_token stop) override {
            for (std::uint32_t i = 0; i < batch.images; ++i) {
                const auto pixels = arena_.image(batch.slot, i);
                const auto found = owner_.items_.find(text_of(pixels));
                const MutexLock lock(owner_.mutex_);
                owner_.delivered_.push_back(found == owner_.items_.end() ? UINT32_MAX
                                                                         : found->second);
            }
            return step_ ? step_(free_at, std::move(stop)) : free_at;
        }

    private:
        DeliveredImages& owner_;
        const batch::BatchArena& arena_;
        Step step_;
    };

    static std::string text_of(std::span<const std::byte> pixels) {
        return {reinterpret_cast<const char*>(pixels.data()), pixels.size()};
    }

    std::map<std::string, std::uint32_t> items_;
    mutable Mutex mutex_;
    std::vector<std::uint32_t> delivered_ GUARDED_BY(mutex_);
};

/// Runs until the pipeline ends by itself; false after 20 s.
inline bool run_to_end(const Pipeline& pipeline) {
    const SteadyTime deadline = steady_now() + std::chrono::seconds(20);
    while (!pipeline.ended() && steady_now() < deadline) {
        std::this_thread::yield();
    }
    return pipeline.ended();
}

/// Waits until the epoch that is held has gone through.
inline bool drain_epoch(Pipeline& pipeline) {
    const SteadyTime deadline = steady_now() + std::chrono::seconds(20);
    while (!pipeline.epoch_drained() && steady_now() < deadline) {
        std::this_thread::yield();
    }
    return pipeline.epoch_drained();
}

}  // namespace throughline::pipeline
