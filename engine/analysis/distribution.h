// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "engine/record/record.h"

namespace throughline::analysis {

/// The layout of a histogram line's buckets, beside metrics::LatencyHistogram::kScheme: bucket k
/// counts the values in [2^k, 2^(k+1)) of the metric's stored unit, bucket 0 those below it, too.
inline constexpr const char* kLog2Scheme = "log2";

/// How many values lie in [low, 2 * low), in the metric's stored unit.
struct Octave {
    double low = 0.0;
    std::uint64_t count = 0;
    bool operator==(const Octave&) const = default;
};

/// `percent` of all values are at most `value`.
struct Percentile {
    double percent = 0.0;
    double value = 0.0;
};

/// How the values of one metric are spread over a run.
struct Distribution {
    std::uint64_t count = 0;
    std::vector<Octave> octaves;  ///< ascending, without the empty ones
    /// Ascending, up to p99.99 and, as 100 %, the largest. A percentile that fewer than one value
    /// lies beyond would be the largest again and is left out. None where buckets are octaves.
    std::vector<Percentile> percentiles;
};

/// By metric.
using Distributions = std::map<std::string, Distribution, std::less<>>;

/// The histograms of one run. Lines of a layout that this version does not know are left out, as
/// are those without a value.
Distributions distributions_of(std::span<const record::HistogramLine> lines);

}  // namespace throughline::analysis
