// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

#include "engine/network/element_steps.h"
#include "engine/network/noise.h"

/// The loss, and what becomes of the weights: functors of columns() and of each().
namespace throughline::network::step_detail {

/// Cross-entropy of the softmax, and the gradient of its mean over the batch by the logits, times
/// the loss scale. Images that are not in the batch have no part in it.
/// Formula: loss = log(sum) - (logit - largest); gradient = (probability - wanted) / images.
struct CrossEntropy : ByChannel {
    Pixels logits;
    Pixels out;
    const float* probabilities;  ///< [images, classes]
    const float* largest;        ///< [images]
    const float* sums;           ///< [images]
    const std::int32_t* labels;  ///< null, or where one is no class: the image's place
    float* loss;                 ///< [images]
    const LossScale* scale;
    std::uint32_t classes;
    std::uint32_t images;

    THROUGHLINE_HOST_DEVICE std::uint32_t label(std::uint32_t image) const {
        // A negative one is far more than there are classes.
        const auto given = labels == nullptr ? classes : static_cast<std::uint32_t>(labels[image]);
        return given < classes ? given : image % classes;
    }
    THROUGHLINE_HOST_DEVICE void operator()(std::uint32_t channel, std::uint32_t image) const {
        Eight gradient{};
        const std::uint32_t wanted = image < images ? label(image) : classes;
        const float factor = scale->scale / static_cast<float>(images);
        for (std::uint32_t i = 0; i < kEight; ++i) {
            const std::uint32_t c = channel + i;
            if (image < images && c < classes) {
                const float probability = probabilities[std::uint64_t{image} * classes + c];
                gradient.v[i] = factor * (probability - (c == wanted ? 1.0F : 0.0F));
            }
        }
        store_eight(out.at(image, channel), gradient);
        if (channel <= wanted && wanted < channel + kEight && wanted < classes) {
            loss[image] =
                logf(sums[image]) - (to_float(*logits.at(image, wanted)) - largest[image]);
        }
    }
};

/// Whether all gradients are numbers; eight by eight.
struct CheckGradients {
    const Half* gradients;
    LossScale* scale;

    THROUGHLINE_HOST_DEVICE void operator()(std::uint64_t i) const {
        constexpr std::uint32_t kExponent = 0x7C00U;
        const HalfEight eight = *reinterpret_cast<const HalfEight*>(gradients + kEight * i);
        bool finite = true;
        for (const Half& one : eight.v) {
            finite = finite && (one.bits & kExponent) != kExponent;
        }
        if (!finite) {
            scale->overflowed = 1;  // each writes the same
        }
    }
};

/// Stochastic gradient descent, eight by eight.
/// Formula: m = momentum * m + gradient + decay * w; w = w - rate * m (Sutskever et al., ICML 2013,
///          as today's frameworks write it).
struct Descend {
    const Half* gradients;
    float* momentum;
    float* masters;
    Half* weights;
    const LossScale* scale;
    float rate;
    float momentum_factor;
    float decay;
    std::uint64_t decayed;  ///< values, the first ones

    THROUGHLINE_HOST_DEVICE void operator()(std::uint64_t i) const {
        if (scale->overflowed != 0) {
            return;
        }
        const std::uint64_t at = kEight * i;
        const float inverse = 1.0F / scale->scale;
        const float shrink = at < decayed ? decay : 0.0F;
        const Eight gradient = load_eight(gradients + at);
        Eight weight = load_eight(masters + at);
        Eight speed = load_eight(momentum + at);
        for (std::uint32_t k = 0; k < kEight; ++k) {
            speed.v[k] =
                momentum_factor * speed.v[k] + gradient.v[k] * inverse + shrink * weight.v[k];
            weight.v[k] -= rate * speed.v[k];
        }
        store_eight(momentum + at, speed);
        store_eight(masters + at, weight);
        store_eight(weights + at, weight);
    }
};

/// The end of a step: halves the scale where a gradient was none, and doubles it again, up to what
/// it began with, after 2000 steps without.
struct MoveScale {
    LossScale* scale;

    THROUGHLINE_HOST_DEVICE void operator()(std::uint64_t /*i*/) const {
        constexpr std::uint32_t kPatience = 2000;
        constexpr float kMost = 1024.0F;
        LossScale next = *scale;
        ++next.steps;
        ++next.clean;
        if (next.overflowed != 0) {
            next.scale = next.scale > 1.0F ? next.scale / 2.0F : 1.0F;
            next.clean = 0;
            ++next.skipped;
        } else if (next.clean >= kPatience) {
            next.scale = next.scale < kMost ? next.scale * 2.0F : kMost;
            next.clean = 0;
        }
        next.overflowed = 0;
        *scale = next;
    }
};

/// Weights to begin with, the same on every machine.
struct FillHalf {
    Half* values;
    float mean;
    float range;
    std::uint64_t seed;

    THROUGHLINE_HOST_DEVICE void operator()(std::uint64_t i) const {
        values[i] = to_half(mean + range * noise(seed, i));
    }
};
/// The weights that training moves, as those that were made up; at rest.
struct TakeMasters {
    const Half* weights;
    float* masters;
    float* momentum;
    Half* gradients;

    THROUGHLINE_HOST_DEVICE void operator()(std::uint64_t i) const {
        store_eight(masters + kEight * i, load_eight(weights + kEight * i));
        store_eight(momentum + kEight * i, Eight{});
        store_eight(gradients + kEight * i, Eight{});
    }
};
struct TakeScale {
    LossScale* scale;
    THROUGHLINE_HOST_DEVICE void operator()(std::uint64_t /*i*/) const { *scale = LossScale{}; }
};

}  // namespace throughline::network::step_detail
