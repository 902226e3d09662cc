// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bitset>
#include <optional>

#include "engine/model/inputs.h"

namespace throughline::model {

/// Relative standard deviation on the log scale, by input; 0 = taken as known.
struct Uncertainty {
    std::array<double, kNumberCount> log_sd{};
    double model = 0.05;

    double& of(Input input) noexcept { return log_sd[static_cast<std::size_t>(input)]; }
    double of(Input input) const noexcept { return log_sd[static_cast<std::size_t>(input)]; }
};

/// Those of catalogue figures and guesses. Calibration replaces an input's by its standard error.
/// Source: engine/model/README.md, How sure.
const Uncertainty& uncalibrated() noexcept;

/// 95 % point of the standard normal: what a 90 % interval reaches to.
inline constexpr double kNormal95 = 1.64485;

/// How many of a hundred cases an Interval holds.
inline constexpr int kIntervalPercent = 90;

/// 90 % interval of a predicted rate.
struct Interval {
    double low = 0.0;
    double high = 0.0;
    double log_sd = 0.0;
    std::optional<Input> most_uncertain{};  ///< what to measure next; none: the model itself
};

/// Formula: sd^2 = model^2 + sum over inputs of (ln X(v e^sd) - ln X(v e^-sd))^2 / 4; the interval
///          is X e^(-+1.64485 sd). Where a test found the model worse than it is taken for
///          without one, that lifts the upper end no higher than limits go which are stated and
///          not `calibrated`: what a volume is sold with, the rate of a link.
/// Assumes: a finite rate above 0; errors of the inputs independent.
Interval interval_of(const Inputs& inputs,
                     double images_per_s,
                     const Uncertainty& uncertainty = uncalibrated(),
                     const std::bitset<kInputCount>& calibrated = {}) noexcept;

}  // namespace throughline::model
