// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/network/kernel_math.h"
#include "engine/network/network_steps.h"
#include "engine/network/program_abi.h"

/// What stands for a convolution where there is no cuDNN: a matrix product of as many
/// multiplications, over the same input, weights, residual and result. A row of its left side is a
/// stretch of the input as it lies there, and rows overlap as windows do, so that the input is not
/// read nine times over for a window of 3 x 3. What comes out means nothing.
namespace throughline::network {

/// c = ReLU(a b^T + bias + residual), sums in float.
struct ProxyProduct {
    const Half* a = nullptr;         ///< rows that overlap: see proxy_row()
    const Half* b = nullptr;         ///< [columns, depth]
    const Half* bias = nullptr;      ///< [columns]
    const Half* residual = nullptr;  ///< null: none
    Half* c = nullptr;
    std::uint64_t rows = 0;
    std::uint32_t columns = 0;  ///< a multiple of 8, like depth and all distances
    std::uint32_t depth = 0;
    std::uint64_t a_row = 0;   ///< elements from the beginning of a row to the next one's
    std::uint64_t a_last = 0;  ///< where the last rows begin, which would else pass the end
    std::uint32_t c_row = 0;
    std::uint32_t residual_row = 0;
    bool relu = false;
};

/// Formula: rows = images * height * width of the result, columns = its channels, depth = what the
///          window covers of the channels of a group; rows * columns * depth are the convolution's
///          multiplications.
inline ProxyProduct proxy_product(const TlGpuStep& step,
                                  std::uint32_t images,
                                  const NetworkMemory& memory) {
    const std::uint64_t pixels = std::uint64_t{images} * step.in.height * step.in.width;
    const std::uint64_t elements = (pixels - 1) * step.in.pixel_pitch + step.in.channels;
    const std::uint64_t depth =
        std::uint64_t{step.in.channels / step.groups} * step.window_height * step.window_width;
    constexpr std::uint64_t kMultiple = 8;
    return {.a = memory.results + step.in.first,
            .b = memory.weights + step.weights,
            .bias = memory.weights + step.bias,
            .residual = step.residual.channels > 0 ? memory.results + step.residual.first : nullptr,
            .c = memory.results + step.out.first,
            .rows = std::uint64_t{images} * step.out.height * step.out.width,
            .columns = step.out.channels,
            .depth = static_cast<std::uint32_t>(depth),
            .a_row = std::uint64_t{step.in.pixel_pitch} * step.stride_y * step.stride_x,
            .a_last = elements < depth ? 0 : (elements - depth) / kMultiple * kMultiple,
            .c_row = step.out.pixel_pitch,
            .residual_row = step.residual.pixel_pitch,
            .relu = step.relu != 0};
}

THROUGHLINE_HOST_DEVICE inline const Half* proxy_row(const ProxyProduct& by, std::uint64_t row) {
    const std::uint64_t begin = row * by.a_row;
    return by.a + (begin < by.a_last ? begin : by.a_last);
}

/// What the sum over the depth comes to in the result.
THROUGHLINE_HOST_DEVICE inline Half proxy_value(const ProxyProduct& by,
                                                std::uint64_t row,
                                                std::uint32_t column,
                                                float sum) {
    float value = sum + to_float(by.bias[column]);
    if (by.residual != nullptr) {
        value += to_float(by.residual[row * by.residual_row + column]);
    }
    return to_half(by.relu ? relu(value) : value);
}

THROUGHLINE_HOST_DEVICE inline void proxy_element(const ProxyProduct& by,
                                                  std::uint64_t row,
                                                  std::uint32_t column) {
    const Half* const left = proxy_row(by, row);
    const Half* const right = by.b + std::uint64_t{column} * by.depth;
    float sum = 0.0F;
    for (std::uint32_t k = 0; k < by.depth; ++k) {
        sum += to_float(left[k]) * to_float(right[k]);
    }
    by.c[row * by.c_row + column] = proxy_value(by, row, column, sum);
}

}  // namespace throughline::network
