// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

#include "engine/network/kernel_math.h"

/// The way back through what has no weights, eight channels of a pixel of dx at a time: each
/// gathers from the results that it took part in, so that nothing is added atomically.
namespace throughline::network {

/// Lines [begin, end) of the result whose windows cover line `in` of the input.
THROUGHLINE_HOST_DEVICE inline Covered windows_over(std::uint32_t in,
                                                    std::uint32_t stride,
                                                    std::uint32_t pad,
                                                    std::uint32_t window,
                                                    std::uint32_t results) {
    const std::uint32_t reach = in + pad;
    const std::uint32_t end = reach / stride + 1;
    return {reach < window ? 0 : (reach - window) / stride + 1, end < results ? end : results};
}

/// dx of a maximum pool. `dy`: of its result; `which`: as max_pool() left it, [pixels, pitch]
/// bytes.
THROUGHLINE_HOST_DEVICE inline Eight max_pool_gradient(const TensorView& dy,
                                                       const std::uint8_t* which,
                                                       std::uint32_t which_pitch,
                                                       const PoolWindow& window,
                                                       const PixelAt& at,
                                                       std::uint32_t channel) {
    const Covered rows =
        windows_over(at.y, window.stride_y, window.pad_top, window.height, dy.height);
    const Covered columns =
        windows_over(at.x, window.stride_x, window.pad_left, window.width, dy.width);
    Eight sum{};
    for (std::uint32_t y = rows.begin; y < rows.end; ++y) {
        for (std::uint32_t x = columns.begin; x < columns.end; ++x) {
            const std::uint32_t place =
                (at.y + window.pad_top - y * window.stride_y) * window.width + at.x +
                window.pad_left - x * window.stride_x;
            const std::uint64_t pixel = (std::uint64_t{at.n} * dy.height + y) * dy.width + x;
            const ByteEight chosen =
                *reinterpret_cast<const ByteEight*>(which + pixel * which_pitch + channel);
            const Eight values = load_eight(dy.at(at.n, y, x) + channel);
            for (std::uint32_t i = 0; i < kEight; ++i) {
                sum.v[i] += chosen.v[i] == place ? values.v[i] : 0.0F;
            }
        }
    }
    return sum;
}

/// dx of an average pool over an input of `height` x `width`.
THROUGHLINE_HOST_DEVICE inline Eight average_pool_gradient(const TensorView& dy,
                                                           const TensorView& dx,
                                                           const PoolWindow& window,
                                                           const PixelAt& at,
                                                           std::uint32_t channel) {
    const Covered rows =
        windows_over(at.y, window.stride_y, window.pad_top, window.height, dy.height);
    const Covered columns =
        windows_over(at.x, window.stride_x, window.pad_left, window.width, dy.width);
    Eight sum{};
    for (std::uint32_t y = rows.begin; y < rows.end; ++y) {
        const Covered high = covered(y, window.stride_y, window.pad_top, window.height, dx.height);
        for (std::uint32_t x = columns.begin; x < columns.end; ++x) {
            const Covered wide =
                covered(x, window.stride_x, window.pad_left, window.width, dx.width);
            const float share =
                1.0F / static_cast<float>((high.end - high.begin) * (wide.end - wide.begin));
            const Eight values = load_eight(dy.at(at.n, y, x) + channel);
            for (std::uint32_t i = 0; i < kEight; ++i) {
                sum.v[i] += share * values.v[i];
            }
        }
    }
    return sum;
}

/// dx of a local response normalisation.
/// Formula: dx = dy / s^beta - 2 alpha beta / size * x * sum around of (dy * x / s^(beta + 1)),
///          s = bias + alpha / size * sum of squares around.
THROUGHLINE_HOST_DEVICE inline Eight local_response_gradient(const Half* x_pixel,
                                                             const Half* dy_pixel,
                                                             std::uint32_t channels,
                                                             std::uint32_t channel,
                                                             const Lrn& by) {
    constexpr std::uint32_t kHalfSize = Lrn::kSize / 2;
    constexpr std::uint32_t kBegin = EightAround::kFirst - kHalfSize;
    constexpr std::uint32_t kCount = kEight + 2 * kHalfSize;
    const EightAround x = load_around(x_pixel, channels, channel);
    const EightAround dy = load_around(dy_pixel, channels, channel);
    float power[kCount];
    float product[kCount];
    for (std::uint32_t i = 0; i < kCount; ++i) {
        const float base = response_base(x, kBegin + i, by);
        power[i] = powf(base, -by.beta);
        product[i] = dy.v[kBegin + i] * x.v[kBegin + i] * power[i] / base;
    }
    const float factor = 2.0F * by.alpha * by.beta / static_cast<float>(Lrn::kSize);
    Eight out{};
    for (std::uint32_t i = 0; i < kEight; ++i) {
        float sum = 0.0F;
        for (std::uint32_t j = 0; j < Lrn::kSize; ++j) {
            sum += product[i + j];
        }
        const std::uint32_t at = EightAround::kFirst + i;
        out.v[i] = dy.v[at] * power[kHalfSize + i] - factor * x.v[at] * sum;
    }
    return out;
}

}  // namespace throughline::network
