// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/member_spread.h"

#include <gtest/gtest.h>

namespace throughline::analysis {
namespace {

std::vector<MemberFigure> nodes_of(const std::vector<double>& values) {
    std::vector<MemberFigure> members;
    for (const double value : values) {
        members.push_back({"n" + std::to_string(members.size() + 1), value});
    }
    return members;
}

TEST(MemberSpread, SaysWhoseTheLeastAndTheMostAre) {
    const auto spread = spread_of(nodes_of({960.0, 812.0, 940.0, 1010.0}));
    ASSERT_TRUE(spread);
    EXPECT_EQ(spread->count, 4U);
    EXPECT_EQ(spread->least, (MemberFigure{"n2", 812.0}));
    EXPECT_EQ(spread->median, 950.0);
    EXPECT_EQ(spread->most, (MemberFigure{"n4", 1010.0}));
    EXPECT_EQ(spread_text("cpu_utilisation", {3, {"n1", 12.0}, 40.0, {"n3", 99.0}}),
              "12.0 (n1) – 40.0 – 99.0 % (n3)");
    EXPECT_EQ(spread_text("images_per_second", {3, {"n1", 812.0}, 960.0, {"n3", 2010.0}}),
              "812 images/s (n1) – 960 images/s – 2.01 k images/s (n3)");
    EXPECT_EQ(spread_text("cpu_utilisation", {1, {"n1", 12.0}, 12.0, {"n1", 12.0}}), "12.0 % (n1)");
    EXPECT_EQ(spread_text("cpu_utilisation", {2, {"n1", 12.0}, 12.0, {"n1", 12.0}}), "12.0 %");
    EXPECT_FALSE(spread_of({}));
}

TEST(MemberSpread, ReadsMembersInTheOrderOfTheirNumbers) {
    record::Summaries metrics;
    for (const char* node : {"n10", "n2"}) {
        metrics["images_per_second{node=" + std::string(node) + "}"] = {.value = 1.0};
    }
    metrics["images_per_second"] = {.value = 2.0};
    metrics["images_per_second{stage=decode}"] = {.value = 3.0};
    EXPECT_EQ(members_in(metrics, "images_per_second", "node"),
              (std::vector<MemberFigure>{{"n2", 1.0}, {"n10", 1.0}}));
}

// Goal: among 64 nodes that differ a little only those are named that are apart from all others.
TEST(MemberSpread, WhatStandsOutIsFarFromTheMiddleHalf) {
    std::vector<double> values;
    for (int i = 0; i < 64; ++i) {
        values.push_back(1000.0 + i % 8);
    }
    EXPECT_TRUE(far_out(nodes_of(values)).empty());
    values[16] = 600.0;
    values[40] = 1200.0;
    values[41] = 1035.0;  // beyond three widths, and within 5 % of the median
    const auto far = far_out(nodes_of(values));
    ASSERT_EQ(far.size(), 2U);
    EXPECT_EQ(far[0].name, "n17");
    EXPECT_NEAR(far[0].value, 403.5, 1.0);
    EXPECT_EQ(far[1].name, "n41");
    EXPECT_TRUE(far_out(nodes_of({1.0, 2.0, 900.0})).empty()) << "of three nobody can tell";
}

TEST(MemberSpread, OnlyWhatDoesTheSameWorkIsAlike) {
    EXPECT_TRUE(are_alike("node"));
    EXPECT_TRUE(are_alike("device"));
    EXPECT_FALSE(are_alike("stage"));
    EXPECT_FALSE(are_alike(""));
}

}  // namespace
}  // namespace throughline::analysis
