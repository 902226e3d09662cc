// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace throughline {

/// Of an even number the mean of the two in the middle; 0 of none.
inline double median_of_sorted(std::span<const double> sorted) {
    const std::size_t half = sorted.size() / 2;
    return sorted.empty()           ? 0.0
           : sorted.size() % 2 == 1 ? sorted[half]
                                    : (sorted[half - 1] + sorted[half]) / 2.0;
}
inline double median_of(std::vector<double> values) {
    std::ranges::sort(values);
    return median_of_sorted(values);
}

}  // namespace throughline
