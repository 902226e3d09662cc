// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/distribution.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "engine/metrics/latency_histogram.h"

namespace throughline::analysis {
namespace {

record::HistogramLine latencies(const metrics::LatencyHistogram& histogram) {
    return {.run = 1,
            .metric = "read_latency",
            .scheme = metrics::LatencyHistogram::kScheme,
            .counts = histogram.sparse()};
}

TEST(Distribution, OctavesOfLatenciesHoldEveryValueOnce) {
    metrics::LatencyHistogram histogram;
    for (const std::uint64_t ns : {0ULL, 1ULL, 65'535ULL, 65'536ULL, 131'071ULL, 131'072ULL}) {
        histogram.record(ns);
    }
    const std::vector<record::HistogramLine> lines{latencies(histogram)};

    const Distribution one = distributions_of(lines).at("read_latency");

    EXPECT_EQ(one.count, 6U);
    EXPECT_THAT(
        one.octaves,
        testing::ElementsAre(
            Octave{1e-9, 2}, Octave{32'768e-9, 1}, Octave{65'536e-9, 2}, Octave{131'072e-9, 1}));
}

TEST(Distribution, APercentileNeedsAValueBeyondIt) {
    metrics::LatencyHistogram histogram;
    for (std::uint64_t i = 1; i <= 1000; ++i) {
        histogram.record(i * 1000);
    }
    const std::vector<record::HistogramLine> lines{latencies(histogram)};

    const auto percentiles = distributions_of(lines).at("read_latency").percentiles;

    ASSERT_GE(percentiles.size(), 3U);
    EXPECT_EQ(percentiles[percentiles.size() - 2].percent, 99.9);  // one of 1,000 lies beyond it
    EXPECT_NEAR(percentiles[percentiles.size() - 2].value, 999e-6, 999e-6 * 0.005);
    EXPECT_EQ(percentiles.back().percent, 100.0);
    EXPECT_NEAR(percentiles.back().value, 1e-3, 1e-3 * 0.005);
    EXPECT_TRUE(std::is_sorted(
        percentiles.begin(), percentiles.end(), [](const Percentile& a, const Percentile& b) {
            return a.value < b.value;
        }));
}

TEST(Distribution, SizesAreOctavesWithoutPercentiles) {
    const std::vector<record::HistogramLine> lines{
        {.run = 1,
         .metric = "file_size",
         .scheme = kLog2Scheme,
         .counts = {{16, 70}, {17, 30}, {4'000'000'000U, 1}}}};

    const Distribution one = distributions_of(lines).at("file_size");

    EXPECT_EQ(one.count, 101U);
    EXPECT_THAT(
        one.octaves,
        testing::ElementsAre(
            Octave{65'536.0, 70}, Octave{131'072.0, 30}, Octave{9'223'372'036'854'775'808.0, 1}));
    EXPECT_TRUE(one.percentiles.empty());
}

TEST(Distribution, WhatCannotBeReadIsLeftOut) {
    const std::vector<record::HistogramLine> lines{
        {.run = 1, .metric = "a", .scheme = "of tomorrow", .counts = {{1, 1}}},
        {.run = 1, .metric = "b", .scheme = kLog2Scheme, .counts = {{1, 0}}},
        {.run = 1, .metric = "c", .scheme = metrics::LatencyHistogram::kScheme, .counts = {}}};

    EXPECT_TRUE(distributions_of(lines).empty());
}

}  // namespace
}  // namespace throughline::analysis
