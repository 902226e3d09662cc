// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "engine/network/device_program.h"
#include "engine/network/network_steps.h"
#include "tests/engine/network/host_launcher.h"

namespace throughline::network {

/// Host memory of a training program with a batch of noise. Results are not a number before they
/// are written, and so is what lies between them.
class TrainingMemory {
public:
    explicit TrainingMemory(const DeviceProgram& of)
        : program(of),
          results(of.result_elements, to_half(NAN)),
          weights(of.weight_elements),
          gradients(of.weight_elements),
          masters(of.weight_elements),
          momentum(of.weight_elements),
          statistics(of.statistics_elements, NAN),
          probabilities(probability_values(of.view()), NAN),
          loss(of.images, NAN),
          labels(of.images) {
        memory = {.results = results.data(),
                  .weights = weights.data(),
                  .probabilities = probabilities.data(),
                  .gradients = gradients.data(),
                  .masters = masters.data(),
                  .momentum = momentum.data(),
                  .statistics = statistics.data(),
                  .scale = &scale,
                  .loss = loss.data(),
                  .labels = labels.data()};
        run.images = of.images;
        fill_weights(program.view(), memory, run);
        std::mt19937 random(5);
        for (std::int32_t& label : labels) {
            label = static_cast<std::int32_t>(random() % of.classes);
        }
        std::normal_distribution<float> normal;
        const TlGpuTensor& first = of.steps[0].out;
        for (std::uint64_t pixel = 0; pixel < std::uint64_t{of.images} * first.height * first.width;
             ++pixel) {
            for (std::uint32_t c = 0; c < 3; ++c) {
                const Half value = to_half(normal(random));
                pixels.push_back(value);
                input.push_back(to_float(value));
            }
        }
    }
    TrainingMemory(const TrainingMemory&) = delete;
    TrainingMemory& operator=(const TrainingMemory&) = delete;

    /// Forward and backward, and the update if wanted. Returns: the mean loss.
    double step(bool updates) {
        const TlGpuTensor& first = program.steps[0].out;
        for (std::uint64_t i = 0; i < pixels.size() / 3; ++i) {
            Half* const pixel = results.data() + first.first + i * first.pixel_pitch;
            std::fill(pixel, pixel + first.channels, Half{});
            std::copy_n(pixels.data() + 3 * i, 3, pixel);
        }
        const auto end = static_cast<std::uint32_t>(program.steps.size()) - (updates ? 0U : 1U);
        run_network(program.view(), memory, program.images, run, {0, end});
        double sum = 0.0;
        for (const float one : loss) {
            sum += one;
        }
        return sum / program.images;
    }

    DeviceProgram program;
    std::vector<Half> results;
    std::vector<Half> weights;
    std::vector<Half> gradients;
    std::vector<float> masters;
    std::vector<float> momentum;
    std::vector<float> statistics;
    std::vector<float> probabilities;
    std::vector<float> loss;
    std::vector<std::int32_t> labels;
    std::vector<Half> pixels;   ///< [image, y, x, colour]
    std::vector<double> input;  ///< the same
    LossScale scale;
    NetworkMemory memory;
    HostLauncher run;
};

}  // namespace throughline::network
