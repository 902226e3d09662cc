// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace throughline {

/// What SplitMix64 adds to its state each time: the golden ratio's fraction of 2^64.
inline constexpr std::uint64_t kSplitMixStep = 0x9E3779B97F4A7C15U;

/// Numbers that are near each other become unrelated ones; each number another one.
/// Source: the finaliser of SplitMix64, Steele, Lea & Flood, OOPSLA 2014.
constexpr std::uint64_t mix_bits(std::uint64_t bits) noexcept {
    bits = (bits ^ (bits >> 30U)) * 0xBF58476D1CE4E5B9U;
    bits = (bits ^ (bits >> 27U)) * 0x94D049BB133111EBU;
    return bits ^ (bits >> 31U);
}

}  // namespace throughline
