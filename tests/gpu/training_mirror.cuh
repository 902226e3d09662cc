// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "engine/cuda/network_work.cuh"
#include "engine/network/device_program.h"
#include "tests/engine/network/host_launcher.h"
#include "tests/gpu/conv_places.cuh"

namespace throughline::gpu_check {

/// A program's memory on the host, step by step a copy of the device's.
class Mirror {
public:
    Mirror(const network::DeviceProgram& program, cuda::NetworkWork& work)
        : program_(program),
          work_(work),
          device_(work.memory()),
          results_(program.result_elements),
          weights_(program.weight_elements),
          gradients_(program.weight_elements),
          masters_(program.weight_elements),
          momentum_(program.weight_elements),
          statistics_(program.statistics_elements + 1),
          probabilities_(network::probability_values(program.view())),
          loss_(program.images) {
        host_ = {.results = results_.data(),
                 .weights = weights_.data(),
                 .probabilities = probabilities_.data(),
                 .gradients = gradients_.data(),
                 .masters = masters_.data(),
                 .momentum = momentum_.data(),
                 .statistics = statistics_.data(),
                 .scale = &scale_,
                 .loss = loss_.data()};
        run_.images = program.images;
        take_weights();
    }

    /// Runs a step on both. Returns: the worst error in units of what is tolerated.
    double compare(std::uint32_t index) {
        const TlGpuStep& step = program_.steps[index];
        for (const TlGpuTensor* tensor : {&step.in,
                                          &step.residual,
                                          &step.kept,
                                          &step.mask,
                                          &step.more[0],
                                          &step.more[1],
                                          &step.more[2]}) {
            // Of bytes half as much is there.
            const std::uint64_t count =
                std::min(span_of(*tensor, program_.images), results_.size() - tensor->first);
            fetch(results_, device_.results, tensor->first, count);
        }
        if (step.kind == kTlGpuStepUpdate) {
            fetch(gradients_, device_.gradients, 0, gradients_.size());
        }
        must(work_.run(program_.images, {index, index + 1}, nullptr));
        must(cudaDeviceSynchronize());
        switch (step.kind) {
            case kTlGpuStepConvolution:
            case kTlGpuStepConvDataGradient:
            case kTlGpuStepConvWeightGradient:
                return ConvPlaces(host_, device_, program_.images).worst(step);
            default:
                break;
        }
        run_network(program_.view(), host_, program_.images, run_, {index, index + 1});
        double worst = step.kind == kTlGpuStepUpdate ? compare_update() : compare_floats(step);
        worst = worse(worst, compare_tensor(step.out));
        if (step.kind == kTlGpuStepMaxPool) {
            worst = worse(worst, compare_choices(step.mask));
        }
        return worse(worst, compare_gradients(step));
    }

private:
    void take_weights() {
        fetch(weights_, device_.weights, 0, weights_.size());
        fetch(masters_, device_.masters, 0, masters_.size());
        fetch(momentum_, device_.momentum, 0, momentum_.size());
    }

    double compare_tensor(const TlGpuTensor& tensor) const {
        const std::uint64_t span = span_of(tensor, program_.images);
        std::vector<Half> got(span);
        if (span == 0) {
            return 0.0;
        }
        must(cudaMemcpy(got.data(),
                        device_.results + tensor.first,
                        span * sizeof(Half),
                        cudaMemcpyDeviceToHost));
        const Half* const expected = results_.data() + tensor.first;
        const auto is_own = [&](std::uint64_t i) {
            return i % tensor.pixel_pitch < tensor.channels;
        };
        return compare_values(
            span,
            [&](std::uint64_t i) { return is_own(i) ? double{to_float(got[i])} : 0.0; },
            [&](std::uint64_t i) { return is_own(i) ? double{to_float(expected[i])} : 0.0; },
            1e-3);
    }
    double compare_choices(const TlGpuTensor& mask) const {
        const std::uint64_t bytes =
            std::uint64_t{program_.images} * mask.height * mask.width * mask.pixel_pitch;
        std::vector<Half> got(bytes / sizeof(Half));
        must(cudaMemcpy(got.data(), device_.results + mask.first, bytes, cudaMemcpyDeviceToHost));
        const bool same = std::equal(got.begin(),
                                     got.end(),
                                     results_.begin() + static_cast<std::ptrdiff_t>(mask.first),
                                     [](Half a, Half b) { return a.bits == b.bits; });
        return same ? 0.0 : INFINITY;
    }
    /// What a step leaves beside its tensors: statistics, probabilities, losses.
    double compare_floats(const TlGpuStep& step) {
        const auto same = [](const std::vector<float>& got, const float* expected, double share) {
            return compare_values(
                got.size(),
                [&](std::uint64_t i) { return double{got[i]}; },
                [&](std::uint64_t i) { return double{expected[i]}; },
                share);
        };
        if (step.kind == kTlGpuStepNormStatistics || step.kind == kTlGpuStepNormGradientSums) {
            const std::uint32_t rows = step.kind == kTlGpuStepNormStatistics ? 4 : 6;
            const std::uint32_t channels = network::groups_of(step.in.channels) * network::kEight;
            double worst = 0.0;
            for (std::uint32_t row = 0; row < rows; ++row) {
                const std::uint64_t first = step.statistics + std::uint64_t{row} * channels;
                const auto got = fetched(device_.statistics + first, channels);
                worst = worse(worst, same(got, statistics_.data() + first, 2e-3));
                // The next steps begin with what the device has.
                std::copy(got.begin(),
                          got.end(),
                          statistics_.begin() + static_cast<std::ptrdiff_t>(first));
            }
            return worst;
        }
        if (step.kind == kTlGpuStepSoftmax) {
            const auto got = fetched(device_.probabilities, probabilities_.size());
            return same(got, probabilities_.data(), 1e-4);
        }
        return step.kind == kTlGpuStepLoss
                   ? same(fetched(device_.loss, loss_.size()), loss_.data(), 1e-4)
                   : 0.0;
    }
    double compare_gradients(const TlGpuStep& step) const {
        const bool of_norm = step.kind == kTlGpuStepNormGradientSums;
        if (!of_norm && (step.kind != kTlGpuStepReluGradient || step.bias == kTlGpuNoBias)) {
            return 0.0;
        }
        double worst = 0.0;
        for (const std::uint64_t first : {step.bias, of_norm ? step.weights : step.bias}) {
            const auto got = fetched(device_.gradients + first, step.in.channels);
            worst =
                worse(worst,
                      compare_values(
                          got.size(),
                          [&](std::uint64_t i) { return double{to_float(got[i])}; },
                          [&](std::uint64_t i) { return double{to_float(gradients_[first + i])}; },
                          5e-3));
        }
        return worst;
    }
    double compare_update() const {
        const auto got = fetched(device_.masters, masters_.size());
        const auto copies = fetched(device_.weights, weights_.size());
        double worst = 0.0;
        for (std::uint64_t i = 0; i < got.size(); ++i) {
            const double tolerated = 1e-5 * std::fabs(masters_[i]) + 1e-7;
            worst = worse(worst, std::fabs(double{got[i]} - masters_[i]) / tolerated);
            worst = copies[i].bits == network::to_half(got[i]).bits ? worst : INFINITY;
        }
        return worst;
    }

    const network::DeviceProgram& program_;
    cuda::NetworkWork& work_;
    network::NetworkMemory device_;
    std::vector<Half> results_;
    std::vector<Half> weights_;
    std::vector<Half> gradients_;
    std::vector<float> masters_;
    std::vector<float> momentum_;
    std::vector<float> statistics_;
    std::vector<float> probabilities_;
    std::vector<float> loss_;
    network::LossScale scale_;
    network::NetworkMemory host_;
    network::HostLauncher run_;
};

}  // namespace throughline::gpu_check
