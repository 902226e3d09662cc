// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <vector>

#include "engine/consumer/gpu_plugin_abi.h"
#include "engine/cuda/device_memory.cuh"
#include "engine/cuda/launcher.cuh"
#include "engine/cuda/work.cuh"
#include "engine/network/network_steps.h"

namespace throughline::cuda {

/// A program on a device: its steps, and the memory that they work on.
class ProgramWork : public Work {
public:
    network::TensorView input(const network::TensorView& /*own*/) const final {
        return network::step_detail::view_of(steps_.front().out, memory_.results);
    }
    /// Plans are for whole batches: of a smaller one the rest is computed as well.
    cudaError_t step(const WorkBatch& batch, cudaStream_t stream) final {
        memory_.labels = batch.labels;
        memory_.loss = batch.loss == nullptr ? own_loss_.get() : batch.loss;
        if (batch.exchange == nullptr || program_.trains == 0) {
            return run(batch.images, {}, stream);
        }
        // Where a gradient overflowed, the mean is no number either: all leave the step out.
        const std::uint32_t update = program_.step_count - 1;
        cudaError_t code = run(batch.images, {0, update}, stream);
        code =
            code ? code
                 : batch.exchange->all_reduce(
                       gradients_.get(), program_.weight_elements, Exchange::Type::Float16, stream);
        return code ? code : run(batch.images, {update, update + 1}, stream);
    }
    cudaError_t reset(cudaStream_t stream) final {
        Launcher fill(stream);
        fill_weights(program_, memory_, fill);
        return fill.failure();
    }
    /// Some steps of it, for checks of each one.
    virtual cudaError_t run(std::uint32_t images,
                            network::StepRange range,
                            cudaStream_t stream) = 0;
    network::NetworkMemory memory() const noexcept { return memory_; }

protected:
    /// Copies the program, takes its memory and makes its weights up.
    cudaError_t take(const TlGpuProgram& program, cudaStream_t stream) {
        steps_.assign(program.steps, program.steps + program.step_count);
        program_ = program;
        program_.steps = steps_.data();
        cudaError_t code = allocate(results_, program.result_elements);
        code = code ? code : allocate(weights_, program.weight_elements);
        code = code ? code : allocate(probabilities_, network::probability_values(program));
        code =
            code ? code
                 : cudaMemsetAsync(
                       results_.get(), 0, program.result_elements * sizeof(network::Half), stream);
        code = code || program.trains == 0 ? code : take_training(program, stream);
        if (code) {
            return code;
        }
        memory_ = {.results = results_.get(),
                   .weights = weights_.get(),
                   .probabilities = probabilities_.get(),
                   .gradients = gradients_.get(),
                   .masters = masters_.get(),
                   .momentum = momentum_.get(),
                   .statistics = statistics_.get(),
                   .partials = partials_.get(),
                   .scale = scale_.get(),
                   .loss = own_loss_.get()};
        return reset(stream);
    }
    const TlGpuProgram& program() const noexcept { return program_; }

private:
    cudaError_t take_training(const TlGpuProgram& program, cudaStream_t stream) {
        cudaError_t code = allocate(gradients_, program.weight_elements);
        code = code ? code : allocate(masters_, program.weight_elements);
        code = code ? code : allocate(momentum_, program.weight_elements);
        code =
            code ? code : allocate(statistics_, program.statistics_elements + 1);  // without norms
        code = code ? code : allocate(partials_, network::kPartialValues);
        code = code ? code : allocate(scale_, 1);
        code = code ? code : allocate(own_loss_, program.images);
        // What lies between two pieces of weights is learned too, as 0.
        return code ? code
                    : cudaMemsetAsync(weights_.get(),
                                      0,
                                      program.weight_elements * sizeof(network::Half),
                                      stream);
    }

    std::vector<TlGpuStep> steps_;
    TlGpuProgram program_{};
    DeviceMemory<network::Half> results_;
    DeviceMemory<network::Half> weights_;
    DeviceMemory<float> probabilities_;
    DeviceMemory<network::Half> gradients_;  ///< training only, like all below
    DeviceMemory<float> masters_;
    DeviceMemory<float> momentum_;
    DeviceMemory<float> statistics_;
    DeviceMemory<float> partials_;
    DeviceMemory<network::LossScale> scale_;
    DeviceMemory<float> own_loss_;  ///< where a batch brings no place for it
    network::NetworkMemory memory_;
};

}  // namespace throughline::cuda
