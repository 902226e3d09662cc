// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/network/half.h"
#include "engine/network/program_abi.h"

namespace throughline::network {

/// What the gradients are multiplied by, so that small ones are not lost in fp16, and how it went.
/// One of them lies on the device, and only its kernels change it.
struct LossScale {
    float scale = 1024.0F;
    std::uint32_t overflowed = 0;  ///< in this step: a gradient is not finite
    std::uint32_t clean = 0;       ///< steps since the scale was changed or one was left out
    std::uint32_t skipped = 0;     ///< steps that were left out
    std::uint64_t steps = 0;       ///< all
};

/// Where a program's tensors are.
struct NetworkMemory {
    Half* results = nullptr;
    Half* weights = nullptr;
    float* probabilities = nullptr;  ///< [images, classes], and room behind it: see below
    Half* gradients = nullptr;       ///< of the weights, where a program trains, as all below
    float* masters = nullptr;        ///< the weights themselves; `weights` are their copies
    float* momentum = nullptr;       ///< laid out like the weights
    float* statistics = nullptr;     ///< of the norms: see TlGpuStep::statistics
    float* partials = nullptr;       ///< kPartialValues: sums of blocks on their way
    LossScale* scale = nullptr;
    float* loss = nullptr;                 ///< [images]
    const std::int32_t* labels = nullptr;  ///< as in Trivial
};

/// Values of NetworkMemory::probabilities: behind them the largest logit and the sum of an image.
inline std::uint64_t probability_values(const TlGpuProgram& program) {
    return std::uint64_t{program.images} * (program.classes + 2);
}

/// Of the blocks of a device that share a reduction, and what their sums take: two for each of the
/// channels of a block, of which it has 256 or fewer.
constexpr std::uint32_t kSumBlocksMax = 1024;
constexpr std::uint64_t kPartialValues = std::uint64_t{kSumBlocksMax} * 2 * 256;

}  // namespace throughline::network
