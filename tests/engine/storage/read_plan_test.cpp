// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/read_plan.h"

#include <gtest/gtest.h>

#include <cerrno>

namespace throughline::storage {
namespace {

TEST(ReadPlan, AnEmptyFileNeedsNoRead) {
    const ReadPlan plan({.length_bytes = 0}, 0, true);

    EXPECT_TRUE(plan.finished());
    EXPECT_EQ(plan.requests_left(), 0U);
}

TEST(ReadPlan, BlockZeroIsOneRequestRoundedUpWithDirectIo) {
    const ReadPlan direct({.length_bytes = 4097}, 0, true);
    const ReadPlan buffered({.length_bytes = 4097}, 0, false);

    EXPECT_EQ(direct.requests_left(), 1U);
    EXPECT_EQ(direct.request(0).length_bytes, 8192U);
    EXPECT_EQ(buffered.request(0).length_bytes, 4097U);
}

TEST(ReadPlan, ARequestIsAtMostOneGibibyte) {
    const ReadPlan plan({.length_bytes = 3ULL << 30U}, 0, true);

    EXPECT_EQ(plan.requests_left(), 3U);
    EXPECT_EQ(plan.request(2).offset_bytes, 2ULL << 30U);
    EXPECT_EQ(plan.request(2).length_bytes, 1U << 30U);
}

TEST(ReadPlan, TheShortLastReadOfDirectIoIsNoGap) {
    ReadPlan plan({.length_bytes = 10'000}, 4096, true);

    plan.add_result(0, 4096);
    plan.add_result(1, 4096);
    plan.add_result(2, 1808);
    plan.end_round(3);

    EXPECT_TRUE(plan.finished());
    EXPECT_EQ(plan.bytes_read(), 10'000U);
    EXPECT_EQ(plan.bytes_requested(), 12'288U);
    EXPECT_EQ(plan.reads(), 3U);
}

TEST(ReadPlan, ResultsMayComeInAnyOrder) {
    ReadPlan plan({.length_bytes = 12'288}, 4096, false);

    plan.add_result(2, 0);
    plan.add_result(0, 4096);
    plan.add_result(1, 100);
    plan.end_round(3);

    EXPECT_TRUE(plan.finished());
    EXPECT_EQ(plan.bytes_read(), 4196U);
}

TEST(ReadPlan, AShortBufferedReadIsTriedAgainFromWhereItStopped) {
    ReadPlan plan({.length_bytes = 1000}, 0, false);

    plan.add_result(0, 400);
    plan.end_round(1);

    ASSERT_FALSE(plan.finished());
    EXPECT_EQ(plan.request(0).offset_bytes, 400U);
    EXPECT_EQ(plan.request(0).length_bytes, 600U);
    plan.add_result(0, 600);
    plan.end_round(1);
    EXPECT_TRUE(plan.finished());
    EXPECT_EQ(plan.bytes_read(), 1000U);
}

TEST(ReadPlan, APartOfABlockIsTheEndWithDirectIo) {
    ReadPlan plan({.length_bytes = 100'000}, 0, true);

    plan.add_result(0, 5000);
    plan.end_round(1);

    EXPECT_TRUE(plan.finished());
    EXPECT_EQ(plan.errno_value(), 0);
    EXPECT_EQ(plan.bytes_read(), 5000U);
}

TEST(ReadPlan, WholeBlocksMayGoOnWithDirectIo) {
    ReadPlan plan({.length_bytes = 100'000}, 0, true);

    plan.add_result(0, 8192);
    plan.end_round(1);
    ASSERT_FALSE(plan.finished());
    plan.add_result(0, 0);
    plan.end_round(1);

    EXPECT_TRUE(plan.finished());
    EXPECT_EQ(plan.bytes_read(), 8192U);
}

TEST(ReadPlan, AFailedReadEndsItWithWhatCameBefore) {
    ReadPlan plan({.length_bytes = 12'288}, 4096, true);

    plan.add_result(0, 4096);
    plan.add_result(1, -EIO);
    plan.add_result(2, 4096);
    plan.end_round(3);

    EXPECT_TRUE(plan.finished());
    EXPECT_EQ(plan.errno_value(), EIO);
    EXPECT_EQ(plan.bytes_read(), 4096U);
}

}  // namespace
}  // namespace throughline::storage
