// SPDX-License-Identifier: Apache-2.0
#include "engine/cuda/normalise.cuh"

namespace throughline::cuda {
// Named: nvcc writes into the names of what is in none where the file lay on this machine.
namespace normalise_detail {

constexpr unsigned kThreads = 256;

/// Pixels of 8 channels, 16 bytes: made in registers, and stored at once.
constexpr std::uint32_t kStored = 8;

__device__ inline void store_pixel(const std::uint8_t* from,
                                   const network::Normalisation& by,
                                   network::Half* to) {
    const std::uint32_t red = network::normalised(from[0], by, 0).bits;
    const std::uint32_t green = network::normalised(from[1], by, 1).bits;
    const std::uint32_t blue = network::normalised(from[2], by, 2).bits;
    *reinterpret_cast<uint4*>(to) = make_uint4(red | green << 16U, blue, 0, 0);
}

template <bool kAtOnce>
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
        if constexpr (kAtOnce) {
            store_pixel(network::viewed_pixel(image, call.width_px, view, call.out.width, y, x),
                        call.by,
                        call.out.at(n, y, x));
        } else {
            network::normalise_pixel(image, call.width_px, view, call.by, call.out, n, y, x);
        }
    }
}

}  // namespace normalise_detail

cudaError_t launch_normalise(const NormaliseCall& call, cudaStream_t stream) {
    const std::uint64_t pixels = std::uint64_t{call.images} * call.out.height * call.out.width;
    if (pixels > kBatchPixelsMax) {
        return cudaErrorInvalidValue;
    }
    constexpr std::uint64_t kBlocksMax = 1U << 16U;
    using normalise_detail::kStored;
    using normalise_detail::kThreads;
    const std::uint64_t blocks = (pixels + kThreads - 1) / kThreads;
    const bool at_once = call.out.channels == kStored && call.out.pixel_pitch % kStored == 0 &&
                         reinterpret_cast<std::uintptr_t>(call.out.data) % sizeof(uint4) == 0;
    auto* const kernel =
        at_once ? normalise_detail::normalise<true> : normalise_detail::normalise<false>;
    kernel<<<static_cast<unsigned>(blocks < kBlocksMax ? blocks : kBlocksMax),
             kThreads,
             0,
             stream>>>(call);
    return cudaGetLastError();
}

}  // namespace throughline::cuda
