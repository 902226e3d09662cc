// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <memory>
#include <string>

#include "engine/consumer/gpu_plugin_abi.h"
#include "engine/cuda/program_work.cuh"

namespace throughline::cuda {

class ConvPlans;

/// A network of the catalogue on a device, run or trained as its program says: convolutions and
/// dense layers by cuDNN, which is opened by name, the rest by kernels of ours.
class NetworkWork final : public ProgramWork {
public:
    NetworkWork();
    NetworkWork(const NetworkWork&) = delete;
    NetworkWork& operator=(const NetworkWork&) = delete;
    ~NetworkWork() override;

    /// Takes the memory, makes weights up and finds a plan for every convolution, which takes
    /// seconds. The program is copied.
    /// `trial`: takes the memory only, and can run nothing.
    std::int32_t make(const TlGpuProgram& program,
                      bool trial,
                      cudaStream_t stream,
                      TlGpuError* error);

    cudaError_t run(std::uint32_t images, network::StepRange range, cudaStream_t stream) override;
    /// How its convolutions run; null in a build without cuDNN.
    const ConvPlans* convolutions() const noexcept;
    /// What cuDNN said.
    std::string failure() const override { return failure_; }

private:
    struct Impl;
    class Runner;

    std::unique_ptr<Impl> impl_;
    std::string failure_;
};

}  // namespace throughline::cuda
