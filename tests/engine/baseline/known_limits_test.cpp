// SPDX-License-Identifier: Apache-2.0
#include "engine/baseline/known_limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/catalog/catalog.h"
#include "engine/measure/volume_choice.h"

namespace throughline::baseline {
namespace {

using ::testing::HasSubstr;

record::RunEnded limits_of(const char* volume, const char* instance = "") {
    const auto chosen = measure::choose_volume(
        {.volume = volume, .instance = instance}, catalog::Catalog::built_in(), {});
    EXPECT_TRUE(chosen) << describe(chosen.error());
    record::RunEnded ended;
    put_limits(known_limits({}, &*chosen), ended);
    return ended;
}

TEST(KnownLimits, OfAVolumeAreTheCataloguesWithAndWithoutCredits) {
    const auto gp2 = limits_of("aws-gp2:100GiB").metrics;

    EXPECT_EQ(gp2.at("storage_limit_iops{limit=aws-gp2:100GiB with credits}").value, 3000.0);
    EXPECT_EQ(gp2.at("storage_limit_iops{limit=aws-gp2:100GiB without credits}").value, 300.0);
    EXPECT_EQ(gp2.at("storage_limit_bytes_per_second{limit=aws-gp2:100GiB}").value,
              128.0 * 1024 * 1024);
    EXPECT_EQ(gp2.size(), 3U);

    const auto st1 = limits_of("aws-st1:1TiB").metrics;
    EXPECT_EQ(st1.at("storage_limit_bytes_per_second{limit=aws-st1:1TiB with credits}").value,
              250.0 * 1024 * 1024);
    EXPECT_EQ(st1.at("storage_limit_bytes_per_second{limit=aws-st1:1TiB without credits}").value,
              40.0 * 1024 * 1024);
}

TEST(KnownLimits, AreAbsentWithTheReasonWhereNothingIsKnown) {
    record::RunEnded ended;
    storage::PathTarget memory;
    memory.no_device_reason = "tmpfs is memory";
    put_limits(known_limits(memory, nullptr), ended);

    EXPECT_TRUE(ended.metrics.empty());
    EXPECT_THAT(ended.absent.at("storage_limit_iops"), HasSubstr("tmpfs is memory"));
    EXPECT_THAT(ended.absent.at("storage_limit_bytes_per_second"), HasSubstr("tmpfs is memory"));

    storage::PathTarget two;
    two.devices.resize(2);
    EXPECT_THAT(known_limits(two, nullptr).error().what, HasSubstr("several disks"));
}

}  // namespace
}  // namespace throughline::baseline
