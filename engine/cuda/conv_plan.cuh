// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/cuda/conv_graph.cuh"
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

/// How cuDNN runs a convolution fastest here; convolutions of one shape share it.
class ConvPlan {
public:
    /// Tries what cuDNN's heuristics propose, a few of them, on the tensors of `conv` themselves,
    /// and keeps the fastest; waits for the device. Returns: "" or why there is none.
    static std::string make(const CudnnStream& on,
                            const network::ConvDescriptor& conv,
                            const network::NetworkMemory& memory,
                            std::unique_ptr<ConvPlan>& plan);

    /// `pointers`: see bind_pointers(). Returns: "" or what cuDNN says.
    std::string run(const CudnnStream& on, const CudnnDescriptor& pointers) const;

private:
    struct Candidate {
        CudnnDescriptor config;
        CudnnDescriptor plan;
        double seconds = 0.0;
    };

    static bool time(const CudnnStream& on, Candidate& candidate, const CudnnDescriptor& pointers);

    std::unique_ptr<ConvGraph> graph_;
    Candidate chosen_;
};

/// Tells cuDNN which memory stands for which tensor. Returns: "" or what cuDNN says.
std::string bind_pointers(const CudnnStream& on,
                          const ConvPointers& memory,
                          CudnnDescriptor& pointers);

}  // namespace throughline::cuda
