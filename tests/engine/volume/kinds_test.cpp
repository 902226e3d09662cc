// SPDX-License-Identifier: Apache-2.0
#include "engine/volume/kinds.h"

#include <gtest/gtest.h>

#include "engine/base/units.h"

namespace throughline::volume {
namespace {

model::EbsLimits limits_of(const char* id, const Asked& asked) {
    const auto* kind = kind_of(id);
    EXPECT_NE(kind, nullptr) << id;
    EXPECT_TRUE(check(*kind, asked)) << id;
    return kind->limits(asked);
}

// Source: Amazon EC2 user guide, HDD volumes: a 1-TiB sc1 volume is limited to 80 MiB/s, earns 12
// MiB/s, and holds 1 TiB; both kinds' most.
TEST(VolumeKinds, HddVolumesAsTheGuideHasThem) {
    const auto one = limits_of("aws-sc1", {.gib = 1024.0});
    EXPECT_DOUBLE_EQ(one.bytes_per_s.baseline, 12.0 * kMiB);
    EXPECT_DOUBLE_EQ(one.bytes_per_s.burst, 80.0 * kMiB);
    EXPECT_DOUBLE_EQ(one.bytes_per_s.bucket, 0x1p40);
    EXPECT_DOUBLE_EQ(one.iops.burst, 250.0);
    const auto largest = limits_of("aws-sc1", {.gib = 16384.0});
    EXPECT_DOUBLE_EQ(largest.bytes_per_s.baseline, 192.0 * kMiB);
    EXPECT_DOUBLE_EQ(largest.bytes_per_s.burst, 250.0 * kMiB);
    EXPECT_DOUBLE_EQ(limits_of("aws-st1", {.gib = 16384.0}).bytes_per_s.burst, 500.0 * kMiB);
}

// Source: az-premium of storage.json; credits let a small disk burst for 30 min.
TEST(VolumeKinds, AzurePremiumGoesBySizeClass) {
    const auto p10 = limits_of("azure-premium", {.gib = 100.0});
    EXPECT_DOUBLE_EQ(p10.iops.baseline, 500.0) << "100 GiB work as P10 of 128 GiB";
    EXPECT_DOUBLE_EQ(*model::credits_last_s(p10), 1800.0);
    EXPECT_DOUBLE_EQ(p10.bytes_per_s.burst, 170.0 * kMB);
    const auto p30 = limits_of("azure-premium", {.gib = 1024.0});
    EXPECT_DOUBLE_EQ(p30.iops.burst, 5000.0);
    EXPECT_FALSE(model::credits_last_s(p30));
}

TEST(VolumeKinds, ProvisionedOnesGiveWhatWasAskedFor) {
    EXPECT_DOUBLE_EQ(limits_of("aws-gp3", {.gib = 100.0}).iops.burst, 3000.0);
    EXPECT_DOUBLE_EQ(limits_of("aws-gp3", {.gib = 500.0, .iops = 6000.0}).iops.burst, 6000.0);
    EXPECT_DOUBLE_EQ(limits_of("aws-io2bx", {.gib = 1000.0}).iops.burst, 256000.0);
    EXPECT_DOUBLE_EQ(limits_of("aws-gp3", {.gib = 65536.0, .iops = 80000.0, .mib_per_s = 2000.0})
                         .bytes_per_s.burst,
                     2000.0 * kMiB);
    EXPECT_DOUBLE_EQ(limits_of("gcp-pd-ssd", {.gib = 1000.0}).iops.burst, 30000.0);
    EXPECT_FALSE(kind_of("gcp-pd-ssd")->gap.empty());
}

TEST(VolumeKinds, RefuseWhatIsNotSold) {
    EXPECT_EQ(check(*kind_of("aws-st1"), {.gib = 100.0}).error().what,
              "a volume of aws-st1 has 125 to 16384 GiB, not 100");
    EXPECT_EQ(check(*kind_of("aws-gp2"), {}).error().what,
              "give the size of the volume (gib): aws-gp2 has 1 to 16384 GiB");
    EXPECT_FALSE(check(*kind_of("aws-gp2"), {.gib = 100.0, .iops = 4000.0}));
    EXPECT_FALSE(check(*kind_of("aws-io1"), {.gib = 100.0, .mib_per_s = 100.0}));
    EXPECT_EQ(kind_of("aws-s3"), nullptr);
}

TEST(VolumeKinds, HaveLimitsInEverySize) {
    for (const VolumeKind& kind : all_kinds()) {
        for (double gib = kind.gib_min; gib <= kind.gib_max; gib *= 1.3) {
            const auto limits = kind.limits({.gib = gib});
            for (const auto& burst : {limits.iops, limits.bytes_per_s}) {
                EXPECT_GT(burst.baseline, 0.0) << kind.storage_id << " " << gib;
                EXPECT_GE(burst.burst, burst.baseline) << kind.storage_id << " " << gib;
            }
        }
    }
}

}  // namespace
}  // namespace throughline::volume
