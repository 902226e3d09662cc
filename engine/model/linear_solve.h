// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace throughline::model {

/// Solves A x = b for a small symmetric system in place: `matrix` row by row, the solution in
/// `right`.
/// Returns: false when the matrix is singular to working precision; both are then undefined.
bool solve_in_place(std::span<double> matrix, std::span<double> right) noexcept;

}  // namespace throughline::model
