// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "engine/model/bootstrap.h"

namespace throughline::model {

/// A measured point of a sweep over workers (threads, GPUs).
struct UslPoint {
    double workers = 0.0;
    double rate = 0.0;
};

/// A scaling law through measured points.
struct UslFit {
    double rate_of_one = 0.0;
    double sigma = 0.0;  ///< contention
    double kappa = 0.0;  ///< coherency

    double rate_at(double workers) const noexcept;
};

/// Formula: N/X = a0 + a1 (N-1) + a2 N (N-1), least squares with weights 1/(N/X)^2; a negative or
///          singular coefficient, kappa first, is set to 0 and the rest refitted.
/// Assumes: at least one point, rates and workers above 0. Below five worker counts kappa is 0:
///          three points settle nothing.
/// Source:  engine/model/README.md, Calibration.
UslFit fit_usl(std::span<const UslPoint> points);

/// 90 % intervals of a fit, by the residual bootstrap.
struct UslIntervals {
    Range90 rate_of_one{};
    Range90 sigma{};
    Range90 kappa{};
    Range90 rate_at{};  ///< at the number of workers asked for
};
UslIntervals usl_intervals(std::span<const UslPoint> points,
                           const UslFit& fit,
                           double workers,
                           int rounds = kBootstrapRounds);

}  // namespace throughline::model
