// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <memory>
#include <string>

#include "engine/consumer/gpu_plugin_abi.h"
#include "engine/cuda/work.cuh"
#include "engine/network/network_steps.h"

namespace throughline::cuda {

/// A network of the catalogue on a device, inference: convolutions and dense layers by cuDNN, which
/// is opened by name, the rest by kernels of ours.
class NetworkWork final : public Work {
public:
    NetworkWork();
    NetworkWork(const NetworkWork&) = delete;
    NetworkWork& operator=(const NetworkWork&) = delete;
    ~NetworkWork() override;

    /// Takes the memory, makes weights up and finds a plan for every convolution, which takes
    /// seconds. The program is copied.
    std::int32_t make(const TlGpuProgram& program, cudaStream_t stream, TlGpuError* error);

    network::TensorView input(const network::TensorView& own) const override;
    /// Plans are for whole batches: of a smaller one the rest is computed as well.
    cudaError_t step(const WorkBatch& batch, cudaStream_t stream) override;
    /// Some steps of it, for checks of each one.
    cudaError_t run(std::uint32_t images, network::StepRange range, cudaStream_t stream);
    network::NetworkMemory memory() const;
    /// What cuDNN said.
    std::string failure() const override { return failure_; }

private:
    struct Impl;
    class Runner;

    std::unique_ptr<Impl> impl_;
    std::string failure_;
};

}  // namespace throughline::cuda
