// SPDX-License-Identifier: Apache-2.0
#include "engine/metrics/statistics.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/check.h"

namespace throughline::metrics {

double student_t_975(std::size_t degrees_of_freedom) {
    THROUGHLINE_CHECK(degrees_of_freedom >= 1);
    // Source: NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.6.7.2, to more digits.
    static constexpr std::array<double, 10> kSmall{12.706205,
                                                   4.302653,
                                                   3.182446,
                                                   2.776445,
                                                   2.570582,
                                                   2.446912,
                                                   2.364624,
                                                   2.306004,
                                                   2.262157,
                                                   2.228139};
    if (degrees_of_freedom <= kSmall.size()) {
        return kSmall[degrees_of_freedom - 1];
    }
    // Expansion around the normal quantile: Abramowitz & Stegun, 26.7.5; at 11 degrees of freedom
    // it is 5e-6 off, and less beyond.
    constexpr double kZ = 1.959963984540054;
    constexpr double kZ2 = kZ * kZ;
    constexpr double kG1 = kZ * (kZ2 + 1.0) / 4.0;
    constexpr double kG2 = kZ * ((5.0 * kZ2 + 16.0) * kZ2 + 3.0) / 96.0;
    constexpr double kG3 = kZ * (((3.0 * kZ2 + 19.0) * kZ2 + 17.0) * kZ2 - 15.0) / 384.0;
    constexpr double kG4 =
        kZ * ((((79.0 * kZ2 + 776.0) * kZ2 + 1482.0) * kZ2 - 1920.0) * kZ2 - 945.0) / 92160.0;
    const auto n = static_cast<double>(degrees_of_freedom);
    return kZ + (kG1 + (kG2 + (kG3 + kG4 / n) / n) / n) / n;
}

MeanInterval mean_interval_95(std::span<const double> values) {
    THROUGHLINE_CHECK(!values.empty());
    const auto n = static_cast<double>(values.size());
    double sum = 0.0;
    for (const double value : values) {
        sum += value;
    }
    const double mean = sum / n;
    if (values.size() == 1) {
        return {.mean = mean, .low = mean, .high = mean, .n = 1};
    }
    double squares = 0.0;
    for (const double value : values) {
        squares += (value - mean) * (value - mean);
    }
    const double deviation = std::sqrt(squares / (n - 1.0));
    const double half = student_t_975(values.size() - 1) * deviation / std::sqrt(n);
    return {.mean = mean, .low = mean - half, .high = mean + half, .n = values.size()};
}

MeanInterval within_limits(MeanInterval interval, bool is_percent) {
    constexpr double kWhole = 100.0;
    if (interval.mean >= 0.0) {
        interval.low = std::max(interval.low, 0.0);
    }
    if (is_percent && interval.mean <= kWhole) {
        interval.high = std::min(interval.high, kWhole);
    }
    return interval;
}

}  // namespace throughline::metrics
