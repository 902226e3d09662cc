// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/network/half.h"

/// Numbers that look drawn at random and are the same on every machine, host or device.
namespace throughline::network {

/// The bits of number `i` of a series. Source: splitmix64 by S. Vigna.
THROUGHLINE_HOST_DEVICE inline std::uint64_t noise_bits(std::uint64_t seed, std::uint64_t i) {
    std::uint64_t bits = (seed << 40U) + (i + 1) * 0x9E3779B97F4A7C15U;
    bits = (bits ^ (bits >> 30U)) * 0xBF58476D1CE4E5B9U;
    bits = (bits ^ (bits >> 27U)) * 0x94D049BB133111EBU;
    return bits ^ (bits >> 31U);
}

/// Even in [-1, 1).
THROUGHLINE_HOST_DEVICE inline float noise(std::uint64_t seed, std::uint64_t i) {
    return static_cast<float>(noise_bits(seed, i) >> 40U) / 8388608.0F - 1.0F;
}

/// Bytes that are even in 0..255: pixels of a batch that never came. A device computes faster on
/// operands that are all alike, since it draws less power for them.
struct FillBytes {
    std::uint8_t* bytes;
    std::uint64_t seed;
    THROUGHLINE_HOST_DEVICE void operator()(std::uint64_t i) const {
        bytes[i] = static_cast<std::uint8_t>(noise_bits(seed, i) >> 56U);
    }
};

}  // namespace throughline::network
