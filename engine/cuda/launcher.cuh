// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "engine/network/product.h"

namespace throughline::cuda {
namespace launcher_detail {

constexpr unsigned kThreads = 256;
constexpr unsigned kWarp = 32;

template <class Function>
__global__ void each(std::uint64_t count, Function function) {
    const std::uint64_t step = std::uint64_t{gridDim.x} * blockDim.x;
    for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count;
         i += step) {
        function(i);
    }
}

/// A block a row, a thread a lane.
template <class Rows>
__global__ void rows(Rows all) {
    __shared__ float of_warp[kThreads / kWarp];
    const auto reduce = [](float value) {
        for (unsigned away = kWarp / 2; away > 0; away /= 2) {
            value = Rows::combine(value, __shfl_down_sync(0xFFFFFFFFU, value, away));
        }
        return value;
    };
    const float mine = reduce(all.partial(blockIdx.x, threadIdx.x, blockDim.x));
    if (threadIdx.x % kWarp == 0) {
        of_warp[threadIdx.x / kWarp] = mine;
    }
    __syncthreads();
    if (threadIdx.x < kWarp) {
        const float value =
            reduce(threadIdx.x < kThreads / kWarp ? of_warp[threadIdx.x] : Rows::start());
        if (threadIdx.x == 0) {
            all.finish(blockIdx.x, value);
        }
    }
}

// A block makes a square of the result, a thread a smaller square of that.
constexpr unsigned kTile = 64;
constexpr unsigned kDepth = 16;
constexpr unsigned kSide = 16;  ///< threads along a side of the tile
constexpr unsigned kEach = kTile / kSide;

/// Takes a piece [kTile, kDepth] of a matrix in, 0 beyond its ends. Neighbouring threads take
/// neighbouring values, along whichever side they lie next to each other.
__device__ inline void load(const float* from,
                            std::uint32_t lines,
                            std::uint32_t depth,
                            std::uint64_t line_distance,
                            std::uint64_t depth_distance,
                            std::uint32_t first_line,
                            std::uint32_t first_depth,
                            float (&piece)[kDepth][kTile + 1]) {
    for (unsigned i = threadIdx.x; i < kTile * kDepth; i += kThreads) {
        const bool deep = depth_distance == 1;
        const unsigned k = deep ? i % kDepth : i / kTile;
        const unsigned line = deep ? i / kDepth : i % kTile;
        const bool inside = first_line + line < lines && first_depth + k < depth;
        piece[k][line] =
            inside ? from[(first_line + line) * line_distance + (first_depth + k) * depth_distance]
                   : 0.0F;
    }
}

static __global__ void product(network::Product by) {
    __shared__ float a[kDepth][kTile + 1];
    __shared__ float b[kDepth][kTile + 1];
    const unsigned x = threadIdx.x % kSide;
    const unsigned y = threadIdx.x / kSide;
    float sums[kEach][kEach] = {};
    for (std::uint32_t first = 0; first < by.depth; first += kDepth) {
        load(by.a, by.rows, by.depth, by.a_row, by.a_depth, blockIdx.y * kTile, first, a);
        load(by.b, by.columns, by.depth, by.b_column, by.b_depth, blockIdx.x * kTile, first, b);
        __syncthreads();
        for (unsigned k = 0; k < kDepth; ++k) {
            for (unsigned i = 0; i < kEach; ++i) {
                for (unsigned j = 0; j < kEach; ++j) {
                    sums[i][j] += a[k][y + i * kSide] * b[k][x + j * kSide];
                }
            }
        }
        __syncthreads();
    }
    for (unsigned i = 0; i < kEach; ++i) {
        for (unsigned j = 0; j < kEach; ++j) {
            const std::uint32_t row = blockIdx.y * kTile + y + i * kSide;
            const std::uint32_t column = blockIdx.x * kTile + x + j * kSide;
            if (row < by.rows && column < by.columns) {
                finish_product(by, row, column, sums[i][j]);
            }
        }
    }
}

}  // namespace launcher_detail

/// Carries the launches of network/trivial.h out on a stream. Errors: the first one is kept.
class Launcher {
public:
    explicit Launcher(cudaStream_t stream) : stream_(stream) {}

    template <class Function>
    void each(std::uint64_t count, Function function) {
        constexpr std::uint64_t kBlocksMax = 1U << 16U;
        const std::uint64_t blocks =
            (count + launcher_detail::kThreads - 1) / launcher_detail::kThreads;
        launcher_detail::each<<<static_cast<unsigned>(blocks < kBlocksMax ? blocks : kBlocksMax),
                                launcher_detail::kThreads,
                                0,
                                stream_>>>(count, function);
        note();
    }
    template <class Rows>
    void rows(std::uint32_t count, Rows all) {
        launcher_detail::rows<<<count, launcher_detail::kThreads, 0, stream_>>>(all);
        note();
    }
    void product(const network::Product& by) {
        using launcher_detail::kTile;
        const dim3 tiles((by.columns + kTile - 1) / kTile, (by.rows + kTile - 1) / kTile);
        launcher_detail::product<<<tiles, launcher_detail::kThreads, 0, stream_>>>(by);
        note();
    }

    cudaError_t failure() const noexcept { return failure_; }

private:
    void note() {
        const cudaError_t code = cudaGetLastError();
        failure_ = failure_ == cudaSuccess ? code : failure_;
    }

    cudaStream_t stream_;
    cudaError_t failure_ = cudaSuccess;
};

}  // namespace throughline::cuda
