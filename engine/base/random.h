// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <utility>

namespace throughline {

/// Reproducible random numbers: the same seed gives the same sequence on every platform, which the
/// standard's distributions do not promise. Thread: one owner.
class Random {
public:
    explicit Random(std::uint64_t seed) : engine_(seed) {}

    std::uint64_t next() { return engine_(); }

    /// Uniform in [0, 1) with 53 bits.
    double uniform() { return static_cast<double>(next() >> 11U) * 0x1.0p-53; }
    double uniform(double low, double high) { return low + (high - low) * uniform(); }

    /// Uniform in [0, bound), bound > 0; unbiased by rejection.
    std::uint64_t below(std::uint64_t bound) {
        const std::uint64_t limit = UINT64_MAX - UINT64_MAX % bound;
        std::uint64_t value = next();
        while (value >= limit) {
            value = next();
        }
        return value % bound;
    }

    /// Standard normal (Box-Muller).
    double normal();

    /// Fisher-Yates.
    template <class T>
    void shuffle(std::span<T> values) {
        for (std::size_t left = values.size(); left > 1; --left) {
            std::swap(values[left - 1], values[static_cast<std::size_t>(below(left))]);
        }
    }

private:
    std::mt19937_64 engine_;
};

}  // namespace throughline
