// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <numbers>

#include "engine/base/mix_bits.h"

namespace throughline::decode {

/// Random numbers that begin anew for every image, so that an image's crop does not depend on which
/// thread decodes it. Beginning costs nothing, unlike that of the engine's Random.
/// Source: SplitMix64, Steele, Lea & Flood, OOPSLA 2014.
class Seeded {
public:
    Seeded(std::initializer_list<std::uint64_t> parts) noexcept {
        for (const std::uint64_t part : parts) {
            state_ = next() ^ part;
        }
    }

    std::uint64_t next() noexcept {
        state_ += kSplitMixStep;
        return mix_bits(state_);
    }
    /// Uniform in [0, 1).
    double uniform() noexcept { return static_cast<double>(next() >> 11U) * 0x1.0p-53; }
    double uniform(double low, double high) noexcept { return low + (high - low) * uniform(); }
    /// Uniform in [0, bound), bound > 0, far below 2^53.
    std::uint32_t below(std::uint32_t bound) noexcept {
        return static_cast<std::uint32_t>(uniform() * bound);
    }
    /// Standard normal (Box-Muller).
    double normal() noexcept {
        const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
        return radius * std::cos(2.0 * std::numbers::pi * uniform());
    }

private:
    std::uint64_t state_ = 0;
};

}  // namespace throughline::decode
