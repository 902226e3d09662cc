// SPDX-License-Identifier: Apache-2.0
#include "engine/measure/volume_choice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/base/units.h"
#include "engine/catalog/catalog.h"

namespace throughline::measure {
namespace {

using testing::HasSubstr;

struct Set {
    std::string volume;
    std::string credits = "full";
    std::string instance = "";
};

spec::Settings point_of(const Set& set) {
    spec::Settings point = spec::default_settings();
    point["storage.volume"] = set.volume;
    point["storage.volume_credits"] = set.credits;
    point["storage.volume_instance"] = set.instance;
    return point;
}

ChosenVolume chosen(const Set& set) {
    const auto choices = choose_volumes({point_of(set)}, &catalog::Catalog::built_in);
    EXPECT_TRUE(choices) << choices.error().what;
    const ChosenVolume* volume = volume_of(*choices, point_of(set));
    EXPECT_NE(volume, nullptr);
    return volume == nullptr ? ChosenVolume() : *volume;
}

std::string refusal(const Set& set) {
    const auto choices = choose_volumes({point_of(set)}, &catalog::Catalog::built_in);
    EXPECT_FALSE(choices) << set.volume;
    return choices ? "" : choices.error().what;
}

TEST(VolumeChoice, SizeIopsAndBandwidthAreReadInAnyOrderAndUnit) {
    for (const char* size : {"100", "100GiB", "100 gib", "102400MiB"}) {
        const auto gp2 = chosen({.volume = std::string("aws-gp2:") + size});
        EXPECT_DOUBLE_EQ(gp2.rules.limits.iops.baseline, 300.0) << size;
        EXPECT_DOUBLE_EQ(gp2.rules.limits.iops.burst, 3000.0) << size;
    }
    const auto gp3 = chosen({.volume = "aws-gp3:250MiB/s:1TiB:6000iops"});
    EXPECT_DOUBLE_EQ(gp3.rules.limits.iops.burst, 6000.0);
    EXPECT_DOUBLE_EQ(gp3.rules.limits.bytes_per_s.burst, 250.0 * kMiB);
    EXPECT_EQ(gp3.rules.io.counted_max_bytes, 256U << 10U);
}

TEST(VolumeChoice, ATargetOfFixedLimitsNeedsNoSize) {
    const auto st1 = chosen({.volume = "study-st1"});
    EXPECT_DOUBLE_EQ(st1.rules.limits.iops.burst, 500.0);
    EXPECT_DOUBLE_EQ(st1.rules.limits.bytes_per_s.burst, 5e8);
    EXPECT_EQ(st1.rules.io, volume::ebs_io_rule(1U << 20U));
    EXPECT_DOUBLE_EQ(chosen({.volume = "study-azure-premium"}).rules.limits.iops.burst, 7500.0);
    EXPECT_DOUBLE_EQ(chosen({.volume = "gcp-hd-balanced"}).rules.limits.iops.burst, 160000.0);
}

TEST(VolumeChoice, EveryKindOfVolumeCanBeChosen) {
    for (const volume::VolumeKind& kind : volume::all_kinds()) {
        const auto volume =
            chosen({.volume = std::string(kind.storage_id) + ":" +
                              std::to_string(std::min(1000, static_cast<int>(kind.gib_max)))});
        EXPECT_THAT(volume.text, HasSubstr("emulates the volume " + std::string(kind.storage_id)));
        EXPECT_THAT(volume.text, HasSubstr("limits by "));
    }
    EXPECT_DOUBLE_EQ(chosen({.volume = "azure-premium-v2:100"}).rules.latency_s, 0.001);
    EXPECT_THAT(chosen({.volume = "gcp-pd-ssd:100"}).text, HasSubstr("not known: a baseline"));
}

TEST(VolumeChoice, CreditsBeginAsSet) {
    EXPECT_FALSE(chosen({.volume = "aws-gp2:100"}).start.ios);
    EXPECT_EQ(chosen({.volume = "aws-gp2:100", .credits = "empty"}).start.ios, 0.0);
    EXPECT_EQ(chosen({.volume = "aws-gp2:100", .credits = "25 %"}).start.ios, 1.35e6);
    EXPECT_EQ(chosen({.volume = "aws-gp2:100", .credits = "27000"}).start.ios, 27000.0);
    EXPECT_EQ(chosen({.volume = "aws-st1:1TiB", .credits = "10 GiB"}).start.bytes, 10.0 * kGiB);
    const auto azure = chosen({.volume = "azure-premium:128", .credits = "50%"});
    EXPECT_EQ(azure.start.ios, 0.5 * 3000.0 * 1800.0);
    EXPECT_EQ(azure.start.bytes, 0.5 * 70e6 * 1800.0);
    EXPECT_THAT(chosen({.volume = "aws-gp2:100", .credits = "27000"}).text,
                HasSubstr("which last 10.00 s at the burst rate"));
}

TEST(VolumeChoice, AnInstanceLimitsItsVolumes) {
    const auto volume = chosen({.volume = "study-io1", .instance = "p3.2xlarge"});
    EXPECT_DOUBLE_EQ(volume.rules.instance.iops.baseline, 10000.0);
    EXPECT_DOUBLE_EQ(volume.rules.instance.bytes_per_s.baseline, 218.75e6);
}

// Source: Amazon EC2 user guide, "Amazon EBS-optimized instances": 950 and 3,500 Mbit/s.
TEST(VolumeChoice, ASmallInstanceBurstsForHalfAnHour) {
    const auto volume = chosen({.volume = "aws-gp3:500", .instance = "g4dn.xlarge"});
    EXPECT_DOUBLE_EQ(volume.rules.instance.bytes_per_s.baseline, 118.75e6);
    EXPECT_DOUBLE_EQ(volume.rules.instance.bytes_per_s.burst, 437.5e6);
    EXPECT_DOUBLE_EQ(volume.rules.instance.bytes_per_s.bucket, (437.5e6 - 118.75e6) * 1800.0);
    EXPECT_DOUBLE_EQ(volume.rules.instance.iops.baseline, 3000.0);
    EXPECT_DOUBLE_EQ(volume.rules.instance.iops.burst, 20000.0);
    EXPECT_THAT(volume.text, HasSubstr("the instance gives 119 MB/s, with credits 438 MB/s"));
}

TEST(VolumeChoice, OthersAskWithWordsOfTheirOwn) {
    const auto catalog = catalog::Catalog::built_in();
    EXPECT_EQ(choose_volume({.volume = "aws-gp2:100", .credits = "none"}, catalog, {})
                  .error()
                  .what.find("none: must be full"),
              0U);
    EXPECT_THAT(
        choose_volume(
            {.volume = "aws-gp2:100", .instance = "p9"}, catalog, {.instance = "--instance "})
            .error()
            .what,
        HasSubstr("--instance p9: the catalogue has no such instance"));
    const auto volumes = emulable_volumes(catalog);
    EXPECT_EQ(
        std::count_if(
            volumes.begin(), volumes.end(), [](const auto& one) { return one.kind != nullptr; }),
        static_cast<std::ptrdiff_t>(volume::all_kinds().size()));
    for (const EmulableVolume& one : volumes) {
        EXPECT_GT(one.smallest.limits.iops.baseline, 0.0) << one.target->id;
        EXPECT_GT(one.smallest.limits.bytes_per_s.baseline, 0.0) << one.target->id;
    }
}

TEST(VolumeChoice, WhatCannotBeEmulatedIsRefusedWithTheReason) {
    EXPECT_THAT(refusal({.volume = "aws-gp9:100"}), HasSubstr("no storage 'aws-gp9'"));
    EXPECT_THAT(refusal({.volume = "aws-s3"}), HasSubstr("no block volume (object)"));
    EXPECT_THAT(refusal({.volume = "aws-gp2"}), HasSubstr("1 to 16384 GiB"));
    EXPECT_THAT(refusal({.volume = "aws-gp2:much"}), HasSubstr("'much' is no size"));
    EXPECT_THAT(refusal({.volume = "aws-gp2:-1"}), HasSubstr("'-1' is no size"));
    EXPECT_THAT(refusal({.volume = "aws-gp2:100:5000iops"}), HasSubstr("number of IOPS"));
    EXPECT_THAT(refusal({.volume = "study-gp2:100"}), HasSubstr("fixed limits"));
    EXPECT_THAT(refusal({.volume = "aws-gp3:100", .credits = "empty"}), HasSubstr("no credits"));
    EXPECT_THAT(refusal({.volume = "aws-gp2:100", .credits = "6e6"}), HasSubstr("must be full"));
    EXPECT_THAT(refusal({.volume = "azure-premium:128", .credits = "1000"}),
                HasSubstr("must be full, empty or a share (25 %)"));
    EXPECT_THAT(refusal({.volume = "aws-gp2:100", .instance = "p9.large"}),
                HasSubstr("no such instance"));
}

}  // namespace
}  // namespace throughline::measure
