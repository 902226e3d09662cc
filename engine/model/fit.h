// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "engine/model/bootstrap.h"
#include "engine/model/inputs.h"

namespace throughline::model {

/// A run as the model sees it: what was set and known, and the rate that came out.
struct Observation {
    Inputs inputs{};
    double images_per_s = 0.0;
};

/// An input that was looked for in measurements.
struct FittedInput {
    Input input{};
    /// False: it was never the limit, or cannot be told from one before it in the list; `value` is
    /// then what was put in and no result.
    bool measurable = false;
    double value = 0.0;
    std::optional<Range90> range{};  ///< none with too few observations for one
};
struct Fit {
    std::vector<FittedInput> inputs{};
    std::vector<double> fitted{};  ///< images/s at each observation
    int iterations = 0;
};

/// Fits the `free` inputs, the same in all observations, to the measured rates. Each starts at its
/// value in the first observation, which must be above 0 and finite.
/// Formula: Levenberg-Marquardt on the logs of the inputs and of measured/predicted, derivative
///          step 0.01, step limited to 1; an input whose squared sensitivities, beyond what those
///          before it explain, sum to less than 1e-6 is not measurable: a capacity then counts as
///          unlimited and the others are fitted again. Intervals by the residual bootstrap.
/// Source:  engine/model/README.md, Calibration.
Fit fit_inputs(std::span<const Observation> observations,
               std::span<const Input> free,
               int rounds = kBootstrapRounds);

}  // namespace throughline::model
