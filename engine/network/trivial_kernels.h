// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

#include "engine/network/half.h"
#include "engine/network/noise.h"

namespace throughline::network {

/// The network and one batch on its way through it; all memory is the caller's.
struct Trivial {
    std::uint32_t images = 0;
    std::uint64_t inputs = 0;  ///< values of an image, those of the padded channels (0) included
    std::uint32_t hidden = 4096;
    std::uint32_t classes = 1001;
    float rate = 5e-3F;  ///< of learning

    const Half* pixels = nullptr;  ///< [images, inputs]
    /// [images]. Null, or where one is not a class (-1: unknown): an image's place, modulo classes.
    const std::int32_t* labels = nullptr;

    float* weights0 = nullptr;  ///< [inputs]
    float* bias0 = nullptr;     ///< [1]
    float* weights1 = nullptr;  ///< [hidden]
    float* bias1 = nullptr;     ///< [hidden]
    float* weights2 = nullptr;  ///< [hidden, classes]
    float* bias2 = nullptr;     ///< [classes]

    float* layer0 = nullptr;     ///< [images]
    float* layer1 = nullptr;     ///< [images, hidden]
    float* scores = nullptr;     ///< [images, classes]: logits, then probabilities or gradients
    float* largest = nullptr;    ///< [images]: of an image's logits
    float* sums = nullptr;       ///< [images]: of exp(logit - largest)
    float* loss = nullptr;       ///< [images]: cross-entropy
    float* gradient0 = nullptr;  ///< [images]; training, like the next
    float* gradient1 = nullptr;  ///< [images, hidden]

    THROUGHLINE_HOST_DEVICE std::uint32_t label(std::uint32_t image) const {
        // A negative one is far more than there are classes.
        const auto given = labels == nullptr ? classes : static_cast<std::uint32_t>(labels[image]);
        return given < classes ? given : image % classes;
    }
    /// Of the first layer's weights, whose gradients grow with the number of inputs.
    THROUGHLINE_HOST_DEVICE float rate0() const {
        return rate * 100.0F / static_cast<float>(inputs);
    }
    /// The gradient of a hidden value, behind its ReLU.
    THROUGHLINE_HOST_DEVICE float masked1(std::uint64_t at) const {
        return layer1[at] > 0.0F ? gradient1[at] : 0.0F;
    }
};

/// What its launches compute; trivial.h has their order.
namespace trivial_detail {

THROUGHLINE_HOST_DEVICE inline float positive(float value) {
    return value > 0.0F ? value : 0.0F;
}

/// Even in [-range, range], the same on every machine.
struct Fill {
    float* values;
    float range;
    std::uint64_t seed;
    THROUGHLINE_HOST_DEVICE void operator()(std::uint64_t i) const {
        values[i] = range * noise(seed, i);
    }
};

/// Sums over the lanes of a row.
struct Sum {
    THROUGHLINE_HOST_DEVICE static float start() { return 0.0F; }
    THROUGHLINE_HOST_DEVICE static float combine(float a, float b) { return a + b; }
};

struct Layer0 : Sum {
    Trivial net;
    THROUGHLINE_HOST_DEVICE float partial(std::uint32_t row,
                                          std::uint32_t lane,
                                          std::uint32_t lanes) const {
        const Half* const image = net.pixels + row * net.inputs;
        float sum = 0.0F;
        for (std::uint64_t i = lane; i < net.inputs; i += lanes) {
            sum += to_float(image[i]) * net.weights0[i];
        }
        return sum;
    }
    THROUGHLINE_HOST_DEVICE void finish(std::uint32_t row, float sum) const {
        net.layer0[row] = positive(sum + net.bias0[0]);
    }
};

struct Layer1 {
    Trivial net;
    THROUGHLINE_HOST_DEVICE void operator()(std::uint64_t i) const {
        const auto j = static_cast<std::uint32_t>(i % net.hidden);
        net.layer1[i] = positive(net.weights1[j] * net.layer0[i / net.hidden] + net.bias1[j]);
    }
};

struct Largest {
    Trivial net;
    THROUGHLINE_HOST_DEVICE static float start() { return -INFINITY; }
    THROUGHLINE_HOST_DEVICE static float combine(float a, float b) { return a > b ? a : b; }
    THROUGHLINE_HOST_DEVICE float partial(std::uint32_t row,
                                          std::uint32_t lane,
                                          std::uint32_t lanes) const {
        float largest = start();
        for (std::uint32_t c = lane; c < net.classes; c += lanes) {
            largest = combine(largest, net.scores[std::uint64_t{row} * net.classes + c]);
        }
        return largest;
    }
    THROUGHLINE_HOST_DEVICE void finish(std::uint32_t row, float largest) const {
        net.largest[row] = largest;
    }
};

/// Formula: loss = log(sum) - (logit of the label - largest).
struct Loss : Sum {
    Trivial net;
    THROUGHLINE_HOST_DEVICE float partial(std::uint32_t row,
                                          std::uint32_t lane,
                                          std::uint32_t lanes) const {
        float sum = 0.0F;
        for (std::uint32_t c = lane; c < net.classes; c += lanes) {
            sum += expf(net.scores[std::uint64_t{row} * net.classes + c] - net.largest[row]);
        }
        return sum;
    }
    THROUGHLINE_HOST_DEVICE void finish(std::uint32_t row, float sum) const {
        net.sums[row] = sum;
        const float logit = net.scores[std::uint64_t{row} * net.classes + net.label(row)];
        net.loss[row] = logf(sum) - (logit - net.largest[row]);
    }
};

/// Logits to probabilities.
struct Probability {
    Trivial net;
    THROUGHLINE_HOST_DEVICE void operator()(std::uint64_t i) const {
        const std::uint64_t row = i / net.classes;
        net.scores[i] = expf(net.scores[i] - net.largest[row]) / net.sums[row];
    }
};

/// Probabilities to the gradient of the mean loss by the logits.
struct ScoreGradient {
    Trivial net;
    THROUGHLINE_HOST_DEVICE void operator()(std::uint64_t i) const {
        const auto row = static_cast<std::uint32_t>(i / net.classes);
        const float wanted = i % net.classes == net.label(row) ? 1.0F : 0.0F;
        net.scores[i] = (net.scores[i] - wanted) / static_cast<float>(net.images);
    }
};

struct Gradient0 : Sum {
    Trivial net;
    THROUGHLINE_HOST_DEVICE float partial(std::uint32_t row,
                                          std::uint32_t lane,
                                          std::uint32_t lanes) const {
        float sum = 0.0F;
        for (std::uint32_t j = lane; j < net.hidden; j += lanes) {
            sum += net.masked1(std::uint64_t{row} * net.hidden + j) * net.weights1[j];
        }
        return sum;
    }
    THROUGHLINE_HOST_DEVICE void finish(std::uint32_t row, float sum) const {
        net.gradient0[row] = net.layer0[row] > 0.0F ? sum : 0.0F;
    }
};

struct Update0 {
    Trivial net;
    THROUGHLINE_HOST_DEVICE void operator()(std::uint64_t i) const {
        float sum = 0.0F;
        for (std::uint32_t n = 0; n < net.images; ++n) {
            sum += net.gradient0[n] *
                   (i < net.inputs ? to_float(net.pixels[n * net.inputs + i]) : 1.0F);
        }
        if (i < net.inputs) {
            net.weights0[i] -= net.rate0() * sum;
        } else {
            net.bias0[0] -= net.rate * sum;
        }
    }
};

struct Update1 {
    Trivial net;
    THROUGHLINE_HOST_DEVICE void operator()(std::uint64_t j) const {
        float weight = 0.0F;
        float bias = 0.0F;
        for (std::uint32_t n = 0; n < net.images; ++n) {
            const float gradient = net.masked1(std::uint64_t{n} * net.hidden + j);
            weight += gradient * net.layer0[n];
            bias += gradient;
        }
        net.weights1[j] -= net.rate * weight;
        net.bias1[j] -= net.rate * bias;
    }
};

struct UpdateBias2 {
    Trivial net;
    THROUGHLINE_HOST_DEVICE void operator()(std::uint64_t c) const {
        float sum = 0.0F;
        for (std::uint32_t n = 0; n < net.images; ++n) {
            sum += net.scores[std::uint64_t{n} * net.classes + c];
        }
        net.bias2[c] -= net.rate * sum;
    }
};

}  // namespace trivial_detail

}  // namespace throughline::network
