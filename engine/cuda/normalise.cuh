// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "engine/consumer/gpu_plugin_abi.h"
#include "engine/network/kernel_math.h"

namespace throughline::cuda {

struct NormaliseCall {
    const std::uint8_t* pixels = nullptr;  ///< [images, height_px, width_px, 3], on the device
    std::uint32_t images = 0;
    std::uint32_t width_px = 0;  ///< of the stored pictures
    std::uint32_t height_px = 0;
    const TlGpuView* views = nullptr;  ///< on the device; null: as they are
    network::Normalisation by{};
    network::TensorView out{};  ///< fp16 NHWC, on the device
};

/// Of a batch: pixels are counted in short numbers, which devices divide several times as fast.
constexpr std::uint64_t kBatchPixelsMax = 1ULL << 31U;

/// uint8 to fp16 NHWC with crop and flip, a thread a pixel, at most kBatchPixelsMax of them.
/// Errors: those of the launch; cudaErrorInvalidValue where there are more.
cudaError_t launch_normalise(const NormaliseCall& call, cudaStream_t stream);

}  // namespace throughline::cuda
