// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

// Code that host and device share is compiled by both compilers.
#ifdef __CUDACC__
#define THROUGHLINE_HOST_DEVICE __host__ __device__
#else
#define THROUGHLINE_HOST_DEVICE
#endif

namespace throughline::network {

/// A binary16 number of IEEE 754 as its bits: what the networks compute with, also where the
/// compiler has no such type. Arithmetic is in float. Devices convert with an instruction of
/// theirs, which tests/gpu compares with what the host computes here.
struct Half {
    std::uint16_t bits = 0;
};

namespace half_detail {
union FloatBits {
    float value;
    std::uint32_t bits;
};
}  // namespace half_detail

/// Exact. NaN stays NaN.
THROUGHLINE_HOST_DEVICE inline float to_float(Half half) noexcept {
#ifdef __CUDA_ARCH__
    float value = 0.0F;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(half.bits));
    return value;
#else
    const std::uint32_t sign = (half.bits & 0x8000U) << 16U;
    const std::uint32_t exponent = (half.bits >> 10U) & 0x1FU;
    std::uint32_t fraction = half.bits & 0x3FFU;
    half_detail::FloatBits result{};
    if (exponent == 0x1FU) {
        result.bits = sign | 0x7F800000U | fraction << 13U;
    } else if (exponent != 0) {
        result.bits = sign | (exponent + 112U) << 23U | fraction << 13U;
    } else {
        // Zero or subnormal: fraction * 2^-24, which a float holds exactly.
        result.value = static_cast<float>(fraction) * 5.9604644775390625e-8F;
        result.bits |= sign;
    }
    return result.value;
#endif
}

/// Rounds to nearest, ties to even; too large becomes infinite.
THROUGHLINE_HOST_DEVICE inline Half to_half(float value) noexcept {
#ifdef __CUDA_ARCH__
    Half half;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half.bits) : "f"(value));
    return half;
#else
    half_detail::FloatBits in{};
    in.value = value;
    const std::uint32_t sign = (in.bits >> 16U) & 0x8000U;
    const std::uint32_t magnitude = in.bits & 0x7FFFFFFFU;
    const auto made = [sign](std::uint32_t bits) {
        return Half{static_cast<std::uint16_t>(sign | bits)};
    };
    if (magnitude > 0x7F800000U) {
        return made(0x7E00U);
    }
    if (magnitude >= 0x477FF000U) {  // 65520: rounds to infinity
        return made(0x7C00U);
    }
    if (magnitude < 0x38800000U) {  // below 2^-14: subnormal
        // Adding 0.5 leaves the wanted bits at the end, rounded by the addition itself.
        half_detail::FloatBits shifted{};
        shifted.bits = magnitude;
        shifted.value += 0.5F;
        return made(shifted.bits - 0x3F000000U);
    }
    const std::uint32_t odd = (magnitude >> 13U) & 1U;
    return made((magnitude - 0x38000000U + 0xFFFU + odd) >> 13U);
#endif
}

}  // namespace throughline::network
