// SPDX-License-Identifier: Apache-2.0
#include "engine/metrics/statistics.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace throughline::metrics {
namespace {

// Source of the expected values: tables of Student's t, two-sided 95 %.
TEST(StudentT, MatchesThePublishedTable) {
    struct Row {
        std::size_t degrees;
        double t;
    };
    for (const Row& row : std::to_array<Row>({{1, 12.706},
                                              {2, 4.303},
                                              {3, 3.182},
                                              {4, 2.776},
                                              {10, 2.228},
                                              {11, 2.201},
                                              {15, 2.131},
                                              {30, 2.042},
                                              {60, 2.000},
                                              {100, 1.984},
                                              {1'000'000'000, 1.960}})) {
        EXPECT_NEAR(student_t_975(row.degrees), row.t, 0.0005) << row.degrees;
    }
}

TEST(StudentT, FallsWithoutAJumpWhereTheTableEnds) {
    for (std::size_t degrees = 2; degrees < 200; ++degrees) {
        EXPECT_LT(student_t_975(degrees), student_t_975(degrees - 1)) << degrees;
    }
    // R: qt(0.975, 11) = 2.20098516
    EXPECT_NEAR(student_t_975(11), 2.20098516, 5e-6);
}

TEST(MeanInterval, MatchesAWorkedExample) {
    // Mean 5, s = 1, half width = 4.302653 * 1 / sqrt(3) = 2.484138.
    const MeanInterval interval = mean_interval_95(std::array{4.0, 5.0, 6.0});
    EXPECT_DOUBLE_EQ(interval.mean, 5.0);
    EXPECT_NEAR(interval.low, 5.0 - 2.484138, 1e-6);
    EXPECT_NEAR(interval.high, 5.0 + 2.484138, 1e-6);
    EXPECT_EQ(interval.n, 3U);
}

TEST(MeanInterval, OneValueHasNoWidth) {
    const MeanInterval interval = mean_interval_95(std::array{7.5});
    EXPECT_EQ(interval.mean, 7.5);
    EXPECT_EQ(interval.low, 7.5);
    EXPECT_EQ(interval.high, 7.5);
    EXPECT_EQ(interval.n, 1U);
}

TEST(MeanInterval, EqualValuesHaveNoWidth) {
    const MeanInterval interval = mean_interval_95(std::array{3.0, 3.0, 3.0, 3.0});
    EXPECT_EQ(interval.low, 3.0);
    EXPECT_EQ(interval.high, 3.0);
}

// Goal: no utilisation below 0 or beyond 100 %. Method: repeats so scattered that Student's
// interval goes there.
TEST(WithinLimits, AnIntervalIsCutWhereItsQuantityEnds) {
    const MeanInterval wide = mean_interval_95(std::array{1.0, 60.0, 99.0});
    ASSERT_LT(wide.low, 0.0);
    ASSERT_GT(wide.high, 100.0);

    const MeanInterval share = within_limits(wide, true);
    EXPECT_EQ(share.low, 0.0);
    EXPECT_EQ(share.high, 100.0);
    EXPECT_EQ(share.mean, wide.mean);
    EXPECT_EQ(within_limits(wide, false).high, wide.high);
    // More than 100 % of a core, and what may be negative, stay as they are.
    EXPECT_EQ(within_limits(mean_interval_95(std::array{150.0, 250.0}), true).high,
              mean_interval_95(std::array{150.0, 250.0}).high);
    EXPECT_LT(within_limits(mean_interval_95(std::array{-3.0, -1.0}), false).low, -3.0);
}

TEST(MeanIntervalDeathTest, NoValuesIsAProgrammerError) {
    EXPECT_DEATH((void)mean_interval_95({}), "check failed");
}

}  // namespace
}  // namespace throughline::metrics
