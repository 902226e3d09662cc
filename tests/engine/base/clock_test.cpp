// SPDX-License-Identifier: Apache-2.0
#include "engine/base/clock.h"

#include <gtest/gtest.h>

#include <regex>

namespace throughline {
namespace {

TEST(Clock, SteadyTimeDoesNotGoBackwards) {
    const SteadyClock clock;
    const std::int64_t first = clock.now_ns();
    const std::int64_t second = clock.now_ns();
    EXPECT_GT(first, 0);
    EXPECT_GE(second, first);
}

TEST(Clock, SecondsFromNanoseconds) {
    EXPECT_DOUBLE_EQ(seconds_from_ns(1'500'000'000), 1.5);
    EXPECT_DOUBLE_EQ(seconds_from_ns(-1), -1e-9);
}

TEST(Clock, UtcIsIso8601WithMilliseconds) {
    const std::string now = utc_now_iso8601();
    EXPECT_TRUE(std::regex_match(
        now, std::regex("20\\d\\d-[01]\\d-[0-3]\\dT[0-2]\\d:[0-5]\\d:[0-6]\\d\\.\\d{3}Z")))
        << now;
}

}  // namespace
}  // namespace throughline
