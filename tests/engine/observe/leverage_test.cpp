// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/leverage.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

#include "engine/base/random.h"
#include "engine/observe/nudge_job.h"

namespace throughline::observe {
namespace {

using testing::HasSubstr;

/// A job of which `share` of an image's time goes into the resource, which a pulse makes slower by
/// the factor `slower`.
NudgePair pair_of(Resource resource, double share, double slower, double noise) {
    const double time = 1.0 - share + share * slower;
    NudgePair pair{.resource = resource,
                   .quiet = {.seconds = 2.0, .asked_bytes = 200e6},
                   .pulse = {.seconds = 2.0, .asked_bytes = 200e6 / time * noise}};
    if (resource == Resource::Cpu) {
        pair.quiet.running_s = 3.0;
        pair.quiet.for_core_s = 0.3;
        pair.pulse.running_s = 3.0;
        pair.pulse.for_core_s = 3.3 * slower - 3.0;
    } else {
        pair.quiet.fetched_bytes = 200e6;
        pair.quiet.storage_s = 2.0;
        pair.pulse.fetched_bytes = 100e6;
        pair.pulse.storage_s = slower;
    }
    return pair;
}

TEST(Leverage, IsOneWhereTheJobGoesAsFastAsTheResourceAndNoneWhereItDoesNotCare) {
    for (const Resource resource : {Resource::Cpu, Resource::Disk}) {
        std::vector<NudgePair> all;
        std::vector<NudgePair> nothing;
        for (const double slower : {1.2, 1.5, 1.3, 1.4}) {
            all.push_back(pair_of(resource, 1.0, slower, 1.0));
            nothing.push_back(pair_of(resource, 0.0, slower, 1.0));
        }
        const Leverage whole = leverage_of(all, resource);
        EXPECT_EQ(whole.missing, "");
        EXPECT_NEAR(whole.value, 1.0, 1e-9);
        EXPECT_NEAR(whole.high - whole.low, 0.0, 1e-6);
        EXPECT_NEAR(whole.slower, 25.7, 0.1);  // 1 - exp(-mean of ln 1.2, 1.5, 1.3, 1.4)
        EXPECT_NEAR(whole.loss, whole.slower, 1e-9);
        EXPECT_EQ(whole.pairs, 4);
        EXPECT_NEAR(leverage_of(nothing, resource).value, 0.0, 1e-9);
    }
}

// Goal: the interval is one of 95 %, also where the speed of the resource is seen as badly as the
// rate, which makes a slope smaller. Method: six pairs of a known leverage, with noise in both.
TEST(Leverage, HasAnIntervalThatHoldsTheTruth) {
    for (const double share : {0.0, 1.0}) {
        Random random(7);
        int held = 0;
        int told = 0;
        double sum = 0.0;
        constexpr int kTimes = 2000;
        for (int i = 0; i < kTimes; ++i) {
            std::vector<NudgePair> pairs;
            for (int pair = 0; pair < 6; ++pair) {
                pairs.push_back(pair_of(Resource::Disk,
                                        share,
                                        random.uniform(1.3, 1.5),
                                        std::exp(0.05 * random.normal())));
                pairs.back().pulse.storage_s *= std::exp(0.15 * random.normal());
            }
            const Leverage one = leverage_of(pairs, Resource::Disk);
            if (one.missing.empty()) {
                ++told;
                sum += one.value;
                held += one.low <= share && one.high >= share ? 1 : 0;
            }
        }
        EXPECT_GT(told, kTimes * 9 / 10);
        EXPECT_NEAR(static_cast<double>(held) / told, 0.95, 0.02) << share;
        EXPECT_NEAR(sum / told, share, 0.05) << "the mean of a ratio is a little above it";
    }
}

TEST(Leverage, IsAbsentWithItsReason) {
    std::vector<NudgePair> hardly(6, pair_of(Resource::Disk, 1.0, 1.01, 1.0));
    EXPECT_THAT(leverage_of(hardly, Resource::Disk).missing,
                HasSubstr("did not become clearly slower"));
    std::vector<NudgePair> few(2, pair_of(Resource::Disk, 1.0, 1.5, 1.0));
    EXPECT_THAT(leverage_of(few, Resource::Disk).missing, HasSubstr("too few moments"));
    std::vector<NudgePair> cached(6, pair_of(Resource::Disk, 1.0, 1.5, 1.0));
    for (NudgePair& pair : cached) {
        pair.quiet.fetched_bytes = pair.pulse.fetched_bytes = 0.0;
    }
    EXPECT_THAT(leverage_of(cached, Resource::Disk).missing, HasSubstr("nothing from a disk"));
    EXPECT_THAT(leverage_of(cached, Resource::Cpu).missing, HasSubstr("too few moments"));
    std::vector<NudgePair> untold(6, pair_of(Resource::Cpu, 1.0, 1.5, 1.0));
    for (NudgePair& pair : untold) {
        pair.pulse.for_core_s.reset();
    }
    EXPECT_THAT(leverage_of(untold, Resource::Cpu).missing, HasSubstr("is not told"));
    std::vector<NudgePair> scattered(6, pair_of(Resource::Disk, 1.0, 1.5, 1.0));
    for (std::size_t i = 0; i < scattered.size(); i += 2) {
        scattered[i].pulse.storage_s = 0.6;  // faster, for once
    }
    EXPECT_THAT(leverage_of(scattered, Resource::Disk).missing, HasSubstr("clearly slower"));
}

TEST(NudgeTurns, GiveEachResourceAsOftenInAnOrderThatNobodyKnowsBefore) {
    Random random(3);
    const auto turns = nudge_turns(62.0, {Resource::Cpu, Resource::Disk}, random);
    ASSERT_EQ(turns.size(), 12U);  // of 5 s each
    std::map<Resource, int> each;
    int first = 0;
    for (const NudgeTurn& turn : turns) {
        ++each[turn.resource];
        first += turn.pulse_first ? 1 : 0;
    }
    EXPECT_EQ(each[Resource::Cpu], 6);
    EXPECT_EQ(each[Resource::Disk], 6);
    EXPECT_GT(first, 0);
    EXPECT_LT(first, 12);
    EXPECT_EQ(nudge_turns(30.0, {Resource::Cpu}, random).size(), 6U);
    EXPECT_TRUE(nudge_turns(30.0, {}, random).empty());
}

}  // namespace
}  // namespace throughline::observe
