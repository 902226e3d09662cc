// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <memory>
#include <string>

#include "engine/cuda/conv_graph.cuh"
#include "engine/cuda/conv_proposals.cuh"
#include "engine/network/conv_descriptor.h"
#include "engine/network/network_steps.h"

namespace throughline::cuda {

/// A stream of a device with cuDNN, and the room that its kernels share.
struct CudnnStream {
    const CudnnApi* api = nullptr;
    cudnnHandle_t handle = nullptr;
    cudaStream_t stream = nullptr;
    void* workspace = nullptr;
    std::uint64_t workspace_bytes = 0;
};

/// The memory of a convolution's tensors; of its gradients x, w or y may be dx, dw, dy.
struct ConvPointers {
    void* x = nullptr;
    void* w = nullptr;
    void* bias = nullptr;      ///< null: none
    void* residual = nullptr;  ///< null: none
    void* y = nullptr;
};
ConvPointers pointers_of(const network::ConvDescriptor& conv, const network::NetworkMemory& memory);

/// Tells cuDNN which memory stands for which tensor. Returns: "" or what cuDNN says.
std::string bind_pointers(const CudnnStream& on,
                          const ConvPointers& memory,
                          CudnnDescriptor& pointers);

/// How cuDNN runs a convolution here; those of one shape share it.
struct ConvPlan {
    std::shared_ptr<const ConvGraph> graph{};  ///< that it was made from; null: from JSON
    CudnnDescriptor config{};
    CudnnDescriptor plan{};
    EngineFacts engine{};
    std::uint64_t workspace_bytes = 0;
    double seconds = 0.0;   ///< of one run, of the noise that it was timed on; 0: it was not timed
    std::size_t tried = 0;  ///< how many engines it is the fastest of; 0: it was kept from before

    /// Returns: "" or what cuDNN says.
    std::string run(const CudnnStream& on, const CudnnDescriptor& pointers) const;
};

}  // namespace throughline::cuda
