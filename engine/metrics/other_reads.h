// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace throughline::metrics {

/// Whether what other programs read from a device makes its figures theirs as well: at least 1 MB/s
/// and 5 % of what it delivered. Below that a log that is looked at now and then would be told of.
constexpr bool other_reads_matter(double other_bytes_per_second,
                                  double device_bytes_per_second) noexcept {
    constexpr double kBytesPerSecondMin = 1e6;
    constexpr double kShareMin = 0.05;
    return other_bytes_per_second >= kBytesPerSecondMin &&
           other_bytes_per_second >= kShareMin * device_bytes_per_second;
}

}  // namespace throughline::metrics
