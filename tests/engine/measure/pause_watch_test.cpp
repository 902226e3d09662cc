// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/pause_watch.h"

#include <gtest/gtest.h>

namespace throughline::measure {
namespace {

constexpr Nanoseconds kMs = std::chrono::milliseconds(1);

TEST(PauseInWait, IsTheTimeBeyondThePlanInWhichNobodyOfUsHadTheProcessor) {
    EXPECT_EQ(pause_in_wait(100 * kMs, 10'100 * kMs, 150 * kMs, 2), 10'000 * kMs);
    EXPECT_EQ(pause_in_wait(0 * kMs, 300 * kMs, 0 * kMs, 64), 300 * kMs);
}

TEST(PauseInWait, ALateTurnOnABusyMachineIsNone) {
    EXPECT_FALSE(pause_in_wait(100 * kMs, 110 * kMs, 0 * kMs, 2));
    EXPECT_FALSE(pause_in_wait(100 * kMs, 300 * kMs, 0 * kMs, 2));
    EXPECT_FALSE(pause_in_wait(100 * kMs, 2'100 * kMs, 2'000 * kMs, 2))
        << "the other threads went on";
    EXPECT_FALSE(pause_in_wait(1'000 * kMs, 900 * kMs, 0 * kMs, 2)) << "woken before its time";
}

}  // namespace
}  // namespace throughline::measure
