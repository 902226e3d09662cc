// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "engine/network/trivial.h"

namespace throughline::network {

/// Host memory of a network Trivial, with pixels like those of normalised photographs: each image
/// has a brightness of its own, and the five padded channels are 0.
class TrivialMemory {
public:
    struct Sizes {
        std::uint32_t images = 6;
        std::uint64_t inputs = 64;
        std::uint32_t hidden = 24;
        std::uint32_t classes = 11;
    };
    explicit TrivialMemory(const Sizes& sizes)
        : pixels(sizes.images * sizes.inputs),
          values(2 * sizes.inputs + 8 * (sizes.hidden + 1) +
                 std::uint64_t{sizes.hidden} * sizes.classes + sizes.classes +
                 sizes.images * (2 * std::uint64_t{sizes.hidden} + sizes.classes + 8)) {
        net.images = sizes.images;
        net.inputs = sizes.inputs;
        net.hidden = sizes.hidden;
        net.classes = sizes.classes;
        net.pixels = pixels.data();
        float* next = values.data();
        const auto take = [&next](std::uint64_t count) {
            float* const piece = next;
            next += count;
            return piece;
        };
        net.weights0 = take(net.inputs);
        net.bias0 = take(1);
        net.weights1 = take(net.hidden);
        net.bias1 = take(net.hidden);
        net.weights2 = take(std::uint64_t{net.hidden} * net.classes);
        net.bias2 = take(net.classes);
        net.layer0 = take(net.images);
        net.layer1 = take(std::uint64_t{net.images} * net.hidden);
        net.scores = take(std::uint64_t{net.images} * net.classes);
        net.largest = take(net.images);
        net.sums = take(net.images);
        net.loss = take(net.images);
        net.gradient0 = take(net.images);
        net.gradient1 = take(std::uint64_t{net.images} * net.hidden);
        fill_pixels(7);
    }
    TrivialMemory(const TrivialMemory&) = delete;
    TrivialMemory& operator=(const TrivialMemory&) = delete;

    void fill_pixels(unsigned seed) {
        std::mt19937 random(seed);
        std::normal_distribution<float> brightness(0.0F, 0.6F);
        std::normal_distribution<float> texture(0.0F, 1.0F);
        for (std::uint32_t n = 0; n < net.images; ++n) {
            const float mean = brightness(random);
            for (std::uint64_t i = 0; i < net.inputs; ++i) {
                pixels[n * net.inputs + i] = to_half(i % 8 < 3 ? mean + texture(random) : 0.0F);
            }
        }
    }
    double mean_loss() const {
        double sum = 0.0;
        for (std::uint32_t n = 0; n < net.images; ++n) {
            sum += net.loss[n];
        }
        return sum / net.images;
    }

    std::vector<Half> pixels;
    std::vector<float> values;
    Trivial net;
};

}  // namespace throughline::network
