// SPDX-License-Identifier: Apache-2.0
#include "engine/volume/volume.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/units.h"

namespace throughline::volume {
namespace {

Rules rules_of(const char* id, const Asked& asked) {
    const auto* kind = kind_of(id);
    EXPECT_NE(kind, nullptr) << id;
    return {.limits = kind->limits(asked), .io = kind->io, .reads_per_s = kind->reads_per_s};
}

/// Reads/s of a full queue over a time, from the beginning on.
double rate_of(Volume& volume, std::uint64_t bytes, double seconds, std::uint32_t depth = 32) {
    std::vector<double> slices(1);
    replay(volume, {.depth = depth, .bytes = bytes, .seconds = seconds}, slices);
    return slices[0] / seconds;
}

// Source: Amazon EC2 user guide, general purpose volumes, "Burst duration" and "Seconds to fill
// empty credit balance" by volume size; its first row (1 GiB, 1,802 s) is wrong
// (awsdocs/amazon-ec2-user-guide#249): 5.4e6 / (3000 - 100) = 1,862 s.
TEST(Volume, Gp2CreditsLastAndComeBackAsInTheProvidersTable) {
    struct Row {
        double gib;
        double lasts_s;
        double fills_s;
    };
    for (const Row& row : {Row{1.0, 1862.0, 54000.0},
                           Row{100.0, 2000.0, 18000.0},
                           Row{250.0, 2400.0, 7200.0},
                           Row{334.0, 2703.0, 5389.0},
                           Row{500.0, 3600.0, 3600.0},
                           Row{750.0, 7200.0, 2400.0}}) {
        Volume volume(rules_of("aws-gp2", {.gib = row.gib}));
        const Counted counted =
            replay(volume, {.bytes = 16U << 10U, .seconds = 1.05 * row.lasts_s}, {});
        ASSERT_TRUE(counted.credits_gone_s) << row.gib;
        EXPECT_NEAR(*counted.credits_gone_s, row.lasts_s, 0.002 * row.lasts_s) << row.gib;
        const double idle_from = 1.05 * row.lasts_s;
        EXPECT_NEAR(*volume.counted(idle_from + 0.999 * row.fills_s).io_credits,
                    0.999 * 5.4e6,
                    0.001 * 5.4e6)
            << row.gib;
        EXPECT_DOUBLE_EQ(*volume.counted(idle_from + 1.01 * row.fills_s).io_credits, 5.4e6);
    }
}

TEST(Volume, Gp2OfADayFallsFromTheBurstToTheBaselineInSeconds) {
    Volume volume(rules_of("aws-gp2", {.gib = 100.0}));
    std::vector<double> minutes(24 * 60);
    const SteadyTime began = steady_now();
    const Counted counted = replay(volume, {.bytes = 16U << 10U, .seconds = 86400.0}, minutes);
    EXPECT_LT(in_seconds(steady_now() - began), 30.0);
    EXPECT_NEAR(*counted.credits_gone_s, 2000.0, 4.0);
    EXPECT_NEAR(minutes[10] / 60.0, 3000.0, 6.0);
    EXPECT_NEAR(minutes[30] / 60.0, 3000.0, 6.0);
    EXPECT_NEAR(minutes[40] / 60.0, 300.0, 2.0);
    EXPECT_NEAR(minutes.back() / 60.0, 300.0, 2.0);
    // All that came of it: the credits of the beginning, and what a day earns.
    EXPECT_NEAR(std::accumulate(minutes.begin(), minutes.end(), 0.0), 5.4e6 + 300.0 * 86400.0, 4e3);
}

// gp2 of 100 GiB: 128 MiB/s and 3,000 IOPS, so that from 43.7 KiB on the bytes limit.
TEST(Volume, TheTighterOfIopsAndBytesLimits) {
    const double mib = 128.0 * kMiB;
    for (const auto& [bytes, rate] : {std::pair{4096.0, 3000.0},
                                      std::pair{16384.0, 3000.0},
                                      std::pair{106496.0, mib / 106496.0},
                                      std::pair{1048576.0, 128.0}}) {
        Volume volume(rules_of("aws-gp2", {.gib = 100.0}));
        EXPECT_NEAR(rate_of(volume, static_cast<std::uint64_t>(bytes), 60.0), rate, 0.01 * rate)
            << bytes;
    }
}

TEST(Volume, GivesItsRateAtAnyDepth) {
    for (const std::uint32_t depth : {1U, 2U, 8U, 256U}) {
        Volume gp2(rules_of("aws-gp2", {.gib = 100.0}), {.ios = 0.0});
        EXPECT_NEAR(rate_of(gp2, 4096, 60.0, depth), 300.0, 1.0) << depth;
    }
    for (const std::uint32_t depth : {16U, 64U, 512U}) {
        Volume gp3(rules_of("aws-gp3", {.gib = 1000.0, .iops = 80000.0, .mib_per_s = 2000.0}));
        EXPECT_NEAR(rate_of(gp3, 4096, 5.0, depth), 80000.0, 400.0) << depth;
    }
}

// A 1-TiB st1 volume: 1 TiB / ((250 - 40) MiB/s) = 4,993 s of large reads. Small random ones take a
// token of 1 MiB each: 40 IOPS are left of them when the credits are gone.
TEST(Volume, HddVolumesSpendAMibForASmallRead) {
    const Rules rules = rules_of("aws-st1", {.gib = 1024.0});
    Volume large(rules);
    const Counted counted = replay(large, {.bytes = 1U << 20U, .seconds = 5100.0}, {});
    EXPECT_NEAR(*counted.credits_gone_s, 4993.0, 10.0);
    EXPECT_FALSE(counted.io_credits);
    Volume small(rules, {.bytes = 0.0});
    EXPECT_NEAR(rate_of(small, 16U << 10U, 60.0), 40.0, 0.5);
    Volume bursting(rules);
    EXPECT_NEAR(rate_of(bursting, 16U << 10U, 60.0), 500.0, 2.0);
}

TEST(Volume, TheMachineLimitsAsWell) {
    Rules rules = rules_of("aws-gp3", {.gib = 1000.0, .iops = 16000.0, .mib_per_s = 1000.0});
    rules.instance = {.iops = steady(10000.0), .bytes_per_s = steady(218.75e6)};  // p3.2xlarge
    Volume small(rules);
    EXPECT_NEAR(rate_of(small, 4096, 10.0), 10000.0, 100.0);
    Volume large(rules);
    EXPECT_NEAR(rate_of(large, 1U << 20U, 10.0) * kMiB, 218.75e6, 2.2e6);
}

// g4dn.xlarge: 118.75 MB/s and 3,000 IOPS, for 30 min 437.5 MB/s and 20,000 IOPS.
// Source: Amazon EC2 user guide, "Amazon EBS-optimized instances".
TEST(Volume, TheMachinesMaximumLastsHalfAnHourAndComesBackWithinADay) {
    Rules rules = rules_of("aws-gp3", {.gib = 1000.0, .iops = 16000.0, .mib_per_s = 1000.0});
    rules.instance = {.iops = half_an_hour(3000.0, 20000.0),
                      .bytes_per_s = half_an_hour(118.75e6, 437.5e6)};
    Volume volume(rules);
    EXPECT_DOUBLE_EQ(*volume.counted(0.0).instance_credits, 1.0);
    std::vector<double> minutes(60);
    const Counted counted = replay(volume, {.bytes = 1U << 20U, .seconds = 3600.0}, minutes);
    EXPECT_NEAR(*counted.instance_credits_gone_s, 1800.0, 4.0);
    EXPECT_FALSE(counted.credits_gone_s) << "the volume has none";
    EXPECT_NEAR(minutes[10] * kMiB / 60.0, 437.5e6, 0.01 * 437.5e6);
    EXPECT_NEAR(minutes[59] * kMiB / 60.0, 118.75e6, 0.01 * 118.75e6);
    EXPECT_NEAR(*counted.instance_credits, 0.0, 1e-3);
    EXPECT_DOUBLE_EQ(*volume.counted(86400.0).instance_credits, 1.0);
}

// Source: eloqdata/eloqstore#461: read_ops + 513 written MB/s = 366,000 units/s; reads alone
// 275,300/s.
TEST(Volume, ALocalNvmeOfAzureCountsWritesTwice) {
    const Rules rules = rules_of("azure-direct-nvme", {.gib = 894.0});
    Volume reads(rules);
    EXPECT_NEAR(rate_of(reads, 4096, 1.0, 64), 275300.0, 0.007 * 275300.0);
    Volume writes(rules);
    std::vector<double> slices(1);
    replay(writes, {.depth = 512, .bytes = 4096, .seconds = 1.0, .write = true}, slices);
    EXPECT_NEAR(slices[0] * 4096.0 / kMB, 366000.0 / 513.0, 0.01 * 366000.0 / 513.0);
    // Of both at once the sum of units is what counts: 100 MB/s written leave 314,700 reads.
    Volume both(rules);
    double units = 0.0;
    for (double at_s = 0.0; at_s < 1.0; at_s += 1e-5) {
        units += both.answer_at({.bytes = 4096, .write = true}, at_s) < 1.0 ? 513.0 * 4096e-6 : 0.0;
        units += both.answer_at({.bytes = 4096}, at_s) < 1.0 ? 1.0 : 0.0;
        units += both.answer_at({.bytes = 4096}, at_s) < 1.0 ? 1.0 : 0.0;
    }
    EXPECT_NEAR(units, 366000.0, 0.01 * 366000.0);
}

TEST(Volume, SaysHowManyWereHeld) {
    Volume volume(rules_of("aws-gp2", {.gib = 100.0}), {.ios = 0.0});
    for (int i = 0; i < 100; ++i) {
        volume.answer_at({.bytes = 4096}, 0.01 * i);
    }
    EXPECT_EQ(volume.counted(1.0).requests, 100.0);
    EXPECT_EQ(volume.counted(1.0).held, 0.0) << "100 IOPS of 300";
    for (int i = 0; i < 100; ++i) {
        volume.answer_at({.bytes = 4096}, 2.0);
    }
    EXPECT_NEAR(volume.counted(2.0).held, 82.0, 1.0) << "3,000 IOPS keep 18";
}

TEST(Volume, StatedCreditsAreSpentAtTheComputedSecond) {
    Volume volume(rules_of("aws-gp2", {.gib = 100.0}), {.ios = 27000.0});
    const Counted counted = replay(volume, {.bytes = 4096, .seconds = 20.0}, {});
    EXPECT_NEAR(*counted.credits_gone_s, 10.0, 0.05);  // 27,000 / (3,000 - 300)
    EXPECT_NEAR(*counted.io_credits, 0.0, 1.0);
    EXPECT_NEAR(counted.busy_s, 20.0, 0.2) << "all of it was used";
}

TEST(Volume, AReadWithinTheLimitsTakesTheLatencyAlone) {
    Rules rules = rules_of("azure-premium-v2", {.gib = 100.0});
    rules.latency_s = 0.001;
    Volume volume(rules);
    for (int i = 0; i < 1000; ++i) {
        const double now_s = 0.01 * i;
        EXPECT_DOUBLE_EQ(volume.answer_at({.bytes = 4096}, now_s), now_s + 0.001);
    }
    EXPECT_FALSE(volume.counted(10.0).credits_gone_s);
    EXPECT_NEAR(volume.counted(10.0).busy_s, 1000.0 / 3000.0, 1e-9);
}

}  // namespace
}  // namespace throughline::volume
