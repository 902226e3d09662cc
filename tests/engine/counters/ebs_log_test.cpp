// SPDX-License-Identifier: Apache-2.0
#include "engine/counters/ebs_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "tests/fixtures/temporary_folder.h"

namespace throughline::counters {
namespace {

/// A page as the EBS User Guide describes it: EBS cannot be run here.
std::string page_of(std::uint32_t magic) {
    std::string page(4096, '\0');
    const auto put = [&page](std::size_t at, std::uint64_t number, std::size_t bytes) {
        for (std::size_t i = 0; i < bytes; ++i) {
            page[at + i] = static_cast<char>(number >> 8U * i);
        }
    };
    put(0, magic, 4);
    const std::uint64_t counters[] = {
        1000, 2000, 4'096'000, 8'192'000, 7, 8, 11'000'000, 12'000'000, 13, 0x1'0000'0000, 5};
    for (std::size_t i = 0; i < std::size(counters); ++i) {
        put(8 + 8 * i, counters[i], 8);
    }
    return page;
}

TEST(EbsLog, TellsHowLongEachLimitWasExceeded) {
    const auto times = parse_ebs_log(page_of(0x3C23B510));
    ASSERT_TRUE(times);
    EXPECT_EQ(times->volume_iops_us, 11'000'000U);
    EXPECT_EQ(times->volume_throughput_us, 12'000'000U);
    EXPECT_EQ(times->instance_iops_us, 13U);
    EXPECT_EQ(times->instance_throughput_us, 0x1'0000'0000U);
}

// The page of an instance's own disk has another number, and other fields.
TEST(EbsLog, BelievesNoPageOfAnotherDevice) {
    EXPECT_FALSE(parse_ebs_log(page_of(0xEC2C0D7E)));
    EXPECT_FALSE(parse_ebs_log(page_of(0x3C23B510).substr(0, 87)));
    EXPECT_FALSE(parse_ebs_log(""));
}

TEST(EbsLog, WhatIsNoNvmeDeviceHasNoPageAndSaysSo) {
    const fixtures::TemporaryFolder folder;
    const auto none = read_ebs_log(folder.file("gone"));
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, ErrorCode::NotFound);
    const auto refused = read_ebs_log("/dev/null");
    ASSERT_FALSE(refused);
    EXPECT_THAT(describe(refused.error()), testing::HasSubstr("EBS statistics of '/dev/null'"));
    EXPECT_TRUE(EbsSampler({"no-such-disk"}).take().empty());
}

}  // namespace
}  // namespace throughline::counters
