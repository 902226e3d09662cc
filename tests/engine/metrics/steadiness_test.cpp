// SPDX-License-Identifier: Apache-2.0
#include "engine/metrics/steadiness.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace throughline::metrics {
namespace {

/// Noise of 5 % about 1,000, and `early` of that for the first `slow` values.
std::vector<double> series(std::mt19937_64& random,
                           std::size_t count,
                           std::size_t slow,
                           double early) {
    std::normal_distribution<double> noise(1000.0, 50.0);
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i) {
        values.push_back(noise(random) * (i < slow ? early : 1.0));
    }
    return values;
}

int told(std::size_t count, std::size_t slow, double early) {
    std::mt19937_64 random(7);
    int times = 0;
    for (int i = 0; i < 1000; ++i) {
        times += settled(series(random, count, slow, early)) ? 1 : 0;
    }
    return times;
}

TEST(Steadiness, NoiseIsNoBeginning) {
    EXPECT_LE(told(10, 0, 1.0), 20);
    EXPECT_LE(told(30, 0, 1.0), 5);
    EXPECT_LE(told(300, 0, 1.0), 5);
}

TEST(Steadiness, ASlowBeginningIsToldFromNoise) {
    EXPECT_GE(told(10, 2, 0.6), 900);
    EXPECT_GE(told(60, 12, 0.8), 990);
}

TEST(Steadiness, SaysWhereItEndsAndWhatWasBeforeAndAfter) {
    const std::vector<double> values{100, 300, 700, 1000, 1010, 990, 1000, 1005, 995, 1000};
    const auto found = settled(values);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->after, 3U);
    EXPECT_NEAR(found->early, 366.7, 0.1);
    EXPECT_NEAR(found->late, 1000.0, 0.1);
}

// A burst that is used up is a beginning as well.
TEST(Steadiness, AFastBeginningIsOne) {
    const std::vector<double> values{3000, 3000, 3010, 2990, 1000, 1010, 990, 1000, 1005, 995};
    const auto found = settled(values);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->after, 4U);
}

TEST(Steadiness, WhatHardlyMovesTheMeanOrIsTooShortIsNotTold) {
    EXPECT_FALSE(settled(std::vector<double>{900, 1000, 1000, 1000, 1000, 1000, 1000, 1000}));
    EXPECT_FALSE(settled(std::vector<double>{1, 1000, 1000, 1000, 1000, 1000, 1000}));
    EXPECT_FALSE(settled({}));
    EXPECT_FALSE(settled(std::vector<double>(20, 0.0)));
}

}  // namespace
}  // namespace throughline::metrics
