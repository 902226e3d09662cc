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
        return run(batch.images, {}, stream);
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
        if (code) {
            return code;
        }
        memory_ = {results_.get(), weights_.get(), probabilities_.get()};
        Launcher fill(stream);
        fill_weights(program_, memory_, fill);
        return fill.failure();
    }
    const TlGpuProgram& program() const noexcept { return program_; }

private:
    std::vector<TlGpuStep> steps_;
    TlGpuProgram program_{};
    DeviceMemory<network::Half> results_;
    DeviceMemory<network::Half> weights_;
    DeviceMemory<float> probabilities_;
    network::NetworkMemory memory_;
};

}  // namespace throughline::cuda
