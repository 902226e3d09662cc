// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/network/half.h"

namespace throughline::network {

/// C = alpha * A B + beta * C + bias, where each matrix has any distance between its rows and its
/// columns, so that a transposed one is another pair of numbers.
struct Product {
    const float* a = nullptr;     ///< [rows, depth]
    const float* b = nullptr;     ///< [depth, columns]
    float* c = nullptr;           ///< [rows, columns], rows back to back
    const float* bias = nullptr;  ///< [columns]; null: none
    std::uint32_t rows = 0;
    std::uint32_t columns = 0;
    std::uint32_t depth = 0;
    std::uint64_t a_row = 0;
    std::uint64_t a_depth = 0;
    std::uint64_t b_depth = 0;
    std::uint64_t b_column = 0;
    float alpha = 1.0F;
    float beta = 0.0F;
};

/// Puts the sum over the depth into its place. `c` is not read where beta is 0.
THROUGHLINE_HOST_DEVICE inline void finish_product(const Product& by,
                                                   std::uint32_t row,
                                                   std::uint32_t column,
                                                   float sum) {
    float* const at = by.c + std::uint64_t{row} * by.columns + column;
    const float kept = by.beta == 0.0F ? 0.0F : by.beta * *at;
    *at = by.alpha * sum + kept + (by.bias == nullptr ? 0.0F : by.bias[column]);
}

THROUGHLINE_HOST_DEVICE inline void product_element(const Product& by,
                                                    std::uint32_t row,
                                                    std::uint32_t column) {
    float sum = 0.0F;
    for (std::uint64_t k = 0; k < by.depth; ++k) {
        sum += by.a[row * by.a_row + k * by.a_depth] * by.b[k * by.b_depth + column * by.b_column];
    }
    finish_product(by, row, column, sum);
}

}  // namespace throughline::network
