// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/normalise.cuh"

namespace throughline::cuda {
// Named: nvcc writes into the names of what is in none where the file lay on this machine.
namespace normalise_detail {

constexpr unsigned kThreads = 256;

__global__ void normalise(NormaliseCall call) {
    const std::uint32_t pixels = call.images * call.out.height * call.out.width;
    const std::uint32_t step = gridDim.x * blockDim.x;
    for (std::uint32_t at = blockIdx.x * blockDim.x + threadIdx.x; at < pixels; at += step) {
        const std::uint32_t x = at % call.out.width;
        const std::uint32_t y = at / call.out.width % call.out.height;
        const std::uint32_t n = at / call.out.width / call.out.height;
        network::ImageView view;
        if (call.views != nullptr) {
            const TlGpuView& box = call.views[n];
            view = {box.left_px, box.top_px, box.mirrored != 0};
        }
        const std::uint8_t* const image =
            call.pixels + std::uint64_t{n} * call.height_px * call.width_px * 3;
        network::normalise_pixel(image, call.width_px, view, call.by, call.out, n, y, x);
    }
}

}  // namespace normalise_detail

cudaError_t launch_normalise(const NormaliseCall& call, cudaStream_t stream) {
    const std::uint64_t pixels = std::uint64_t{call.images} * call.out.height * call.out.width;
    if (pixels > kBatchPixelsMax) {
        return cudaErrorInvalidValue;
    }
    constexpr std::uint64_t kBlocksMax = 1U << 16U;
    using normalise_detail::kThreads;
    const std::uint64_t blocks = (pixels + kThreads - 1) / kThreads;
    normalise_detail::normalise<<<static_cast<unsigned>(blocks < kBlocksMax ? blocks : kBlocksMax),
                kThreads,
                0,
                stream>>>(call);
    return cudaGetLastError();
}

}  // namespace throughline::cuda
