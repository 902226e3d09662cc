// SPDX-License-Identifier: Apache-2.0
#include "engine/selftest/cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace throughline::selftest {
namespace {

using analysis::Limit;

TEST(SelftestCases, OfASeedAreTheSameAndOfAnotherRoundDiffer) {
    Random one(7);
    Random same(7);
    const auto first = cases(one, 4);
    const auto again = cases(same, 4);
    const auto next = cases(one, 4);
    ASSERT_EQ(first.size(), again.size());
    ASSERT_EQ(first.size(), next.size());
    bool differs = false;
    for (std::size_t i = 0; i < first.size(); ++i) {
        EXPECT_EQ(first[i].job.decode_ms, again[i].job.decode_ms);
        EXPECT_EQ(first[i].job.workers, again[i].job.workers);
        EXPECT_EQ(first[i].truth, next[i].truth);
        differs = differs || first[i].job.decode_ms != next[i].job.decode_ms;
    }
    EXPECT_TRUE(differs);
}

TEST(SelftestCases, CoverEveryClassThatNeedsNoGpuOnce) {
    Random random(1);
    std::set<Limit> truths;
    std::set<std::string> ids;
    for (const Case& one : cases(random, 2)) {
        truths.insert(one.truth);
        EXPECT_TRUE(ids.insert(one.id).second) << one.id;
    }
    EXPECT_EQ(truths,
              (std::set{Limit::Storage,
                        Limit::Network,
                        Limit::Throttled,
                        Limit::Decode,
                        Limit::Workers,
                        Limit::Queue,
                        Limit::Consumer}));
}

TEST(SelftestCases, OfASingleProcessorHaveNoTooFewWorkers) {
    Random random(1);
    EXPECT_TRUE(std::ranges::none_of(cases(random, 1),
                                     [](const Case& one) { return one.truth == Limit::Workers; }));
}

}  // namespace
}  // namespace throughline::selftest
