// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

namespace throughline::metrics {

/// A percentile that latencies have a figure of: "read_latency_" + suffix.
struct LatencyPercentile {
    double percent;
    double quantile;  ///< the same as a share; a division would miss the last digit
    const char* suffix;
};
inline constexpr std::array kLatencyPercentiles{LatencyPercentile{50.0, 0.50, "p50"},
                                                LatencyPercentile{90.0, 0.90, "p90"},
                                                LatencyPercentile{95.0, 0.95, "p95"},
                                                LatencyPercentile{99.0, 0.99, "p99"},
                                                LatencyPercentile{99.9, 0.999, "p999"},
                                                LatencyPercentile{99.99, 0.9999, "p9999"}};

}  // namespace throughline::metrics
