// SPDX-License-Identifier: Apache-2.0
#include "engine/model/linear_solve.h"

#include <cmath>
#include <cstddef>
#include <utility>

namespace throughline::model {

bool solve_in_place(std::span<double> matrix, std::span<double> right) noexcept {
    const std::size_t n = right.size();
    double largest = 0.0;
    for (const double value : matrix) {
        largest = std::fmax(largest, std::abs(value));
    }
    for (std::size_t column = 0; column < n; ++column) {
        std::size_t pivot = column;
        for (std::size_t row = column + 1; row < n; ++row) {
            if (std::abs(matrix[row * n + column]) > std::abs(matrix[pivot * n + column])) {
                pivot = row;
            }
        }
        if (!(std::abs(matrix[pivot * n + column]) > largest * 1e-14)) {
            return false;
        }
        for (std::size_t i = 0; i < n; ++i) {
            std::swap(matrix[column * n + i], matrix[pivot * n + i]);
        }
        std::swap(right[column], right[pivot]);
        for (std::size_t row = column + 1; row < n; ++row) {
            const double factor = matrix[row * n + column] / matrix[column * n + column];
            for (std::size_t i = column; i < n; ++i) {
                matrix[row * n + i] -= factor * matrix[column * n + i];
            }
            right[row] -= factor * right[column];
        }
    }
    for (std::size_t column = n; column-- > 0;) {
        for (std::size_t i = column + 1; i < n; ++i) {
            right[column] -= matrix[column * n + i] * right[i];
        }
        right[column] /= matrix[column * n + column];
    }
    return true;
}

}  // namespace throughline::model
