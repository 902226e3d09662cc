// SPDX-License-Identifier: Apache-2.0
#include "engine/model/ways.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/model/queueing.h"

namespace throughline::model {
namespace {

TEST(Ways, HitsOfAFullLruAreThoseOfTheFormula) {
    for (const double cached : {0.25, 0.5, 0.75, 0.95}) {
        const auto hits = tier_hit_ratios(TierPolicy::Lru, cached);
        EXPECT_EQ(hits.front(), 0.0);
        EXPECT_NEAR(hits.back(), lru_hit_ratio(cached, 1.0), 0.01) << cached;
    }
}

// Goal: what keeps what came first serves most, and what holds everything serves everything.
TEST(Ways, HitsDependOnThePolicyOnlyWhereNotEverythingFits) {
    const double keep = tier_hit_ratios(TierPolicy::Keep, 0.5).back();
    const double fifo = tier_hit_ratios(TierPolicy::Fifo, 0.5).back();
    const double lru = tier_hit_ratios(TierPolicy::Lru, 0.5).back();
    EXPECT_DOUBLE_EQ(keep, 0.5);
    EXPECT_NEAR(fifo, 0.19, 0.01);  // played through apart from this code
    EXPECT_GT(fifo, lru);
    for (const TierPolicy policy : {TierPolicy::Keep, TierPolicy::Lru, TierPolicy::Fifo}) {
        EXPECT_EQ(tier_hit_ratios(policy, 1.5).back(), 1.0);
        EXPECT_EQ(tier_hit_ratios(policy, 0.0).back(), 0.0);
    }
}

TEST(Ways, TimesAreThoseOfCopiesEpochsAndHits) {
    const WaysTimes times = predict_ways({.stream_s = 100.0,
                                          .local_s = 20.0,
                                          .copy_s = 60.0,
                                          .fill_s = 110.0,
                                          .stream_first_s = 2.0,
                                          .local_first_s = 1.0,
                                          .cached = 0.5,
                                          .policy = TierPolicy::Keep});

    EXPECT_DOUBLE_EQ(times.copied.first_batch_s, 61.0);
    EXPECT_DOUBLE_EQ(times.copied.first_epoch_s, 80.0);
    EXPECT_DOUBLE_EQ(times.copied.until_s(10.0), 260.0);
    EXPECT_DOUBLE_EQ(times.streamed.first_batch_s, 2.0);
    EXPECT_DOUBLE_EQ(times.streamed.until_s(10.0), 1000.0);
    EXPECT_DOUBLE_EQ(times.cached.first_epoch_s, 110.0);
    EXPECT_DOUBLE_EQ(times.cached.later_epoch_s, 60.0);
    EXPECT_DOUBLE_EQ(times.cached.until_s(3.0), 230.0);
    EXPECT_DOUBLE_EQ(times.cached.hit_ratio, 0.5);
}

// Goal: an accelerator that takes as long as the disk's epoch hides the reads of a half-full cache.
TEST(Ways, WhatTakesTheImagesHidesReads) {
    WaysInputs in{.stream_s = 100.0, .local_s = 60.0, .local_reads = 0.1};
    EXPECT_DOUBLE_EQ(mixed_epoch_s(in, 0.0), 100.0);
    EXPECT_DOUBLE_EQ(mixed_epoch_s(in, 0.5), 60.0) << "53 s of reads";
    EXPECT_DOUBLE_EQ(mixed_epoch_s(in, 1.0), 60.0);
    in.stream_reads = 0.5;  // images were taken while it was streamed as well
    EXPECT_DOUBLE_EQ(mixed_epoch_s(in, 0.0), 100.0) << "as measured";
    in.local_reads = in.stream_reads = 1.0;
    EXPECT_DOUBLE_EQ(mixed_epoch_s(in, 0.5), 80.0);
}

// Goal: requests are as long as they are counted to be. Method: where all take the same time, the
// rounds are counted by hand; of as many as are in flight it is the slowest.
TEST(Ways, RoundsOfRequestsEndWithTheSlowest) {
    EXPECT_DOUBLE_EQ(request_rounds(1.0, 8.0, 0.0), 1.0);
    EXPECT_DOUBLE_EQ(request_rounds(8.0, 8.0, 0.0), 1.0);
    EXPECT_DOUBLE_EQ(request_rounds(9.0, 8.0, 0.0), 2.0);
    EXPECT_DOUBLE_EQ(request_rounds(80.0, 8.0, 0.0), 10.0);
    EXPECT_DOUBLE_EQ(request_rounds(8e9, 8.0, 0.0), 1e9);
    EXPECT_GT(request_rounds(8.0, 8.0, 1.0), 1.7);
    const double rest = request_rounds(80.0, 8.0, 1.0) - 10.0;
    EXPECT_GT(rest, 0.7) << "slots that wait for the slowest";
    EXPECT_LT(rest, 2.5);
    EXPECT_NEAR(request_rounds(8000.0, 8.0, 1.0) - 1000.0, rest, 0.5);
    EXPECT_EQ(request_rounds(1000.0, 8.0, 1.0), request_rounds(1000.0, 8.0, 1.0));
}

// Goal: half of the requests take more than half of the time, since an epoch ends with the slowest
// all the same; a link that they share makes no such difference.
TEST(Ways, FewerRequestsShareTheLastOnes) {
    WaysInputs in{.stream_s = 100.0,
                  .local_s = 1.0,
                  .fill_s = 100.0,
                  .requests = 80.0,
                  .at_once = 8.0,
                  .first_byte_c2 = 1.0};
    const double half = mixed_epoch_s(in, 0.5);
    EXPECT_GT(half, 53.0);
    EXPECT_LT(half, 62.0);
    EXPECT_DOUBLE_EQ(mixed_epoch_s(in, 0.0), 100.0);
    EXPECT_DOUBLE_EQ(mixed_epoch_s(in, 1.0), 1.0);
    in.first_byte_share = 0.0;
    EXPECT_DOUBLE_EQ(mixed_epoch_s(in, 0.5), 50.0) << "hits take nothing of the link";
    in.first_byte_share = 1.0;
    in.requests = 80e6;
    EXPECT_NEAR(mixed_epoch_s(in, 0.5), 50.5, 0.1) << "no epoch of many is ruled by its end";
}

// Goal: a thousand times the data take less than a thousand times as long where a short epoch was
// ruled by its end.
TEST(Ways, MoreDataTakeAsLongAsTheirRequests) {
    const WaysInputs in{.stream_s = 100.0,
                        .local_s = 10.0,
                        .copy_s = 100.0,
                        .fill_s = 100.0,
                        .requests = 80.0,
                        .at_once = 8.0,
                        .first_byte_c2 = 1.0};
    const WaysInputs more = scaled(in, 1000.0);
    EXPECT_DOUBLE_EQ(more.local_s, 10e3);
    EXPECT_DOUBLE_EQ(more.requests, 80e3);
    EXPECT_LT(more.stream_s, 93e3);
    EXPECT_GT(more.stream_s, 75e3);
    EXPECT_DOUBLE_EQ(more.copy_s, more.stream_s);
    EXPECT_NEAR(scaled(more, 1e-3).stream_s, 100.0, 2.0) << "and back";
    WaysInputs taken = in;
    taken.stream_reads = 0.0;  // something else takes the time
    EXPECT_DOUBLE_EQ(scaled(taken, 1000.0).stream_s, 100e3);
    taken.requests = 0.0;
    EXPECT_DOUBLE_EQ(scaled(taken, 3.0).copy_s, 300.0);
}

TEST(Ways, WithoutRoomACacheIsStreaming) {
    const WaysTimes times = predict_ways({.stream_s = 10.0,
                                          .local_s = 1.0,
                                          .fill_s = 11.0,
                                          .cached = 0.0,
                                          .policy = TierPolicy::Lru});
    EXPECT_DOUBLE_EQ(times.cached.later_epoch_s, 10.0);
    EXPECT_DOUBLE_EQ(times.cached.until_s(3.0), 31.0);
}

}  // namespace
}  // namespace throughline::model
