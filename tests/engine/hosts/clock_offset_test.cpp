// SPDX-License-Identifier: Apache-2.0
#include "engine/hosts/clock_offset.h"

#include <gtest/gtest.h>

#include <vector>

#include "engine/base/random.h"

namespace throughline::hosts {
namespace {

SteadyTime at_us(double us) {
    return SteadyTime(from_seconds(us * 1e-6));
}

TEST(ClockOffset, TheShortestWayCounts) {
    const std::vector<ClockExchange> exchanges{
        {.sent = at_us(0), .answered = at_us(1900), .received = at_us(1000)},
        {.sent = at_us(2000), .answered = at_us(3005), .received = at_us(2010)},
        {.sent = at_us(4000), .answered = at_us(5900), .received = at_us(4900)}};
    const auto offset = clock_offset(exchanges);
    ASSERT_TRUE(offset);
    EXPECT_EQ(offset->offset, std::chrono::microseconds(1000));
    EXPECT_NEAR(in_seconds(offset->uncertainty), 5e-6, 1e-8);
    EXPECT_EQ(offset->to_ours(offset->to_other(at_us(7))), at_us(7));
}

TEST(ClockOffset, OfNoExchangeThereIsNone) {
    EXPECT_FALSE(clock_offset({}));
}

// However unevenly the way there and back share the time, the truth lies within the uncertainty.
TEST(ClockOffset, TheTruthLiesWithinTheUncertainty) {
    Random random(7);
    for (int round = 0; round < 1000; ++round) {
        const double truth_us = random.uniform(-1e6, 1e6);
        std::vector<ClockExchange> exchanges;
        for (int i = 0; i < 24; ++i) {
            const double sent = i * 1000.0;
            const double there = random.uniform(1.0, 400.0);
            const double back = random.uniform(1.0, 400.0);
            exchanges.push_back({.sent = at_us(sent),
                                 .answered = at_us(sent + there + truth_us),
                                 .received = at_us(sent + there + back)});
        }
        const auto found = clock_offset(exchanges);
        ASSERT_TRUE(found);
        EXPECT_LE(std::abs(in_seconds(found->offset) * 1e6 - truth_us),
                  in_seconds(found->uncertainty) * 1e6 + 0.01);
    }
}

}  // namespace
}  // namespace throughline::hosts
