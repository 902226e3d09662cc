// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstdint>

#include "engine/network/eight.h"
#include "engine/network/network_memory.h"
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

/// How the channels and pixels of a tensor are shared out: a thread has eight channels, and a
/// warp's threads have neighbouring ones; blocks along x have other channels, those along y other
/// pixels.
struct Shares {
    dim3 blocks;
    dim3 threads;
};
inline Shares shares_of(std::uint32_t pixels,
                        std::uint32_t groups,
                        std::uint32_t pixels_each,
                        std::uint32_t blocks_max) {
    const std::uint32_t strips = (groups + kWarp - 1) / kWarp;
    const std::uint32_t wide = (groups + strips - 1) / strips;
    const std::uint32_t high = kThreads / wide;
    const std::uint64_t wanted =
        (std::uint64_t{pixels} + std::uint64_t{high} * pixels_each - 1) / (high * pixels_each);
    const std::uint64_t most = blocks_max / strips > 0 ? blocks_max / strips : 1;
    return {dim3(strips, static_cast<unsigned>(wanted < most ? wanted : most)), dim3(wide, high)};
}

template <class Function>
__global__ void __launch_bounds__(kThreads)
    columns(std::uint32_t pixels, std::uint32_t groups, Function function) {
    const std::uint32_t group = blockIdx.x * blockDim.x + threadIdx.x;
    if (group >= groups) {
        return;
    }
    const auto of = function.of(group);
    const std::uint32_t step = gridDim.y * blockDim.y;
    for (std::uint32_t pixel = blockIdx.y * blockDim.y + threadIdx.y; pixel < pixels;
         pixel += step) {
        function(of, pixel);
    }
}

/// So many blocks of sums() a processor has at work at once; there are no more, so that all of them
/// end at about the same time.
constexpr unsigned kSumBlocksEach = 3;

/// Both sums of a block's channels, to [gridDim.y][2][channels].
template <class Function>
__global__ void __launch_bounds__(kThreads, kSumBlocksEach)
    sums(std::uint32_t pixels, std::uint32_t channels, float* partials, Function function) {
    using network::kEight;
    constexpr unsigned kBoth = 2 * kEight;
    // A few more than there are threads, so that eight channels lie in different banks.
    constexpr unsigned kRow = kThreads + 4;
    __shared__ float shared[kBoth * kRow];
    const unsigned wide = blockDim.x;
    const unsigned high = blockDim.y;
    const std::uint32_t group = blockIdx.x * wide + threadIdx.x;
    network::Eight first{};
    network::Eight second{};
    if (group * kEight < channels) {
        const auto of = function.of(group);
        const std::uint32_t step = gridDim.y * high;
#pragma unroll(Function::kUnrolled)
        for (std::uint32_t pixel = blockIdx.y * high + threadIdx.y; pixel < pixels; pixel += step) {
            function(of, pixel, first, second);
        }
    }
    for (unsigned i = 0; i < kEight; ++i) {
        shared[i * kRow + threadIdx.y * wide + threadIdx.x] = first.v[i];
        shared[(kEight + i) * kRow + threadIdx.y * wide + threadIdx.x] = second.v[i];
    }
    __syncthreads();
    const unsigned thread = threadIdx.y * wide + threadIdx.x;
    for (unsigned out = thread; out < kBoth * wide; out += wide * high) {
        // Neighbouring threads have neighbouring channels.
        const unsigned which = out / (kEight * wide);
        const unsigned channel = out % (kEight * wide);
        const float* const from =
            shared + (which * kEight + channel % kEight) * kRow + channel / kEight;
        float sum = 0.0F;
        for (unsigned y = 0; y < high; ++y) {
            sum += from[y * wide];
        }
        const std::uint32_t at = blockIdx.x * wide * kEight + channel;
        if (at < channels) {
            partials[(std::uint64_t{blockIdx.y} * 2 + which) * channels + at] = sum;
        }
    }
}

/// A block a warp of channels: adds up what the blocks of sums() left, and passes it on.
template <class Finish>
__global__ void __launch_bounds__(kWarp* kWarp) finish_sums(std::uint32_t blocks,
                                                            std::uint32_t channels,
                                                            const float* partials,
                                                            Finish finish) {
    __shared__ float shared[2][kWarp][kWarp + 1];
    const std::uint32_t channel = blockIdx.x * kWarp + threadIdx.x;
    float first = 0.0F;
    float second = 0.0F;
    if (channel < channels) {
#pragma unroll 4
        for (std::uint32_t block = threadIdx.y; block < blocks; block += kWarp) {
            const float* const from = partials + std::uint64_t{block} * 2 * channels + channel;
            first += from[0];
            second += from[channels];
        }
    }
    shared[0][threadIdx.y][threadIdx.x] = first;
    shared[1][threadIdx.y][threadIdx.x] = second;
    __syncthreads();
    // A warp a channel from here on.
    first = shared[0][threadIdx.x][threadIdx.y];
    second = shared[1][threadIdx.x][threadIdx.y];
    for (unsigned away = kWarp / 2; away > 0; away /= 2) {
        first += __shfl_down_sync(0xFFFFFFFFU, first, away);
        second += __shfl_down_sync(0xFFFFFFFFU, second, away);
    }
    const std::uint32_t own = blockIdx.x * kWarp + threadIdx.y;
    if (threadIdx.x == 0 && own < channels) {
        finish(own, first, second);
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

/// Carries the launches of network/trivial.h and network/network_steps.h out on a stream, but for
/// convolutions. Errors: the first one is kept.
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
    /// See network/element_steps.h.
    template <class Function>
    void columns(std::uint32_t pixels, std::uint32_t groups, Function function) {
        // So many that what a thread begins with costs little, and all of the device is at work.
        constexpr std::uint32_t kPixelsEach = 8;
        constexpr std::uint32_t kBlocksMax = 1U << 15U;
        const auto shares = launcher_detail::shares_of(pixels, groups, kPixelsEach, kBlocksMax);
        launcher_detail::columns<<<shares.blocks, shares.threads, 0, stream_>>>(
            pixels, groups, function);
        note();
    }
    /// See network/norm_steps.h. `partials`: network::kPartialValues.
    template <class Function, class Finish>
    void sums(std::uint32_t pixels,
              std::uint32_t channels,
              float* partials,
              Function function,
              Finish finish) {
        using launcher_detail::kWarp;
        constexpr std::uint32_t kPixelsEach = 8;
        const std::uint32_t blocks_max =
            std::min(network::kSumBlocksMax, launcher_detail::kSumBlocksEach * processors());
        const auto shares = launcher_detail::shares_of(
            pixels, network::groups_of(channels), kPixelsEach, blocks_max);
        launcher_detail::sums<<<shares.blocks, shares.threads, 0, stream_>>>(
            pixels, channels, partials, function);
        note();
        launcher_detail::
            finish_sums<<<(channels + kWarp - 1) / kWarp, dim3(kWarp, kWarp), 0, stream_>>>(
                shares.blocks.y, channels, partials, finish);
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
    /// Of the current device.
    std::uint32_t processors() {
        int device = 0;
        int count = 1;
        cudaError_t code = cudaGetDevice(&device);
        code = code ? code : cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device);
        failure_ = failure_ == cudaSuccess ? code : failure_;
        return static_cast<std::uint32_t>(count);
    }
    void note() {
        const cudaError_t code = cudaGetLastError();
        failure_ = failure_ == cudaSuccess ? code : failure_;
    }

    cudaStream_t stream_;
    cudaError_t failure_ = cudaSuccess;
};

}  // namespace throughline::cuda
