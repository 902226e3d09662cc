// SPDX-License-Identifier: Apache-2.0
#include "engine/consumer/consumer.h"

#include <gtest/gtest.h>

#include <thread>

#include "engine/base/clock.h"

namespace throughline::consumer {
namespace {

constexpr std::int64_t kMs = 1'000'000;

std::unique_ptr<Consumer> paced(double batch_seconds, std::uint32_t images_per_batch = 8) {
    return make_consumer({.kind = ConsumerKind::Paced, .batch_seconds = batch_seconds},
                         images_per_batch);
}

TEST(Consumer, NullGivesTheBatchBackAtOnce) {
    auto consumer = make_consumer({.kind = ConsumerKind::Null}, 8);
    EXPECT_TRUE(consumer->consume({.slot = 0, .images = 8}, 0, {}));
}

// Goal: the pace is exact, whatever this machine is doing. Method: 100 batches of 2 ms that wait
// are due 2 ms after each other to the nanosecond, and none is given back before it is due.
TEST(Consumer, WaitingBatchesAreDueOneBatchTimeAfterEachOther) {
    auto consumer = paced(0.002);
    const std::int64_t began = steady_now_ns();
    std::int64_t free_ns = began;
    for (int i = 1; i <= 100; ++i) {
        const auto ended = consumer->consume({.slot = 0, .images = 8}, free_ns, {});
        ASSERT_TRUE(ended);
        EXPECT_EQ(*ended, began + i * 2 * kMs);
        EXPECT_GE(steady_now_ns(), *ended);
        free_ns = *ended;
    }
}

// Goal: time in which the accelerator starved is never caught up. Method: a batch that was ready
// 5 ms after the step before begins then.
TEST(Consumer, BatchThatCameLateBeginsWhenItWasReady) {
    auto consumer = paced(0.001);
    const std::int64_t free_ns = steady_now_ns();
    const std::int64_t ready_ns = free_ns + 5 * kMs;
    const auto ended =
        consumer->consume({.slot = 0, .images = 8, .ready_ns = ready_ns}, free_ns, {});
    EXPECT_EQ(*ended, ready_ns + kMs);
}

TEST(Consumer, PacedHoldsASmallBatchForItsShare) {
    auto consumer = paced(3600.0, 3'600'000);
    const std::int64_t began = steady_now_ns();
    EXPECT_EQ(*consumer->consume({.slot = 0, .images = 1}, began, {}), began + kMs);
}

TEST(Consumer, StopWakesAPacedHold) {
    auto consumer = paced(3600.0);
    std::stop_source stop;
    std::jthread stopper([&] { stop.request_stop(); });
    EXPECT_TRUE(consumer->consume({.slot = 0, .images = 8}, steady_now_ns(), stop.get_token()));
}

}  // namespace
}  // namespace throughline::consumer
