// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <optional>
#include <thread>

#include "engine/base/clock.h"
#include "engine/consumer/make_consumer.h"
#include "engine/spec/choices.h"

namespace throughline::consumer {
namespace {

constexpr std::chrono::milliseconds kMs{1};

/// A consumer of an arena with slots of `images_per_batch`.
class Consumers : public testing::Test {
protected:
    Consumer& make(const ConsumerOptions& options, std::uint32_t images_per_batch = 8) {
        auto arena = batch::BatchArena::make(
            {.slots = 1, .images_per_slot = images_per_batch, .bytes_per_image = 1});
        EXPECT_TRUE(arena);
        arena_.emplace(*std::move(arena));
        auto consumers = make_consumers(options, *arena_, {});
        EXPECT_TRUE(consumers && consumers->size() == 1);
        consumer_ = std::move(consumers->front());
        return *consumer_;
    }
    Consumer& paced(double batch_seconds, std::uint32_t images_per_batch = 8) {
        return make({.kind = spec::ConsumerKind::Paced, .batch_seconds = batch_seconds},
                    images_per_batch);
    }
    /// One whole step; when it ended.
    static SteadyTime step(Consumer& consumer,
                           const batch::Batch& batch,
                           SteadyTime free_at,
                           const std::stop_token& stop = {}) {
        EXPECT_TRUE(consumer.begin(batch, free_at));
        const auto progress = consumer.wait(std::chrono::seconds(1), stop);
        EXPECT_TRUE(progress && progress->freed && progress->ended == 1);
        EXPECT_EQ(progress->images, batch.images);
        return progress->ended_at;
    }

    std::optional<batch::BatchArena> arena_;
    std::unique_ptr<Consumer> consumer_;
};

TEST_F(Consumers, NullGivesTheBatchBackAtOnce) {
    const SteadyTime free_at = steady_now();
    EXPECT_EQ(step(make({.kind = spec::ConsumerKind::Null}), {.slot = 0, .images = 8}, free_at),
              free_at);
}

// Goal: the pace is exact, whatever this machine is doing. Method: 100 batches of 2 ms that wait
// are due 2 ms after each other to the nanosecond, and none is given back before it is due.
TEST_F(Consumers, WaitingBatchesAreDueOneBatchTimeAfterEachOther) {
    Consumer& consumer = paced(0.002);
    const SteadyTime began = steady_now();
    SteadyTime free_at = began;
    for (int i = 1; i <= 100; ++i) {
        const SteadyTime ended = step(consumer, {.slot = 0, .images = 8}, free_at);
        EXPECT_EQ(ended, began + i * 2 * kMs);
        EXPECT_GE(steady_now(), ended);
        free_at = ended;
    }
}

// Goal: time in which the accelerator starved is never caught up. Method: a batch that was ready
// 5 ms after the step before begins then.
TEST_F(Consumers, BatchThatCameLateBeginsWhenItWasReady) {
    Consumer& consumer = paced(0.001);
    const SteadyTime free_at = steady_now();
    const SteadyTime ready_at = free_at + 5 * kMs;
    EXPECT_EQ(step(consumer, {.slot = 0, .images = 8, .ready_at = ready_at}, free_at),
              ready_at + kMs);
}

TEST_F(Consumers, PacedHoldsASmallBatchForItsShare) {
    Consumer& consumer = paced(3600.0, 3'600'000);
    const SteadyTime began = steady_now();
    EXPECT_EQ(step(consumer, {.slot = 0, .images = 1}, began), began + kMs);
}

TEST_F(Consumers, StopWakesAPacedHold) {
    Consumer& consumer = paced(3600.0);
    std::stop_source stop;
    std::jthread stopper([&] { stop.request_stop(); });
    step(consumer, {.slot = 0, .images = 8}, steady_now(), stop.get_token());
}

}  // namespace
}  // namespace throughline::consumer
