// SPDX-License-Identifier: Apache-2.0
#include "engine/metrics/latency_histogram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "engine/base/random.h"

namespace throughline::metrics {
namespace {

TEST(LatencyHistogram, BucketsJoinWithoutGapOrOverlap) {
    std::uint64_t next = 0;
    for (std::size_t bucket = 0; bucket < LatencyHistogram::kBuckets; ++bucket) {
        ASSERT_EQ(LatencyHistogram::bucket_low_ns(bucket), next) << bucket;
        next += LatencyHistogram::bucket_width_ns(bucket);
        ASSERT_EQ(LatencyHistogram::bucket_of(LatencyHistogram::bucket_low_ns(bucket)), bucket);
        ASSERT_EQ(LatencyHistogram::bucket_of(next - 1), bucket);
    }
    EXPECT_EQ(next, std::uint64_t{1} << 41U);
}

// The record promises buckets at most 1 % wide.
TEST(LatencyHistogram, NoBucketIsWiderThanOnePercent) {
    for (std::size_t bucket = 1; bucket < LatencyHistogram::kBuckets; ++bucket) {
        const std::uint64_t width = LatencyHistogram::bucket_width_ns(bucket);
        const auto low = static_cast<double>(LatencyHistogram::bucket_low_ns(bucket));
        ASSERT_TRUE(width == 1 || static_cast<double>(width) / low <= 0.01) << bucket;
    }
}

TEST(LatencyHistogram, HugeValuesLandInTheLastBucket) {
    EXPECT_EQ(LatencyHistogram::bucket_of(std::uint64_t{1} << 41U), LatencyHistogram::kBuckets - 1);
    EXPECT_EQ(LatencyHistogram::bucket_of(UINT64_MAX), LatencyHistogram::kBuckets - 1);
}

TEST(LatencyHistogram, EmptyHasNoQuantileAndNoMean) {
    const LatencyHistogram histogram;
    EXPECT_EQ(histogram.count(), 0U);
    EXPECT_TRUE(std::isnan(histogram.quantile_seconds(0.5)));
    EXPECT_TRUE(std::isnan(histogram.mean_seconds()));
}

TEST(LatencyHistogram, SmallValuesAreExact) {
    LatencyHistogram histogram;
    for (const std::uint64_t value : {10U, 20U, 30U, 40U}) {
        histogram.record(value);
    }
    EXPECT_DOUBLE_EQ(histogram.quantile_seconds(0.0), 10e-9);
    EXPECT_DOUBLE_EQ(histogram.quantile_seconds(0.25), 10e-9);
    EXPECT_DOUBLE_EQ(histogram.quantile_seconds(0.26), 20e-9);
    EXPECT_DOUBLE_EQ(histogram.quantile_seconds(0.5), 20e-9);
    EXPECT_DOUBLE_EQ(histogram.max_seconds(), 40e-9);
    EXPECT_DOUBLE_EQ(histogram.mean_seconds(), 25e-9);
}

// Goal: quantiles and mean of real-looking latencies. Method: compare with the sorted values.
TEST(LatencyHistogram, QuantilesMatchSortedDataWithinHalfABucket) {
    constexpr std::uint64_t kSeed = 7;
    Random random(kSeed);
    LatencyHistogram histogram;
    std::vector<std::uint64_t> values;
    double sum = 0.0;
    for (int i = 0; i < 20'000; ++i) {  // log-normal around 200 us, from 1 us to over 50 ms
        values.push_back(static_cast<std::uint64_t>(200e3 * std::exp(1.5 * random.normal())));
        histogram.record(values.back());
        sum += static_cast<double>(values.back());
    }
    std::sort(values.begin(), values.end());

    for (const double quantile : {0.001, 0.5, 0.9, 0.95, 0.99, 0.999, 1.0}) {
        const auto rank =
            static_cast<std::size_t>(std::ceil(quantile * static_cast<double>(values.size())));
        const double exact = static_cast<double>(values[rank - 1]) * 1e-9;
        EXPECT_NEAR(histogram.quantile_seconds(quantile), exact, exact * 0.004)
            << "quantile " << quantile << ", seed " << kSeed;
    }
    const double mean = sum / static_cast<double>(values.size()) * 1e-9;
    EXPECT_NEAR(histogram.mean_seconds(), mean, mean * 0.004);
}

TEST(LatencyHistogram, SparseFormRoundTrips) {
    LatencyHistogram histogram;
    for (const std::uint64_t value : {0ULL, 127ULL, 128ULL, 1'000'000ULL, 1'000'000ULL}) {
        histogram.record(value);
    }

    const auto sparse = histogram.sparse();
    const LatencyHistogram again = LatencyHistogram::from_sparse(sparse);

    EXPECT_EQ(sparse.size(), 4U);
    EXPECT_TRUE(std::is_sorted(sparse.begin(), sparse.end()));
    EXPECT_EQ(again.sparse(), sparse);
    EXPECT_EQ(again.count(), 5U);
}

TEST(LatencyHistogram, BucketBeyondTheLastOneCountsAsTheLastOne) {
    const std::vector<std::pair<std::uint32_t, std::uint64_t>> damaged{
        {std::numeric_limits<std::uint32_t>::max(), 3}};
    const LatencyHistogram histogram = LatencyHistogram::from_sparse(damaged);
    ASSERT_EQ(histogram.sparse().size(), 1U);
    EXPECT_EQ(histogram.sparse()[0].first, LatencyHistogram::kBuckets - 1);
}

TEST(LatencyHistogram, AddsAndClears) {
    LatencyHistogram one;
    LatencyHistogram two;
    one.record(100);
    two.record(100);
    two.record(5'000);

    one.add(two);
    EXPECT_EQ(one.count(), 3U);
    EXPECT_EQ(one.sparse()[0].second, 2U);

    one.clear();
    EXPECT_EQ(one.count(), 0U);
}

// Goal: reads that lasted as long as their process stood still can be taken out, and only those.
TEST(LatencyHistogram, DropsTheLongestFromATimeOn) {
    LatencyHistogram histogram;
    for (const std::uint64_t nanoseconds : {1'000U, 1'000U, 5'000'000U, 900'000'000U}) {
        histogram.record(nanoseconds);
    }
    histogram.record(10'000'000'000U);
    histogram.record(10'000'000'000U);
    histogram.drop_longest(1, 9'000'000'000U);
    EXPECT_EQ(histogram.count(), 5U);
    histogram.drop_longest(32, 9'000'000'000U);
    EXPECT_EQ(histogram.count(), 4U);
    EXPECT_NEAR(histogram.max_seconds(), 0.9, 0.01);
}

}  // namespace
}  // namespace throughline::metrics
