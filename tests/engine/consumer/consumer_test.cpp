// SPDX-License-Identifier: Apache-2.0
#include "engine/consumer/consumer.h"

#include <gtest/gtest.h>

#include <thread>

#include "engine/base/clock.h"

namespace throughline::consumer {
namespace {

TEST(Consumer, NullGivesTheBatchBackAtOnce) {
    auto consumer = make_consumer({.kind = ConsumerKind::Null}, 8);
    EXPECT_TRUE(consumer->consume({.slot = 0, .images = 8}, false, {}));
}

// Goal: late wake-ups do not slow the emulated accelerator down. Method: 100 batches of 2 ms back
// to back take 200 ms on the schedule, never less; a scheduler that adds each wake-up's lateness
// (50 us and more) would take over 205 ms even on an idle machine. Only the lower bound is
// asserted.
TEST(Consumer, PacedNeverRunsAheadOfItsSchedule) {
    auto consumer = make_consumer({.kind = ConsumerKind::Paced, .batch_seconds = 0.002}, 8);
    const std::int64_t began = steady_now_ns();
    for (int i = 0; i < 100; ++i) {
        ASSERT_TRUE(consumer->consume({.slot = 0, .images = 8}, false, {}));
    }
    EXPECT_GE(steady_now_ns() - began, 200'000'000);
}

// Goal: a thread that wakes late does not slow the accelerator down, a batch that comes late does.
// Method: 5 ms pass between two batches of 4 ms; waiting in the queue or not makes the difference.
TEST(Consumer, OnlyStarvingDelaysTheSchedule) {
    auto consumer = make_consumer({.kind = ConsumerKind::Paced, .batch_seconds = 0.004}, 8);
    ASSERT_TRUE(consumer->consume({.slot = 0, .images = 8}, true, {}));
    const auto spend = [] {
        const std::int64_t until = steady_now_ns() + 5'000'000;
        while (steady_now_ns() < until) {
        }
    };
    spend();
    std::int64_t began = steady_now_ns();
    ASSERT_TRUE(consumer->consume({.slot = 0, .images = 8}, false, {}));
    EXPECT_LT(steady_now_ns() - began, 4'000'000) << "due 4 ms after the first, which is over";
    spend();
    began = steady_now_ns();
    ASSERT_TRUE(consumer->consume({.slot = 0, .images = 8}, true, {}));
    EXPECT_GE(steady_now_ns() - began, 4'000'000);
}

TEST(Consumer, PacedHoldsASmallBatchForItsShare) {
    auto consumer =
        make_consumer({.kind = ConsumerKind::Paced, .batch_seconds = 3600.0}, 3'600'000);
    const std::int64_t began = steady_now_ns();
    ASSERT_TRUE(consumer->consume({.slot = 0, .images = 1}, false, {}));
    EXPECT_GE(steady_now_ns() - began, 1'000'000);
}

TEST(Consumer, StopWakesAPacedHold) {
    auto consumer = make_consumer({.kind = ConsumerKind::Paced, .batch_seconds = 3600.0}, 8);
    std::stop_source stop;
    std::jthread stopper([&] { stop.request_stop(); });
    EXPECT_TRUE(consumer->consume({.slot = 0, .images = 8}, false, stop.get_token()));
}

}  // namespace
}  // namespace throughline::consumer
