// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/network/half.h"

/// Eight neighbouring channels of a pixel: what a thread of our own kernels reads and writes at
/// once. Pitches and offsets of tensors are multiples of eight, so that on the device it is one
/// access of 16 bytes.
namespace throughline::network {

constexpr std::uint32_t kEight = 8;

/// Values in fp32 on their way through a thread.
struct Eight {
    float v[kEight];
};

/// As they lie in memory.
struct alignas(16) HalfEight {
    Half v[kEight];
};
struct alignas(8) ByteEight {
    std::uint8_t v[kEight];
};
struct alignas(16) FloatFour {
    float v[4];
};

THROUGHLINE_HOST_DEVICE inline Eight load_eight(const Half* from) {
    const HalfEight in = *reinterpret_cast<const HalfEight*>(from);
    Eight out{};
    for (std::uint32_t i = 0; i < kEight; ++i) {
        out.v[i] = to_float(in.v[i]);
    }
    return out;
}
THROUGHLINE_HOST_DEVICE inline void store_eight(Half* to, const Eight& values) {
    HalfEight out{};
    for (std::uint32_t i = 0; i < kEight; ++i) {
        out.v[i] = to_half(values.v[i]);
    }
    *reinterpret_cast<HalfEight*>(to) = out;
}
THROUGHLINE_HOST_DEVICE inline Eight load_eight(const float* from) {
    const FloatFour low = *reinterpret_cast<const FloatFour*>(from);
    const FloatFour high = *reinterpret_cast<const FloatFour*>(from + 4);
    return {low.v[0], low.v[1], low.v[2], low.v[3], high.v[0], high.v[1], high.v[2], high.v[3]};
}
THROUGHLINE_HOST_DEVICE inline void store_eight(float* to, const Eight& values) {
    *reinterpret_cast<FloatFour*>(to) = {values.v[0], values.v[1], values.v[2], values.v[3]};
    *reinterpret_cast<FloatFour*>(to + 4) = {values.v[4], values.v[5], values.v[6], values.v[7]};
}
THROUGHLINE_HOST_DEVICE inline void add_to(Eight& sum, const Eight& values) {
    for (std::uint32_t i = 0; i < kEight; ++i) {
        sum.v[i] += values.v[i];
    }
}
/// As fp16 memory would give it back.
THROUGHLINE_HOST_DEVICE inline Eight rounded_to_half(const Eight& values) {
    Eight out{};
    for (std::uint32_t i = 0; i < kEight; ++i) {
        out.v[i] = to_float(to_half(values.v[i]));
    }
    return out;
}

constexpr std::uint32_t groups_of(std::uint32_t channels) {
    return (channels + kEight - 1) / kEight;
}

}  // namespace throughline::network
