// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <string>

#include "engine/cuda/exchange.cuh"
#include "engine/network/kernel_math.h"

namespace throughline::cuda {

/// A batch on the device, behind its normalisation.
struct WorkBatch {
    const network::Half* pixels = nullptr;
    const std::int32_t* labels = nullptr;  ///< null: none came
    std::uint32_t images = 0;
    float* loss = nullptr;  ///< gets the loss of each image; training only
    /// Training: what averages the gradients over all GPUs, behind the backward pass and before the
    /// update; null: this GPU trains alone.
    Exchange* exchange = nullptr;
};

/// What a session does with normalised pixels.
class Work {
public:
    virtual ~Work() = default;
    /// Where it wants them: in `own`, the session's tensor, or in memory of its own.
    virtual network::TensorView input(const network::TensorView& own) const { return own; }
    /// One step, launched on the stream. Captured once for each place that a batch may have, and
    /// replayed: whatever differs from step to step lies in memory of the device, and nothing is
    /// allocated or asked for. Errors: the first launch that failed.
    virtual cudaError_t step(const WorkBatch& batch, cudaStream_t stream) = 0;
    /// As it was made, launched on the stream: what steps have learned is forgotten.
    virtual cudaError_t reset(cudaStream_t /*stream*/) { return cudaSuccess; }
    /// More about a step that failed; "" = the code says it all.
    virtual std::string failure() const { return {}; }
    /// What of it belongs into the record, in whole sentences; "" = nothing.
    virtual std::string remarks() const { return {}; }
};

}  // namespace throughline::cuda
