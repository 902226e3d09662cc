// SPDX-License-Identifier: Apache-2.0
#include "engine/baseline/steady.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

namespace throughline::baseline {
namespace {

TEST(Steady, EqualRatesAre) {
    const Steadiness found = steadiness_of(std::array{100.0, 101.0, 99.0, 100.0});
    EXPECT_TRUE(found.steady);
    EXPECT_NEAR(found.range, 0.02, 1e-12);
}

TEST(Steady, OneWindowFarOffIsNot) {
    EXPECT_FALSE(steadiness_of(std::array{100.0, 100.0, 130.0, 100.0}).steady);
}

// Within 20 % of its mean, and still falling.
TEST(Steady, RatesThatFallAreNot) {
    const Steadiness found = steadiness_of(std::array{107.0, 102.0, 97.0, 92.0});
    EXPECT_LT(found.range, 0.20);
    EXPECT_NEAR(found.slope, -15.0 / 99.5, 1e-12);
    EXPECT_FALSE(found.steady);
}

TEST(Steady, NothingIsSaidOfOneWindowOrOfNone) {
    EXPECT_FALSE(steadiness_of(std::array{100.0}).steady);
    EXPECT_FALSE(steadiness_of({}).steady);
    EXPECT_FALSE(steadiness_of(std::array{0.0, 0.0, 0.0}).steady);
}

TEST(Steady, SaysHowFarOffItWas) {
    EXPECT_THAT(
        unsteady_text("4 KiB random reads, depth 1", {.range = 0.34, .slope = -0.12}, kQuickTiming),
        ::testing::HasSubstr(
            "last 6 windows of 250 ms it varied by 34 % of its mean and fell by 12 %"));
}

TEST(Steady, WantedTimeIsTheMeasuredOne) {
    const Timing timing = timing_for(4.0);
    EXPECT_DOUBLE_EQ(timing.window_s * static_cast<double>(timing.windows_steady), 4.0);
    EXPECT_DOUBLE_EQ(timing.seconds_most(), 8.0);
}

}  // namespace
}  // namespace throughline::baseline
