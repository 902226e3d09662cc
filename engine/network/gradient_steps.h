// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/network/gradient_math.h"
#include "engine/network/noise.h"
#include "engine/network/norm_steps.h"

/// The way back through layers without a norm; see element_steps.h and norm_steps.h for what runs
/// them.
namespace throughline::network::step_detail {

/// The gradient behind a ReLU, the sums of gradients of several readers, and the bias's gradient.
struct ReluGradient : ByChannel {
    static constexpr int kUnrolled = 1;
    Gathered dy;
    Pixels result;  ///< of the ReLU; none: there is none
    Pixels out;     ///< none: only the sums are wanted

    THROUGHLINE_HOST_DEVICE Eight value(std::uint32_t channel, std::uint32_t pixel) const {
        Eight gradient = dy.sum(pixel, channel);
        if (result.is_there()) {
            gradient = behind_relu(gradient, load_eight(result.at(pixel, channel)));
        }
        if (out.is_there()) {
            store_eight(out.at(pixel, channel), gradient);
        }
        return gradient;
    }
    THROUGHLINE_HOST_DEVICE void operator()(std::uint32_t channel, std::uint32_t pixel) const {
        static_cast<void>(value(channel, pixel));
    }
    THROUGHLINE_HOST_DEVICE void operator()(std::uint32_t channel,
                                            std::uint32_t pixel,
                                            Eight& first,
                                            Eight& /*second*/) const {
        add_to(first, value(channel, pixel));
    }
};
struct FinishBiasGradient {
    Half* gradients;
    THROUGHLINE_HOST_DEVICE void operator()(std::uint32_t c, float first, float /*second*/) const {
        gradients[c] = to_half(first);
    }
};

/// Half of all values are dropped; which ones depends on layer, step and place alone, so that the
/// way back drops the same ones and nothing is kept.
struct Dropout : ByChannel {
    Gathered in;
    Pixels out;
    std::uint32_t layer;
    std::uint32_t groups;
    const LossScale* scale;  ///< counts the steps

    THROUGHLINE_HOST_DEVICE void operator()(std::uint32_t channel, std::uint32_t pixel) const {
        constexpr std::uint64_t kStepsApart = 1U << 14U;
        const std::uint64_t seed = layer * kStepsApart + scale->steps % kStepsApart;
        const std::uint64_t bits =
            noise_bits(seed, std::uint64_t{pixel} * groups + channel / kEight);
        Eight values = in.sum(pixel, channel);
        for (std::uint32_t i = 0; i < kEight; ++i) {
            values.v[i] = (bits >> (kEight * i) & 1U) != 0 ? 2.0F * values.v[i] : 0.0F;
        }
        store_eight(out.at(pixel, channel), values);
    }
};

/// What the three below share.
struct Backward : ByChannel {
    TensorView dy;
    TensorView dx;
    Pixels other;  ///< another gradient of the same result, which is added, or none

    THROUGHLINE_HOST_DEVICE void finish(std::uint32_t channel,
                                        std::uint32_t pixel,
                                        Eight value) const {
        if (other.is_there()) {
            add_to(value, load_eight(other.at(pixel, channel)));
        }
        store_eight(dx.data + std::uint64_t{pixel} * dx.pixel_pitch + channel, value);
    }
};
struct MaxPoolGradient : Backward {
    PoolWindow window;
    const std::uint8_t* which;
    std::uint32_t which_pitch;

    THROUGHLINE_HOST_DEVICE void operator()(std::uint32_t channel, std::uint32_t pixel) const {
        finish(channel,
               pixel,
               max_pool_gradient(dy, which, which_pitch, window, pixel_at(pixel, dx), channel));
    }
};
struct AveragePoolGradient : Backward {
    PoolWindow window;

    THROUGHLINE_HOST_DEVICE void operator()(std::uint32_t channel, std::uint32_t pixel) const {
        finish(channel, pixel, average_pool_gradient(dy, dx, window, pixel_at(pixel, dx), channel));
    }
};
struct LocalResponseGradient : Backward {
    Pixels x;

    THROUGHLINE_HOST_DEVICE void operator()(std::uint32_t channel, std::uint32_t pixel) const {
        const Half* const from = dy.data + std::uint64_t{pixel} * dy.pixel_pitch;
        finish(channel,
               pixel,
               local_response_gradient(x.at(pixel, 0), from, dx.channels, channel, Lrn{}));
    }
};

}  // namespace throughline::network::step_detail
