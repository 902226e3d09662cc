// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

namespace throughline::metrics {

/// Mean with its two-sided 95 % Student-t interval over independent repeats.
/// Formula: mean +/- t(0.975, n - 1) * s / sqrt(n), s with n - 1. n = 1: low = high = mean.
struct MeanInterval {
    double mean = 0.0;
    double low = 0.0;
    double high = 0.0;
    std::size_t n = 0;
};
/// `values` must not be empty.
MeanInterval mean_interval_95(std::span<const double> values);

/// The interval without what its quantity cannot be, which a Student-t interval of few and
/// scattered repeats may reach: below 0 and, of a share in per cent, beyond 100. Where the mean
/// itself lies there, nothing is cut.
MeanInterval within_limits(MeanInterval interval, bool is_percent);

/// 0.975 quantile of Student's t. `degrees_of_freedom` >= 1.
double student_t_975(std::size_t degrees_of_freedom);

}  // namespace throughline::metrics
