// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/distribution.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

#include "engine/metrics/latency_histogram.h"
#include "engine/metrics/latency_percentiles.h"

namespace throughline::analysis {
namespace {

using metrics::LatencyHistogram;

/// Beside metrics::kLatencyPercentiles.
struct Between {
    double percent;
    double quantile;
};
constexpr std::array kBetween{Between{10.0, 0.10},
                              Between{25.0, 0.25},
                              Between{75.0, 0.75},
                              Between{99.5, 0.995},
                              Between{99.95, 0.9995}};
constexpr double kSecondsPerNanosecond = 1e-9;
constexpr std::uint32_t kOctaveMax = 63;  ///< a damaged record may say anything

/// Counts by octave, where `unit` is 1 of what the octaves count.
std::vector<Octave> octaves_of(const std::map<int, std::uint64_t>& counts, double unit) {
    std::vector<Octave> octaves;
    octaves.reserve(counts.size());
    for (const auto& [k, count] : counts) {
        octaves.push_back({std::ldexp(unit, k), count});
    }
    return octaves;
}

std::vector<Percentile> percentiles_of(const LatencyHistogram& histogram) {
    std::vector<Percentile> percentiles;
    const auto add = [&](const auto& wanted) {
        if (histogram.can_tell(wanted.quantile)) {
            percentiles.push_back({wanted.percent, histogram.quantile_seconds(wanted.quantile)});
        }
    };
    std::for_each(kBetween.begin(), kBetween.end(), add);
    std::for_each(metrics::kLatencyPercentiles.begin(), metrics::kLatencyPercentiles.end(), add);
    percentiles.push_back({100.0, histogram.max_seconds()});
    std::sort(percentiles.begin(), percentiles.end(), [](const Percentile& a, const Percentile& b) {
        return a.percent < b.percent;
    });
    return percentiles;
}

Distribution of_latencies(const record::HistogramLine& line) {
    const auto histogram = LatencyHistogram::from_sparse(line.counts);
    std::map<int, std::uint64_t> counts;
    for (const auto& [bucket, count] : histogram.sparse()) {
        // No bucket lies across a power of two.
        const std::uint64_t low = LatencyHistogram::bucket_low_ns(bucket);
        counts[static_cast<int>(std::bit_width(low | 1U)) - 1] += count;
    }
    const std::uint64_t count = histogram.count();
    return {.count = count,
            .octaves = octaves_of(counts, kSecondsPerNanosecond),
            .percentiles = count > 0 ? percentiles_of(histogram) : std::vector<Percentile>()};
}

Distribution of_octaves(const record::HistogramLine& line) {
    std::map<int, std::uint64_t> counts;
    std::uint64_t total = 0;
    for (const auto& [k, count] : line.counts) {
        if (count > 0) {
            counts[static_cast<int>(std::min(k, kOctaveMax))] += count;
            total += count;
        }
    }
    return {.count = total, .octaves = octaves_of(counts, 1.0), .percentiles = {}};
}

}  // namespace

Distributions distributions_of(std::span<const record::HistogramLine> lines) {
    Distributions all;
    for (const record::HistogramLine& line : lines) {
        Distribution one;
        if (line.scheme == LatencyHistogram::kScheme) {
            one = of_latencies(line);
        } else if (line.scheme == kLog2Scheme) {
            one = of_octaves(line);
        }
        if (one.count > 0) {
            all.emplace(line.metric, std::move(one));
        }
    }
    return all;
}

}  // namespace throughline::analysis
