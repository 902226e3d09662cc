// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/volume.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/whatif/answer.h"
#include "engine/whatif/headline.h"
#include "engine/whatif/scenario.h"

namespace throughline::whatif {
namespace {

using ::testing::HasSubstr;

constexpr double kMiB = 0x1p20;

const catalog::Catalog& catalog() {
    static const auto kCatalog = catalog::Catalog::built_in();
    return kCatalog;
}

Result<Resolved> with_volume(const std::string& storage,
                             const Volume& volume,
                             std::vector<Change> changes = {}) {
    return resolve({.name = storage,
                    .catalog = {.storage = storage, .volume = volume},
                    .changes = std::move(changes)},
                   defaults(),
                   catalog());
}

// 500 GiB of gp2: 1,500 IOPS, 3,000 while 5.4 million credits last: an hour at full burst.
TEST(Volume, CreditsCountAsTheirMeanOverTheHours) {
    const auto baseline = with_volume("aws-gp2", {.gib = 500.0});
    const auto hour = with_volume("aws-gp2", {.gib = 500.0, .hours = 1.0});
    const auto two_hours = with_volume("aws-gp2", {.gib = 500.0, .hours = 2.0});
    ASSERT_TRUE(baseline && hour && two_hours);
    EXPECT_DOUBLE_EQ(baseline->inputs.sto_iops, 1500.0);
    EXPECT_DOUBLE_EQ(hour->inputs.sto_iops, 3000.0);
    EXPECT_DOUBLE_EQ(two_hours->inputs.sto_iops, 2250.0);
    EXPECT_DOUBLE_EQ(baseline->inputs.sto_bw, 250.0 * kMiB);
    EXPECT_DOUBLE_EQ(*model::credits_last_s(hour->volume->credits), 3600.0);
}

TEST(Volume, TheRateWithoutCreditsIsAnsweredToo) {
    const auto burst = with_volume(
        "aws-st1", {.gib = 1024.0, .hours = 1.0}, {set_to(model::Input::RequestBytes, 0x1p20)});
    ASSERT_TRUE(burst);
    const auto answered = answer(*burst, defaults());
    ASSERT_TRUE(answered.after_credits);
    EXPECT_EQ(answered.after_credits->bottleneck, model::Limit::StorageBandwidth);
    // 250 MiB/s against 40 MiB/s of a TiB; nothing else limits records read by the MiB.
    EXPECT_NEAR(answered.prediction.images_per_s() / answered.after_credits->images_per_s,
                250.0 / 40.0,
                0.01);

    const auto steady = with_volume("aws-st1", {.gib = 1024.0});
    ASSERT_TRUE(steady);
    EXPECT_FALSE(answer(*steady, defaults()).after_credits);  // none were counted in
    const auto no_credits = with_volume("aws-io1", {.gib = 1000.0, .hours = 1.0});
    ASSERT_TRUE(no_credits);
    EXPECT_FALSE(answer(*no_credits, defaults()).after_credits);
}

// Goal: who is answered without credits knows it, and what they would do. Method: a small gp2, of
// 100 IOPS and 3,000 while its 5.4 million credits last, of which its 128 MiB/s take 1,024.
TEST(Volume, CreditsThatAreLeftOutAreSaidWithTheirEffect) {
    const auto answered = [](const char* storage, const Volume& volume) {
        const auto resolved =
            with_volume(storage, volume, {set_to(model::Input::ImageBytes, 100e3)});
        EXPECT_TRUE(resolved);
        return resolved ? answer(*resolved, defaults()) : Answer();
    };
    const Answer small = answered("aws-gp2", {.gib = 1.0});
    ASSERT_TRUE(small.with_credits);
    EXPECT_FALSE(small.after_credits);
    EXPECT_NEAR(small.with_credits->credits_last_s, 5.4e6 / 924.0, 1.0);
    EXPECT_GT(small.with_credits->images_per_s, 10.0 * small.prediction.images_per_s());
    EXPECT_THAT(credits_text(small),
                ::testing::MatchesRegex("Burst credits are left out: a full balance would give ≈ "
                                        ".* images/s for about 97 minutes."));
    const Answer hour = answered("aws-gp2", {.gib = 1.0, .hours = 1.0});
    EXPECT_FALSE(hour.with_credits);
    EXPECT_THAT(credits_text(hour), HasSubstr("count in. They last about 97 minutes; then ≈"));
    EXPECT_EQ(credits_text(answered("aws-gp3", {.gib = 1.0})), "") << "it has none";
    EXPECT_EQ(credits_text(answered("aws-gp2", {.gib = 2000.0})), "") << "nothing is above it";
}

// Goal: the time that credits last is that of the rate beside it. Method: a GPU of 760 images/s,
// which draws 760 of the 3,000 IOPS and gives 100 of them back.
TEST(Volume, CreditsLastAsLongAsTheRateThatIsDrawnLetsThem) {
    const auto resolved = with_volume("aws-gp2",
                                      {.gib = 1.0},
                                      {set_to(model::Input::ImageBytes, 100e3),
                                       set_to(model::Input::RequestBytes, 100e3),
                                       set_to(model::Input::GpusPerNode, 1.0),
                                       set_to(model::Input::GpuRate, 760.0)});
    ASSERT_TRUE(resolved);
    const Answer drawn = answer(*resolved, defaults());
    ASSERT_TRUE(drawn.with_credits);
    EXPECT_NEAR(drawn.with_credits->images_per_s, 760.0, 1.0);
    EXPECT_NEAR(drawn.with_credits->credits_last_s, 5.4e6 / 660.0, 20.0);
    EXPECT_THAT(credits_text(drawn), HasSubstr("images/s for about 2.3 hours."));
}

// Goal: the smallest volume is the smallest. Method: kinds of which some IOPS come with any size.
TEST(Volume, WhatComesWithEverySizeNeedsNoLargerOne) {
    EXPECT_EQ(smallest_gib_that_holds("aws-gp3", 554e6), 1.0);
    EXPECT_EQ(smallest_gib_that_holds("aws-gp2", 554e6), 1.0);
    EXPECT_EQ(smallest_gib_that_holds("aws-io1", 554e6), 4.0) << "it is not sold smaller";
    EXPECT_EQ(smallest_gib_that_holds("aws-st1", 200e9), 187.0);
    EXPECT_EQ(smallest_gib_that_holds("aws-gp2", 1e15), std::nullopt);
    EXPECT_EQ(smallest_gib_that_holds("aws-s3", 554e6), std::nullopt);
    for (const char* storage : {"aws-gp3", "azure-premium-v2"}) {
        const auto volumes = volumes_that_hold(storage, 554e6);
        ASSERT_FALSE(volumes.empty());
        EXPECT_EQ(volumes.front().gib, 1.0) << storage;
        const auto resolved = with_volume(storage, volumes.front());
        ASSERT_TRUE(resolved);
        EXPECT_EQ(resolved->inputs.sto_iops, 3000.0) << storage;
    }
    for (const Volume& volume : volumes_that_hold("aws-gp3", 554e6)) {
        EXPECT_TRUE(volume.iops <= 3000.0 || volume.gib >= volume.iops / 500.0) << describe(volume);
    }
}

TEST(Volume, PriceFollowsFromSizeAndWhatIsProvisioned) {
    const auto gp2 = with_volume("aws-gp2", {.gib = 500.0});
    const auto gp3 = with_volume("aws-gp3", {.gib = 100.0, .iops = 4000.0, .mib_per_s = 225.0});
    const auto io1 = with_volume("aws-io1", {.gib = 1000.0, .iops = 10000.0});
    ASSERT_TRUE(gp2 && gp3 && io1);
    EXPECT_DOUBLE_EQ(gp2->inputs.sto_usd_per_month, 500 * 0.10);
    EXPECT_DOUBLE_EQ(gp3->inputs.sto_usd_per_month, 100 * 0.08 + 1000 * 0.005 + 100 * 0.04);
    EXPECT_DOUBLE_EQ(io1->inputs.sto_usd_per_month, 1000 * 0.125 + 10000 * 0.065);

    const auto four = with_volume("aws-gp2", {.gib = 500.0}, {set_to(model::Input::StoUnits, 4.0)});
    const auto typed =
        with_volume("aws-gp2", {.gib = 500.0}, {set_to(model::Input::StoUsdPerMonth, 7.0)});
    ASSERT_TRUE(four && typed);
    EXPECT_DOUBLE_EQ(four->inputs.sto_usd_per_month, 4 * 500 * 0.10);
    EXPECT_DOUBLE_EQ(typed->inputs.sto_usd_per_month, 7.0);
}

// 32,000 IOPS at the first price, as many at the second, the rest at the third.
TEST(Volume, PricesOfIopsComeInTiers) {
    const auto usd = [](const char* storage, double iops) {
        const auto resolved = with_volume(storage, {.gib = 1000.0, .iops = iops});
        return resolved ? resolved->inputs.sto_usd_per_month : -1.0;
    };
    EXPECT_DOUBLE_EQ(usd("aws-io2bx", 32000.0), 125.0 + 32000 * 0.065);
    EXPECT_DOUBLE_EQ(usd("aws-io2bx", 50000.0), 125.0 + 32000 * 0.065 + 18000 * 0.046);
    EXPECT_DOUBLE_EQ(usd("aws-io2bx", 100000.0),
                     125.0 + 32000 * 0.065 + 32000 * 0.046 + 36000 * 0.032);
    EXPECT_DOUBLE_EQ(usd("aws-gp3", 3000.0), 80.0);
}

TEST(Volume, LimitsFollowFromTheIopsThatWereBought) {
    const auto io2 = with_volume("aws-io2bx", {.gib = 10.0, .iops = 20000.0});
    const auto ultra = with_volume("azure-ultra", {.gib = 100.0, .iops = 8000.0, .mib_per_s = 500});
    const auto extreme = with_volume("gcp-hd-extreme", {.gib = 100.0, .iops = 10000.0});
    const auto premium = with_volume("azure-premium-v2", {.gib = 100.0});
    const auto small = with_volume("aws-gp3", {.gib = 10.0, .iops = 16000.0});
    ASSERT_TRUE(io2 && ultra && extreme && premium && small);
    EXPECT_DOUBLE_EQ(io2->inputs.sto_iops, 10000.0);  // 1000 per GiB
    EXPECT_DOUBLE_EQ(io2->inputs.sto_bw, 2560.0 * kMiB);
    EXPECT_DOUBLE_EQ(ultra->inputs.sto_bw, 500.0 * kMiB);
    EXPECT_DOUBLE_EQ(extreme->inputs.sto_bw, 2500.0 * kMiB);
    EXPECT_DOUBLE_EQ(premium->inputs.sto_iops, 3000.0);
    EXPECT_DOUBLE_EQ(premium->inputs.sto_bw, 1.25e8);
    EXPECT_DOUBLE_EQ(small->inputs.sto_iops, 5000.0);  // 500 per GiB
    EXPECT_EQ(describe(Volume{.gib = 100.0, .iops = 8000.0, .mib_per_s = 500.0}),
              "100 GiB, 8000 IOPS, 500 MiB/s");
}

TEST(Volume, TypedInLimitsHaveNoCredits) {
    const auto typed = with_volume(
        "aws-gp2", {.gib = 500.0, .hours = 1.0}, {set_to(model::Input::StoIops, 2000.0)});
    ASSERT_TRUE(typed);
    EXPECT_EQ(typed->inputs.sto_iops, 2000.0);
    EXPECT_FALSE(answer(*typed, defaults()).after_credits);
}

TEST(Volume, OtherStorageLeavesNothingOfIt) {
    const auto base = with_volume("aws-gp2", {.gib = 500.0, .hours = 1.0});
    ASSERT_TRUE(base);
    const auto other =
        resolve({.name = "io1", .catalog = {.storage = "aws-io1"}}, *base, catalog());
    ASSERT_TRUE(other);
    EXPECT_FALSE(other->volume);
    EXPECT_EQ(other->inputs.sto_iops, 32000.0);
}

TEST(Volume, SaysWhatIsWrong) {
    const auto small = with_volume("aws-st1", {.gib = 100.0});
    ASSERT_FALSE(small);
    EXPECT_EQ(small.error().what,
              "scenario 'aws-st1': a volume of aws-st1 has 125 to 16384 GiB, not 100");
    EXPECT_FALSE(with_volume("aws-gp2", {.gib = 500.0, .hours = -1.0}));
    EXPECT_FALSE(with_volume("aws-gp3", {.iops = 4000.0}));  // of what size?
    const auto other = with_volume("aws-s3", {.gib = 100.0});
    ASSERT_FALSE(other);
    EXPECT_THAT(other.error().what, HasSubstr("no volumes of 'aws-s3'"));
    const auto alone =
        resolve({.name = "x", .catalog = {.volume = {.gib = 1.0}}}, defaults(), catalog());
    ASSERT_FALSE(alone);
    EXPECT_THAT(alone.error().what, HasSubstr("needs the storage target"));
}

TEST(Volume, IsKeptInScenarioFiles) {
    ScenarioFile file{
        .title = "volumes",
        .base = {.name = "base",
                 .catalog = {.storage = "aws-gp2", .volume = {.gib = 500.0, .hours = 24.0}}}};
    const auto again = parse_scenario_file(scenario_file_json(file), "volumes.json");
    ASSERT_TRUE(again) << again.error().what;
    EXPECT_EQ(*again, file);

    const auto wrong = parse_scenario_file(
        R"({"base": {}, "catalog": {"storage": "aws-gp2", "volume": {"gib": "big"}}})", "v.json");
    ASSERT_FALSE(wrong);
    EXPECT_EQ(wrong.error().what, "'v.json', catalog, volume: 'gib' is not a number");
}

// Every node has its own volumes.
TEST(Volume, PriceCountsTheVolumesOfAllNodes) {
    const auto nodes =
        with_volume("aws-gp2",
                    {.gib = 500.0},
                    {set_to(model::Input::Nodes, 8.0), set_to(model::Input::StoUnits, 2.0)});
    ASSERT_TRUE(nodes);
    EXPECT_DOUBLE_EQ(nodes->inputs.sto_usd_per_month, 8 * 2 * 500 * 0.10);
}

TEST(Volume, OtherStorageLeavesNothingOfItsPrice) {
    const auto base = with_volume("aws-io1", {.gib = 1000.0});
    ASSERT_TRUE(base);
    ASSERT_GT(base->inputs.sto_usd_per_month, 0.0);
    const auto other =
        resolve({.name = "st1", .catalog = {.storage = "aws-st1"}}, *base, catalog());
    const auto sized =
        resolve({.name = "st1", .catalog = {.storage = "aws-st1", .volume = {.gib = 1000.0}}},
                *base,
                catalog());
    ASSERT_TRUE(other && sized);
    EXPECT_EQ(other->inputs.sto_usd_per_month, 0.0);
    EXPECT_THAT(answer(*other, defaults()).gaps,
                ::testing::Contains(HasSubstr("sto_usd_per_month")));
    EXPECT_DOUBLE_EQ(sized->inputs.sto_usd_per_month, 45.0);
    // Its own price is known; that of the machines that read it is not.
    EXPECT_THAT(answer(*sized, defaults()).gaps,
                ::testing::ElementsAre(HasSubstr("costs are those of storage alone")));
}

TEST(Volume, OfTheBasesStorageKeepsItsOtherFigures) {
    const auto base =
        with_volume("aws-gp2", {.gib = 500.0}, {set_to(model::Input::StoLatency, 0.004)});
    ASSERT_TRUE(base);
    const auto larger =
        resolve({.name = "1 TiB", .catalog = {.volume = {.gib = 1024.0}}}, *base, catalog());
    ASSERT_TRUE(larger) << larger.error().what;
    EXPECT_DOUBLE_EQ(larger->inputs.sto_iops, 3072.0);
    EXPECT_EQ(larger->inputs.sto_latency_s, 0.004);
    EXPECT_DOUBLE_EQ(larger->inputs.sto_usd_per_month, 102.4);
}

TEST(Volume, RefusesWhatItIsNotSoldWith) {
    const auto refused = [](const char* storage, const Volume& volume) {
        const auto resolved = with_volume(storage, volume);
        return resolved ? std::string() : resolved.error().what;
    };
    EXPECT_THAT(refused("aws-gp2", {.gib = 500.0, .iops = 4000.0}), HasSubstr("number of IOPS"));
    EXPECT_THAT(refused("aws-io1", {.gib = 500.0, .mib_per_s = 400.0}),
                HasSubstr("number of MiB/s"));
    EXPECT_THAT(refused("aws-gp2", {.hours = 2.0}), HasSubstr("size of the volume (gib)"));
    EXPECT_THAT(refused("aws-gp2", {.gib = 500.0, .hours = model::kUnlimited}),
                HasSubstr("0 or more"));
    EXPECT_EQ(as_sold("aws-gp2", {.gib = 500.0, .iops = 4000.0, .hours = 1.0}),
              (Volume{.gib = 500.0, .hours = 1.0}));
}

}  // namespace
}  // namespace throughline::whatif
