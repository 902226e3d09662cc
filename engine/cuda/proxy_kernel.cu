// SPDX-License-Identifier: Apache-2.0
#include <cuda_fp16.h>
#include <mma.h>

#include <cstdint>

#include "engine/cuda/proxy_kernel.cuh"

namespace throughline::cuda {
using network::Half;
using network::ProxyProduct;

// Named: nvcc writes into the names of what is in none where the file lay on this machine.
namespace proxy_kernel_detail {

// A block makes a tile of the result, each of its warps a smaller one, of 2 x 2 fragments.
constexpr unsigned kThreads = 256;
constexpr unsigned kWarp = 32;
constexpr unsigned kTileRows = 128;
constexpr unsigned kTileColumns = 64;
constexpr unsigned kTileDepth = 32;
constexpr unsigned kFragment = 16;
constexpr unsigned kWarpSide = 2 * kFragment;
constexpr unsigned kWarpsAcross = kTileColumns / kWarpSide;
static_assert(kThreads / kWarp == kWarpsAcross * (kTileRows / kWarpSide));
/// Values of a 16-byte load.
constexpr unsigned kPack = 8;
/// Distances in shared memory: padded, so that rows begin in different banks.
constexpr unsigned kTileRow = kTileDepth + kPack;
constexpr unsigned kSumsRow = kFragment + 4;

/// What a thread carries of the next tiles while the block computes these.
struct Ahead {
    uint4 a[kTileRows * kTileDepth / kPack / kThreads];
    uint4 b[kTileColumns * kTileDepth / kPack / kThreads];
};

__device__ uint4 pack_at(const Half* values) {
    return *reinterpret_cast<const uint4*>(values);
}

/// Zeros beyond the ends of the matrices.
__device__ void fetch(const ProxyProduct& by,
                      std::uint64_t first_row,
                      std::uint32_t first_column,
                      std::uint32_t first_depth,
                      Ahead& next) {
    constexpr unsigned kPacks = kTileDepth / kPack;
    const unsigned lane = threadIdx.x % kPacks;
    const std::uint32_t k = first_depth + lane * kPack;
    unsigned line = threadIdx.x / kPacks;
    for (uint4& pack : next.a) {
        const std::uint64_t row = first_row + line;
        const bool inside = row < by.rows && k < by.depth;
        pack = inside ? pack_at(network::proxy_row(by, row) + k) : uint4{0, 0, 0, 0};
        line += kThreads / kPacks;
    }
    line = threadIdx.x / kPacks;
    for (uint4& pack : next.b) {
        const std::uint32_t column = first_column + line;
        const bool inside = column < by.columns && k < by.depth;
        pack = inside ? pack_at(by.b + std::uint64_t{column} * by.depth + k) : uint4{0, 0, 0, 0};
        line += kThreads / kPacks;
    }
}

/// Rows of 32-byte multiples, as fragments are loaded from. The bits of fp16 values: shared memory
/// begins with nothing, which not every compiler takes a Half for.
struct Tiles {
    alignas(32) std::uint16_t a[kTileRows][kTileRow];
    alignas(32) std::uint16_t b[kTileColumns][kTileRow];
};

__device__ void put(const Ahead& next, Tiles& tiles) {
    constexpr unsigned kPacks = kTileDepth / kPack;
    const unsigned at = threadIdx.x % kPacks * kPack;
    unsigned line = threadIdx.x / kPacks;
    for (const uint4& pack : next.a) {
        *reinterpret_cast<uint4*>(&tiles.a[line][at]) = pack;
        line += kThreads / kPacks;
    }
    line = threadIdx.x / kPacks;
    for (const uint4& pack : next.b) {
        *reinterpret_cast<uint4*>(&tiles.b[line][at]) = pack;
        line += kThreads / kPacks;
    }
}

/// A lane of the warp finishes half a row of a fragment and stores it in one go.
__device__ void finish(const ProxyProduct& by,
                       const float (&sums)[kFragment][kSumsRow],
                       std::uint64_t first_row,
                       std::uint32_t first_column) {
    const unsigned lane = threadIdx.x % kWarp;
    const unsigned line = lane / 2;
    const unsigned at = lane % 2 * kPack;
    const std::uint64_t row = first_row + line;
    const std::uint32_t column = first_column + at;
    if (row >= by.rows || column >= by.columns) {
        return;
    }
    alignas(16) Half values[kPack];
    for (unsigned i = 0; i < kPack; ++i) {
        values[i] = network::proxy_value(by, row, column + i, sums[line][at + i]);
    }
    *reinterpret_cast<uint4*>(by.c + row * by.c_row + column) =
        *reinterpret_cast<const uint4*>(values);
}

/// Loops over fragments are unrolled, or these would lie in memory instead of registers.
__global__ void __launch_bounds__(kThreads) multiply(ProxyProduct by) {
    const std::uint32_t tiles_across = (by.columns + kTileColumns - 1) / kTileColumns;
    const std::uint64_t first_row = std::uint64_t{blockIdx.x / tiles_across} * kTileRows;
    const std::uint32_t first_column = blockIdx.x % tiles_across * kTileColumns;
#if __CUDA_ARCH__ >= 700
    namespace wmma = nvcuda::wmma;
    __shared__ Tiles tiles;
    alignas(32) __shared__ float sums[kThreads / kWarp][kFragment][kSumsRow];
    const unsigned warp = threadIdx.x / kWarp;
    const unsigned warp_row = warp / kWarpsAcross * kWarpSide;
    const unsigned warp_column = warp % kWarpsAcross * kWarpSide;
    wmma::fragment<wmma::accumulator, kFragment, kFragment, kFragment, float> sum[2][2];
    for (auto& line : sum) {
        for (auto& fragment : line) {
            wmma::fill_fragment(fragment, 0.0F);
        }
    }
    Ahead next;
    fetch(by, first_row, first_column, 0, next);
    for (std::uint32_t depth = 0; depth < by.depth; depth += kTileDepth) {
        put(next, tiles);
        __syncthreads();
        if (depth + kTileDepth < by.depth) {
            fetch(by, first_row, first_column, depth + kTileDepth, next);
        }
        for (unsigned k = 0; k < kTileDepth; k += kFragment) {
            wmma::fragment<wmma::matrix_a, kFragment, kFragment, kFragment, __half, wmma::row_major>
                a[2];
            wmma::fragment<wmma::matrix_b, kFragment, kFragment, kFragment, __half, wmma::col_major>
                b[2];
#pragma unroll
            for (unsigned i = 0; i < 2; ++i) {
                wmma::load_matrix_sync(
                    a[i],
                    reinterpret_cast<const __half*>(&tiles.a[warp_row + i * kFragment][k]),
                    kTileRow);
                wmma::load_matrix_sync(
                    b[i],
                    reinterpret_cast<const __half*>(&tiles.b[warp_column + i * kFragment][k]),
                    kTileRow);
            }
#pragma unroll
            for (unsigned i = 0; i < 2; ++i) {
#pragma unroll
                for (unsigned j = 0; j < 2; ++j) {
                    wmma::mma_sync(sum[i][j], a[i], b[j], sum[i][j]);
                }
            }
        }
        __syncthreads();
    }
#pragma unroll
    for (unsigned i = 0; i < 2; ++i) {
#pragma unroll
        for (unsigned j = 0; j < 2; ++j) {
            wmma::store_matrix_sync(&sums[warp][0][0], sum[i][j], kSumsRow, wmma::mem_row_major);
            __syncwarp();
            finish(by,
                   sums[warp],
                   first_row + warp_row + i * kFragment,
                   first_column + warp_column + j * kFragment);
            __syncwarp();
        }
    }
#else
    for (unsigned i = threadIdx.x; i < kTileRows * kTileColumns; i += kThreads) {
        const std::uint64_t row = first_row + i / kTileColumns;
        const std::uint32_t column = first_column + i % kTileColumns;
        if (row < by.rows && column < by.columns) {
            network::proxy_element(by, row, column);
        }
    }
#endif
}

}  // namespace proxy_kernel_detail

cudaError_t launch_proxy(const ProxyProduct& product, cudaStream_t stream) {
    using namespace proxy_kernel_detail;
    const std::uint64_t tiles = (product.rows + kTileRows - 1) / kTileRows *
                                ((product.columns + kTileColumns - 1) / kTileColumns);
    if (tiles > INT32_MAX) {
        return cudaErrorInvalidValue;
    }
    multiply<<<static_cast<unsigned>(tiles), kThreads, 0, stream>>>(product);
    return cudaGetLastError();
}

}  // namespace throughline::cuda
