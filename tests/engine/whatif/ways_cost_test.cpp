// SPDX-License-Identifier: Apache-2.0
// Goal: what each way costs follows from the catalogue's prices; what has none is said, and is
// never 0.
#include "engine/whatif/ways_cost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>

namespace throughline::whatif {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A request for 100 kB; an epoch of 36 s from the store and of 18 s from the disk, per 100 GB.
WaysStudy study_of_costs() {
    return {.measured = {.stream_s = 36.0, .local_s = 18.0, .copy_s = 36.0, .fill_s = 36.0},
            .data_bytes = 100e9,
            .has_cache = true,
            .requests_per_byte = 1e-5,
            .store = "aws-s3"};
}

WaysCosts costs_of(const WaysStudy& study, const WaysQuestion& question) {
    return cost_of_ways(
        study, question, answer_ways(study, question), catalog::Catalog::built_in());
}

const WayCost& cost_of(const WaysCosts& costs, Way way) {
    return costs.at.back().ways[static_cast<std::size_t>(way)];
}

TEST(WaysCost, FollowsFromRequestsAndGibHours) {
    const WaysCosts costs =
        costs_of(study_of_costs(), {.cache_bytes = 50e9, .epochs = {1.0, 10.0}, .disk = "aws-gp3"});

    EXPECT_EQ(costs.store, "aws-s3") << "that of the study";
    ASSERT_EQ(costs.at.size(), 2U);
    // A million requests an epoch, of 0.0004 USD a thousand.
    EXPECT_NEAR(*cost_of(costs, Way::Streamed).requests, 1e7, 1.0);
    EXPECT_NEAR(*cost_of(costs, Way::Streamed).requests_usd, 4.0, 1e-9);
    EXPECT_EQ(cost_of(costs, Way::Streamed).disk_usd, 0.0) << "it needs none";
    EXPECT_NEAR(*cost_of(costs, Way::Copied).requests_usd, 0.4, 1e-9);
    EXPECT_NEAR(cost_of(costs, Way::Copied).fetched_bytes, 100e9, 1.0);
    // 100 GB for the copy and ten epochs, by 0.08 USD a GiB and month.
    // A volume of 94 GiB holds them.
    const double gib_hours = 94.0 * (36.0 + 10 * 18.0) / 3600.0;
    EXPECT_NEAR(*cost_of(costs, Way::Copied).disk_gib_hours, gib_hours, 1e-6);
    EXPECT_NEAR(*cost_of(costs, Way::Copied).disk_usd, gib_hours * 0.08 / 730.0, 1e-9);
    // All of the first epoch, and half of the nine others.
    EXPECT_NEAR(*cost_of(costs, Way::Cached).requests, 1e6 * (1.0 + 9 * 0.5), 1.0);
    EXPECT_NEAR(
        *cost_of(costs, Way::Cached).disk_gib_hours,
        47.0 * answer_ways(study_of_costs(), {.cache_bytes = 50e9}).times.cached.until_s(10.0) /
            3600.0,
        1e-6);
    EXPECT_EQ(costs.at.back().cheapest, Way::Copied);
    EXPECT_EQ(ways_cost_sentence(costs),
              "If no bytes leave the store's region, for 10 epochs the cheapest in requests and "
              "disk is: copy first, 0.401 USD.");
}

TEST(WaysCost, EachPriceIsToldWithItsSourceAndWhatIsLeftOut) {
    const WaysCosts costs = costs_of(study_of_costs(), {.epochs = {2.0}, .disk = "aws-gp3"});
    EXPECT_THAT(
        costs.prices,
        Contains(AllOf(HasSubstr("Amazon S3 Standard: list prices of us-east-1, 2024-07-01"),
                       HasSubstr("GET price from “S3 Express One Zone pricing”, undated"),
                       HasSubstr("Infracost expected prices: S3, us-east-1"))));
    EXPECT_THAT(costs.prices, Contains(HasSubstr("AWS EBS gp3: list prices of us-east-1")));
    EXPECT_THAT(costs.left_out,
                Contains(HasSubstr("no price for bytes that leave Amazon S3 Standard (egress)")));
    EXPECT_THAT(costs.left_out, Contains(HasSubstr("the hours of the computer that trains")));
    EXPECT_FALSE(cost_of(costs, Way::Streamed).read_usd) << "absent, not 0";

    const WaysCosts express =
        costs_of(study_of_costs(), {.epochs = {2.0}, .store = "aws-s3-express", .disk = "aws-gp3"});
    EXPECT_NEAR(*cost_of(express, Way::Streamed).read_usd, 200.0 * 0.0006, 1e-9);
    EXPECT_NEAR(*cost_of(express, Way::Streamed).usd, 200.0 * 0.0006 + 2000.0 * 3e-5, 1e-9);
    EXPECT_THAT(express.left_out, Not(Contains(HasSubstr("egress"))));
    EXPECT_THAT(ways_cost_sentence(express),
                HasSubstr("For 2 epochs the cheapest in requests, bytes read and disk is: "));
}

TEST(WaysCost, WithoutAPriceThereIsNoneAndTheReason) {
    const auto remarks = [](const WaysStudy& study, const WaysQuestion& question, Way way) {
        const WaysCosts costs = costs_of(study, question);
        EXPECT_FALSE(cost_of(costs, way).usd);
        EXPECT_FALSE(costs.at.back().cheapest);
        EXPECT_THAT(ways_cost_sentence(costs), IsEmpty());
        return costs.missing;
    };
    WaysStudy local = study_of_costs();
    local.store.clear();
    local.requests_per_byte.reset();
    EXPECT_THAT(remarks(local, {.disk = "aws-gp3"}, Way::Streamed),
                Contains(HasSubstr("it is not said in which object store")));
    EXPECT_THAT(remarks(local, {.store = "aws-s3", .disk = "aws-gp3"}, Way::Streamed),
                Contains("Requests have no price: the study tells no count of requests."));
    EXPECT_THAT(remarks(study_of_costs(), {.store = "mine"}, Way::Streamed),
                Contains(HasSubstr("the catalogue has no object store 'mine'")));
    EXPECT_THAT(remarks(study_of_costs(), {.store = "study-gcs"}, Way::Streamed),
                Contains(HasSubstr("The catalogue has no price for requests of")));
    EXPECT_THAT(remarks(study_of_costs(), {}, Way::Copied),
                Contains(HasSubstr("it is not said on which disk")));
    EXPECT_THAT(remarks(study_of_costs(), {.disk = "aws-s3"}, Way::Copied),
                Contains(HasSubstr("has no disk 'aws-s3'")));
    EXPECT_THAT(remarks(study_of_costs(), {.disk = "aws-io1"}, Way::Copied),
                Contains(HasSubstr("depends on the I/Os and bytes per second")));
    EXPECT_THAT(remarks(study_of_costs(), {.disk = "azure-premium"}, Way::Cached),
                Contains(HasSubstr("no price by size for Azure Premium SSD")));
}

TEST(WaysCost, OfADiskAWholeVolumeIsPaid) {
    WaysStudy small = study_of_costs();
    small.data_bytes = 5e9;
    const WaysCosts costs =
        costs_of(small, {.cache_bytes = 1e9, .epochs = {1.0}, .disk = "aws-st1"});
    const double hours = answer_ways(small, {.cache_bytes = 1e9}).times.copied.until_s(1.0) / 3600;
    // The smallest that is sold has 125 GiB, for 0.045 USD each a month.
    EXPECT_NEAR(*cost_of(costs, Way::Copied).disk_gib_hours, 125.0 * hours, 1e-6);
    EXPECT_NEAR(*cost_of(costs, Way::Copied).disk_usd, 125.0 * hours * 0.045 / 730.0, 1e-9);
    EXPECT_EQ(cost_of(costs, Way::Streamed).disk_gib_hours, 0.0);

    const WaysQuestion large{.data_bytes = 1e15, .cache_bytes = 1e12, .disk = "aws-st1"};
    const WaysCosts none = costs_of(small, large);
    EXPECT_FALSE(cost_of(none, Way::Copied).disk_gib_hours);
    EXPECT_FALSE(cost_of(none, Way::Copied).usd);
    EXPECT_TRUE(cost_of(none, Way::Cached).usd) << "a volume holds that";
    EXPECT_THAT(
        none.missing,
        testing::ElementsAre("The copy has no price: no volume of AWS EBS st1 holds 1000 TB."));
    EXPECT_FALSE(none.at.back().cheapest);
    EXPECT_THAT(costs_of(small, {.data_bytes = 1e15, .disk = "aws-st1"}).missing,
                Contains(HasSubstr("The cache has no price: no volume of AWS EBS st1 holds")));
}

TEST(WaysCost, ADiskOfTheMachineCostsNothingMore) {
    const WaysCosts costs =
        costs_of(study_of_costs(), {.epochs = {3.0}, .disk = "aws-nvme-i4i.32xlarge"});
    EXPECT_EQ(cost_of(costs, Way::Copied).disk_usd, 0.0);
    EXPECT_TRUE(cost_of(costs, Way::Copied).usd);
    EXPECT_THAT(costs.left_out, Contains(HasSubstr("is part of the computer's")));
}

TEST(WaysCost, WhatCanBeAskedHasAPrice) {
    const catalog::Catalog catalog = catalog::Catalog::built_in();
    const auto has = [](const auto& targets, std::string_view id) {
        return std::ranges::any_of(targets, [id](const auto* one) { return one->id == id; });
    };
    EXPECT_TRUE(has(stores_for_ways(catalog), "aws-s3"));
    EXPECT_TRUE(has(stores_for_ways(catalog), "gcp-gcs"));
    EXPECT_FALSE(has(stores_for_ways(catalog), "study-s3"));
    EXPECT_TRUE(has(disks_for_ways(catalog), "aws-gp3"));
    EXPECT_TRUE(has(disks_for_ways(catalog), "aws-nvme-i4i.32xlarge"));
    EXPECT_FALSE(has(disks_for_ways(catalog), "aws-io1"));
    EXPECT_FALSE(has(disks_for_ways(catalog), "aws-s3"));
    for (const auto& targets : {stores_for_ways(catalog), disks_for_ways(catalog)}) {
        for (const auto* target : targets) {
            const WaysCosts costs =
                costs_of(study_of_costs(),
                         target->is_store() ? WaysQuestion{.store = target->id, .disk = "aws-gp3"}
                                            : WaysQuestion{.disk = target->id});
            for (const Way way : kWays) {
                EXPECT_TRUE(cost_of(costs, way).usd) << target->id;
            }
        }
    }
}

}  // namespace
}  // namespace throughline::whatif
