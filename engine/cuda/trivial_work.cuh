// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "engine/cuda/device_memory.cuh"
#include "engine/network/trivial_kernels.h"

namespace throughline::cuda {

/// The network Trivial on a device: its weights, and room for one batch.
class TrivialWork {
public:
    struct Sizes {
        std::uint32_t images = 0;  ///< most of a batch
        std::uint64_t inputs = 0;  ///< values of an image
        bool training = false;
    };
    /// Takes the memory and sets the weights to begin with.
    cudaError_t make(const Sizes& sizes, cudaStream_t stream);

    /// One step on `images` of `pixels`. `labels` may be null; `loss` gets the loss of each image
    /// when training. All are on the device.
    cudaError_t step(const network::Half* pixels,
                     const std::int32_t* labels,
                     std::uint32_t images,
                     float* loss,
                     cudaStream_t stream) const;

private:
    Sizes sizes_;
    DeviceMemory<float> memory_;
    network::Trivial net_;
};

}  // namespace throughline::cuda
