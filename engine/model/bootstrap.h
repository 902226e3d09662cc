// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace throughline::model {

/// A small generator with a fixed sequence, so that an interval is the same on every machine.
/// Thread: one owner.
/// Source: Steele, Lea & Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
class SplitMix64 {
public:
    explicit SplitMix64(std::uint64_t seed) noexcept : state_(seed) {}
    std::uint64_t next() noexcept;

private:
    std::uint64_t state_;
};

inline constexpr int kBootstrapRounds = 1000;

/// Makes up measurements that might as well have come out: the fitted rates times the exponential
/// of residuals drawn with replacement. Thread: one owner.
/// Formula: residuals ln(measured/fitted), centred, times sqrt(m / (m-3)) for m > 3 points.
/// Source:  engine/model/README.md, Calibration.
class ResidualBootstrap {
public:
    /// Assumes: as many `measured` as `fitted`, all above 0.
    ResidualBootstrap(std::span<const double> measured, std::span<const double> fitted);
    /// The rates of the next round. Owner: this object, until the next call.
    std::span<const double> next_round();

private:
    std::vector<double> fitted_;
    std::vector<double> residuals_;
    std::vector<double> round_;
    SplitMix64 random_{1};
};

/// Where the middle 90 % of values lie.
struct Range90 {
    double low = 0.0;
    double high = 0.0;
};
/// Formula: linear interpolation at q (n-1), q = 5 % and 95 %. Assumes: at least one value.
Range90 range_90(std::vector<double> values);

}  // namespace throughline::model
