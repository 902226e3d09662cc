// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throughline::dataset_tools {

/// Seamless square textures with the spectrum of natural surfaces, made once by FFT: amplitude
/// falls as 1/f^a with a in 0.7..1.3. Some are stretched (grass, wood, water), some folded into
/// ridges (rock, leaves).
/// Thread: immutable; any thread reads. Memory: 4 MiB.
/// Source: 1/f amplitude of natural images: D. J. Field, J. Opt. Soc. Am. A 4(12), 1987.
class TextureBank {
public:
    static constexpr std::uint32_t kSide = 512;  ///< a power of two
    static constexpr std::uint32_t kCount = 16;
    static constexpr double kDeviation = 36.0;  ///< standard deviation of the samples, mean 0

    explicit TextureBank(std::uint64_t seed);

    /// Row `y` (any value: it wraps) of texture `index`; kSide samples, of which the ends join.
    const std::int8_t* row(std::uint32_t index, std::uint32_t y) const noexcept {
        return &samples_[(std::size_t{index} * kSide + y % kSide) * kSide];
    }

private:
    std::vector<std::int8_t> samples_;  ///< [kCount, kSide, kSide]
};

}  // namespace throughline::dataset_tools
