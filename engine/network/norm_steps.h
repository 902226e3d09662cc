// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

#include "engine/network/element_steps.h"

/// Batch norm by the statistics of the batch, forward and backward. Sums over all pixels are made
/// by a launcher's
///     sums(pixels, channels, partials, f, finish)
/// which adds f(f.of(group), pixel, first, second) up over the pixels and then calls
/// finish(channel, first, second) with the two sums of each channel. A tensor is read once in each
/// of the four launches. F::kUnrolled: pixels that a thread has under way at a time.
namespace throughline::network::step_detail {

/// What is known of a norm's channels, six rows in the memory of the statistics.
struct NormRows {
    float* first = nullptr;
    std::uint32_t stride = 0;  ///< channels, rounded up to eight

    THROUGHLINE_HOST_DEVICE float* mean() const { return first; }
    THROUGHLINE_HOST_DEVICE float* inverse() const { return first + stride; }  ///< 1 / deviation
    /// The norm is x * scale + shift.
    THROUGHLINE_HOST_DEVICE float* scale() const { return first + 2U * stride; }
    THROUGHLINE_HOST_DEVICE float* shift() const { return first + 3U * stride; }
    /// Its gradient is dy * scale + x * slope + offset.
    THROUGHLINE_HOST_DEVICE float* slope() const { return first + 4U * stride; }
    THROUGHLINE_HOST_DEVICE float* offset() const { return first + 5U * stride; }
};

/// Sums of the distance from a value of the channel, and of its square: from a value near the mean
/// no digits are lost where the mean is large beside the deviation.
struct NormSums {
    static constexpr int kUnrolled = 4;
    Pixels in;

    struct Of {
        std::uint32_t channel;
        Eight shift;
    };
    THROUGHLINE_HOST_DEVICE Of of(std::uint32_t group) const {
        return {group * kEight, load_eight(in.at(0, group * kEight))};
    }
    THROUGHLINE_HOST_DEVICE void operator()(const Of& by,
                                            std::uint32_t pixel,
                                            Eight& first,
                                            Eight& second) const {
        const Eight value = load_eight(in.at(pixel, by.channel));
        for (std::uint32_t i = 0; i < kEight; ++i) {
            const float distance = value.v[i] - by.shift.v[i];
            first.v[i] += distance;
            second.v[i] += distance * distance;
        }
    }
};

/// Formula: deviation^2 = mean of squares - square of mean + 1e-5 (Ioffe, Szegedy, ICML 2015).
struct FinishNorm {
    Pixels in;
    const float* weight;
    const float* bias;
    NormRows rows;
    float pixels;

    THROUGHLINE_HOST_DEVICE void operator()(std::uint32_t c, float first, float second) const {
        constexpr float kEpsilon = 1e-5F;
        const float distance = first / pixels;
        const float mean = to_float(*in.at(0, c)) + distance;
        const float variance = second / pixels - distance * distance;
        const float inverse = 1.0F / sqrtf((variance > 0.0F ? variance : 0.0F) + kEpsilon);
        const float scale = weight[c] * inverse;
        rows.mean()[c] = mean;
        rows.inverse()[c] = inverse;
        rows.scale()[c] = scale;
        rows.shift()[c] = bias[c] - mean * scale;
    }
};

struct NormApply {
    Pixels in;
    Pixels other;  ///< residual, or none
    Pixels out;
    NormRows rows;
    bool relu;

    struct Of {
        std::uint32_t channel;
        Eight scale;
        Eight shift;
    };
    THROUGHLINE_HOST_DEVICE Of of(std::uint32_t group) const {
        const std::uint32_t channel = group * kEight;
        return {channel, load_eight(rows.scale() + channel), load_eight(rows.shift() + channel)};
    }
    THROUGHLINE_HOST_DEVICE void operator()(const Of& by, std::uint32_t pixel) const {
        Eight value = scale_shift(load_eight(in.at(pixel, by.channel)), by.scale, by.shift);
        if (other.is_there()) {
            add_to(value, load_eight(other.at(pixel, by.channel)));
        }
        store_eight(out.at(pixel, by.channel), relu ? network::relu(value) : value);
    }
};

/// Gradients of one result by the layers that read it.
struct Gathered {
    static constexpr std::uint32_t kMore = 3;
    Pixels first;
    Pixels more[kMore];

    THROUGHLINE_HOST_DEVICE Eight sum(std::uint32_t pixel, std::uint32_t channel) const {
        Eight all = load_eight(first.at(pixel, channel));
        for (const Pixels& one : more) {
            if (one.is_there()) {
                add_to(all, load_eight(one.at(pixel, channel)));
            }
        }
        return all;
    }
};

/// Zero where the ReLU let nothing through: where `result` is not above 0.
THROUGHLINE_HOST_DEVICE inline Eight behind_relu(const Eight& gradient, const Eight& result) {
    Eight out{};
    for (std::uint32_t i = 0; i < kEight; ++i) {
        out.v[i] = result.v[i] > 0.0F ? gradient.v[i] : 0.0F;
    }
    return out;
}

/// Sums of the gradient behind the ReLU, and of its product with x - mean.
/// kGathers: the gradient comes from several readers, or is needed again: then it is kept in `out`.
template <bool kGathers>
struct NormGradientSums {
    static constexpr int kUnrolled = kGathers ? 1 : 4;
    Gathered dy;
    Pixels x;
    Pixels result;  ///< of the ReLU; none: it is computed again, or there is no ReLU
    Pixels out;
    NormRows rows;
    bool relu;

    struct Of {
        std::uint32_t channel;
        Eight mean;
        Eight scale;
        Eight shift;
    };
    THROUGHLINE_HOST_DEVICE Of of(std::uint32_t group) const {
        const std::uint32_t channel = group * kEight;
        return {channel,
                load_eight(rows.mean() + channel),
                load_eight(rows.scale() + channel),
                load_eight(rows.shift() + channel)};
    }
    THROUGHLINE_HOST_DEVICE void operator()(const Of& by,
                                            std::uint32_t pixel,
                                            Eight& first,
                                            Eight& second) const {
        const Eight value = load_eight(x.at(pixel, by.channel));
        Eight gradient =
            kGathers ? dy.sum(pixel, by.channel) : load_eight(dy.first.at(pixel, by.channel));
        if (relu) {
            gradient =
                behind_relu(gradient,
                            kGathers && result.is_there() ? load_eight(result.at(pixel, by.channel))
                                                          : scale_shift(value, by.scale, by.shift));
        }
        if (kGathers) {
            gradient = rounded_to_half(gradient);
            store_eight(out.at(pixel, by.channel), gradient);
        }
        for (std::uint32_t i = 0; i < kEight; ++i) {
            first.v[i] += gradient.v[i];
            second.v[i] += gradient.v[i] * (value.v[i] - by.mean.v[i]);
        }
    }
};

/// Formula: dx = scale * (dy - mean of dy - normed x * mean of (dy * normed x)); the gradients of
/// weight and bias are the sums themselves.
struct FinishNormGradient {
    NormRows rows;
    Half* weight_gradient;
    Half* bias_gradient;
    float pixels;

    THROUGHLINE_HOST_DEVICE void operator()(std::uint32_t c, float first, float second) const {
        const float inverse = rows.inverse()[c];
        const float product = second * inverse;
        const float slope = -rows.scale()[c] * inverse * product / pixels;
        weight_gradient[c] = to_half(product);
        bias_gradient[c] = to_half(first);
        rows.slope()[c] = slope;
        rows.offset()[c] = -rows.scale()[c] * first / pixels - slope * rows.mean()[c];
    }
};

struct NormGradient {
    Pixels dy;
    Pixels x;
    Pixels other;  ///< another gradient of x, which is added, or none
    Pixels out;
    NormRows rows;
    bool relu;  ///< dy is still in front of it

    struct Of {
        std::uint32_t channel;
        Eight scale;
        Eight shift;
        Eight slope;
        Eight offset;
    };
    THROUGHLINE_HOST_DEVICE Of of(std::uint32_t group) const {
        const std::uint32_t channel = group * kEight;
        return {channel,
                load_eight(rows.scale() + channel),
                load_eight(rows.shift() + channel),
                load_eight(rows.slope() + channel),
                load_eight(rows.offset() + channel)};
    }
    THROUGHLINE_HOST_DEVICE void operator()(const Of& by, std::uint32_t pixel) const {
        const Eight value = load_eight(x.at(pixel, by.channel));
        Eight gradient = load_eight(dy.at(pixel, by.channel));
        if (relu) {
            gradient = behind_relu(gradient, scale_shift(value, by.scale, by.shift));
        }
        Eight sum = scale_shift(value, by.slope, by.offset);
        for (std::uint32_t i = 0; i < kEight; ++i) {
            sum.v[i] += gradient.v[i] * by.scale.v[i];
        }
        if (other.is_there()) {
            add_to(sum, load_eight(other.at(pixel, by.channel)));
        }
        store_eight(out.at(pixel, by.channel), sum);
    }
};

}  // namespace throughline::network::step_detail
