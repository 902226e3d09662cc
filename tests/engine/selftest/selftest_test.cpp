// SPDX-License-Identifier: Apache-2.0
#include "engine/selftest/selftest.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "engine/selftest/bench.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::selftest {
namespace {

using analysis::Limit;

CaseResult made(Limit truth, Limit said) {
    return {.truth = truth, .said = said};
}

SelftestResult twenty(int wrong, int unsure) {
    SelftestResult result;
    for (int i = 0; i < 20; ++i) {
        result.cases.push_back(made(Limit::Storage,
                                    i < wrong            ? Limit::Decode
                                    : i < wrong + unsure ? Limit::Unsure
                                                         : Limit::Storage));
    }
    return result;
}

TEST(SelftestResult, MeetsTheBarAtNineTenthsRightAndNoneWrongWithConfidence) {
    EXPECT_TRUE(twenty(0, 0).passes());
    EXPECT_TRUE(twenty(0, 2).passes());
    EXPECT_FALSE(twenty(0, 3).passes());
    EXPECT_FALSE(twenty(1, 0).passes());  // 5 % of them
    EXPECT_EQ(twenty(1, 2).right(), 17U);
    EXPECT_EQ(twenty(1, 2).wrong(), 1U);
}

TEST(SelftestResult, CountsNothingThatWasLeftOut) {
    SelftestResult result = twenty(0, 0);
    CaseResult out = made(Limit::Workers, Limit::Decode);
    out.left_out = "other programs took the processors";
    result.cases.push_back(out);
    EXPECT_EQ(result.count(), 20U);
    EXPECT_TRUE(result.passes());
    EXPECT_FALSE(result.matrix().contains(Limit::Workers));
    EXPECT_EQ(result.matrix().at(Limit::Storage).at(Limit::Storage), 20U);
}

TEST(SelftestResult, DoesNotPassWhereNothingWasMadeOrItWasStopped) {
    EXPECT_FALSE(SelftestResult{}.passes());
    SelftestResult stopped = twenty(0, 0);
    stopped.stopped = true;
    EXPECT_FALSE(stopped.passes());
}

TEST(Selftest, RefusesACaseThatThereIsNoneOf) {
    const fixtures::TemporaryFolder folder;
    const auto result = run_selftest({.folder = folder.path(), .cases = {"slow_moon"}}, {});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::Usage);
}

TEST(SelftestBench, LeavesNothingBehind) {
    const fixtures::TemporaryFolder folder;
    {
        const auto bench = Bench::make(folder.path());
        ASSERT_TRUE(bench) << bench.error().what;
        EXPECT_FALSE(std::filesystem::is_empty(folder.path()));
    }
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace throughline::selftest
