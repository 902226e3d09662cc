// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "engine/cuda/device_memory.cuh"
#include "engine/cuda/work.cuh"
#include "engine/network/trivial_kernels.h"

namespace throughline::cuda {

/// The network Trivial on a device: its weights, and room for one batch.
class TrivialWork final : public Work {
public:
    struct Sizes {
        std::uint32_t images = 0;  ///< most of a batch
        std::uint64_t inputs = 0;  ///< values of an image
        bool training = false;
    };
    /// Takes the memory and sets the weights to begin with.
    cudaError_t make(const Sizes& sizes, cudaStream_t stream);

    cudaError_t reset(cudaStream_t stream) override;
    cudaError_t step(const WorkBatch& batch, cudaStream_t stream) override;

private:
    Sizes sizes_;
    std::uint64_t parameters_ = 0;  ///< values of memory_, from its beginning
    DeviceMemory<float> memory_;
    network::Trivial net_;
};

}  // namespace throughline::cuda
