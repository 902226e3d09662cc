// SPDX-License-Identifier: Apache-2.0
#include "engine/base/clock.h"

#include <gtest/gtest.h>

#include <regex>

namespace throughline {
namespace {

TEST(Clock, SteadyTimeDoesNotGoBackwards) {
    const SteadyTime first = steady_now();
    EXPECT_GT(first, kNever);
    EXPECT_GE(steady_now(), first);
}

TEST(Clock, SecondsToAndFromNanoseconds) {
    EXPECT_DOUBLE_EQ(in_seconds(std::chrono::milliseconds(1'500)), 1.5);
    EXPECT_DOUBLE_EQ(in_seconds(Nanoseconds(-1)), -1e-9);
    EXPECT_EQ(from_seconds(1.5), std::chrono::milliseconds(1'500));
    EXPECT_EQ(from_seconds(-1e-9), Nanoseconds(-1));
}

TEST(Clock, UtcIsIso8601WithMilliseconds) {
    const std::string now = utc_now_iso8601();
    EXPECT_TRUE(std::regex_match(
        now, std::regex("20\\d\\d-[01]\\d-[0-3]\\dT[0-2]\\d:[0-5]\\d:[0-6]\\d\\.\\d{3}Z")))
        << now;
}

}  // namespace
}  // namespace throughline
