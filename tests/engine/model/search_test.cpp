// SPDX-License-Identifier: Apache-2.0
#include "engine/model/search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/base/clock.h"
#include "engine/model/input_table.h"

namespace throughline::model {
namespace {

/// Eight V100 on a volume of 160 MB/s, with plenty of cores.
Inputs starved() {
    Inputs in;
    in.image_bytes = 100000.0;
    in.gpus_per_node = 8.0;
    in.gpu_rate = 672.0;
    in.threads = 64.0;
    in.cores = 64.0;
    in.cpu_s_per_image = 0.002;
    in.sto_bw = 1.6e8;
    in.node_usd_per_h = 24.48;
    return in;
}

TEST(EnoughFor, FindsTheSmallestCountThatReachesTheTarget) {
    const Enough volumes = enough_for(starved(), Input::StoUnits, 4000.0);

    EXPECT_TRUE(volumes.reaches_target);
    EXPECT_EQ(volumes.count, 3.0);  // 3 x 1,600 = 4,800; 2 x 1,600 = 3,200
    EXPECT_EQ(volumes.bottleneck, Limit::StorageBandwidth);
}

TEST(EnoughFor, SaysWhatLimitsWhenNoCountReachesTheTarget) {
    const Enough volumes = enough_for(starved(), Input::StoUnits, 9000.0);

    EXPECT_FALSE(volumes.reaches_target);
    EXPECT_EQ(volumes.bottleneck, Limit::Gpu);
    EXPECT_LT(volumes.count, 8.0);
}

TEST(EnoughFor, CountsFarUpWhereEachOneGainsLessThanOnePercent) {
    Inputs in = starved();
    in.gpu_rate = kUnlimited;
    in.queue_depth = 1e6;
    in.cpu_s_per_image = 0.0;
    const Enough volumes = enough_for(in, Input::StoUnits, 800000.0);
    EXPECT_TRUE(volumes.reaches_target);
    EXPECT_NEAR(volumes.count, 500.0, 5.0);
}

TEST(EnoughFor, SaysThatFewerWouldDo) {
    Inputs in = starved();
    in.sto_bw = kUnlimited;
    in.gpus_per_node = 8.0;
    EXPECT_EQ(enough_for(in, Input::GpusPerNode, 3000.0).count, 5.0);  // of 672 each
}

TEST(Cheapest, KeepsTheOrderOfEquals) {
    const std::vector<Inputs> candidates(3, starved());
    const auto matches = cheapest(candidates, {.images_per_s = 1000.0});
    ASSERT_EQ(matches.size(), 3U);
    EXPECT_EQ(matches[0].candidate, 0U);
    EXPECT_EQ(matches[2].candidate, 2U);
}

// A store without a monthly price costs what is read from it.
TEST(Cheapest, RanksByTheHourWithItsRequestsAndBytes) {
    Inputs store = starved();
    store.node_usd_per_h = 22.0;
    store.usd_per_request = 3e-8;
    store.usd_per_gb_read = 0.0006;
    Inputs disk = starved();
    disk.node_usd_per_h = 22.0;
    disk.sto_usd_per_month = 73.0;  // 0.1 an hour

    const auto job = *predict(store).job;
    const auto matches = cheapest(std::vector{store, disk}, {.images_per_s = 1000.0});

    const double images_per_hour = predict(store).images_per_s() * 3600.0;
    EXPECT_DOUBLE_EQ(job.usd_per_hour, 22.0);
    EXPECT_NEAR(job.reading_usd_per_hour,
                images_per_hour * (predict(store).rates.requests_per_image * 3e-8 +
                                   store.image_bytes * 1e-9 * 0.0006),
                1e-9);
    EXPECT_GT(job.reading_usd_per_hour, 0.1);
    EXPECT_NEAR(job.all_usd_per_hour(), job.usd_per_million * images_per_hour / 1e6, 1e-9);
    ASSERT_EQ(matches.size(), 2U);
    EXPECT_EQ(matches[0].candidate, 1U);
    EXPECT_DOUBLE_EQ(matches[1].usd_per_hour, job.all_usd_per_hour());
}

TEST(Cheapest, SafeAsksForTheLowerEnd) {
    const std::vector<Inputs> candidates(1, starved());
    EXPECT_EQ(cheapest(candidates, {.images_per_s = 1500.0}).size(), 1U);
    EXPECT_EQ(cheapest(candidates, {.images_per_s = 1500.0, .safe = true}).size(), 0U);
    EXPECT_EQ(cheapest(candidates, {.images_per_s = 1400.0, .safe = true}).size(), 1U);
}

// What the window needs to stay live; generous, since tests share the machine and may be sanitized.
TEST(Cheapest, SearchesAHundredThousandCandidatesInSeconds) {
    std::vector<Inputs> candidates(100000, starved());
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        candidates[i].sto_bw = 1e7 + 1e5 * static_cast<double>(i % 1000);
        candidates[i].gpus_per_node = 1.0 + static_cast<double>(i % 8);
    }
    const SteadyTime start = steady_now();
    const auto matches = cheapest(candidates, {.images_per_s = 500.0, .safe = true});
    EXPECT_LT(in_seconds(steady_now() - start), 10.0);
    EXPECT_FALSE(matches.empty());
}

TEST(LeverageOf, ListsWhatHelpsMostFirst) {
    const auto levers = leverage(starved());

    ASSERT_FALSE(levers.empty());
    // Half the image and twice the volume relieve the same limit; the GPUs relieve nothing.
    EXPECT_NEAR(levers[0].best(), 3200.0, 40.0);
    for (const auto& lever : levers) {
        EXPECT_TRUE(lever.input != Input::GpuRate || lever.best() < 1610.0);
    }
}

TEST(LeverageOf, HasNoHalfOfANodeAndNothingThatMovesNothing) {
    Inputs in = starved();
    in.queue_depth = 1.0;  // so that requests wait for each other
    const double rate = rates_of(in).images_per_s;
    for (const auto& lever : leverage(in)) {
        if (lever.input == Input::Nodes || lever.input == Input::QueueDepth) {
            EXPECT_FALSE(lever.images_per_s_halved) << key_of(lever.input);
        } else if (lever.images_per_s_halved) {
            EXPECT_GT(*lever.images_per_s_halved, 0.0) << key_of(lever.input);
        }
        const double most = std::max(std::abs(lever.images_per_s_halved.value_or(rate) - rate),
                                     std::abs(lever.images_per_s_doubled - rate));
        EXPECT_GE(most, kLeverageMin * rate) << key_of(lever.input);
    }
}

// Half a million threads of work: found exactly, and while somebody types.
TEST(EnoughFor, FindsLargeCountsExactlyAndSoon) {
    Inputs in;
    in.sto_latency_s = 0.0;
    in.cores = 1e7;
    in.cpu_s_per_image = 1.0;
    in.gpus_per_node = 0.0;
    const SteadyTime start = steady_now();
    const Enough threads = enough_for(in, Input::Threads, 543210.0);
    EXPECT_LT(in_seconds(steady_now() - start), 0.1);
    EXPECT_TRUE(threads.reaches_target);
    EXPECT_EQ(threads.count, 543210.0);
}

}  // namespace
}  // namespace throughline::model
