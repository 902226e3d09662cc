// SPDX-License-Identifier: Apache-2.0
#include "engine/model/usl_fit.h"

#include <array>
#include <cstddef>
#include <set>
#include <vector>

#include "engine/base/check.h"
#include "engine/model/linear_solve.h"
#include "engine/model/queueing.h"

namespace throughline::model {
namespace {

constexpr std::size_t kPointsForKappa = 5;
constexpr std::size_t kTerms = 3;  ///< a0, a1 (contention), a2 (coherency)

using Coefficients = std::array<double, kTerms>;

Coefficients terms_of(double workers) noexcept {
    return {1.0, workers - 1.0, workers * (workers - 1.0)};
}

/// Least squares over the terms in use; false when they cannot be told apart.
bool solve(std::span<const UslPoint> points,
           const std::array<bool, kTerms>& used,
           Coefficients& solution) {
    std::vector<std::size_t> columns;
    for (std::size_t i = 0; i < kTerms; ++i) {
        if (used[i]) {
            columns.push_back(i);
        }
    }
    std::vector<double> matrix(columns.size() * columns.size(), 0.0);
    std::vector<double> right(columns.size(), 0.0);
    for (const auto& point : points) {
        const double y = point.workers / point.rate;
        const double weight = 1.0 / (y * y);
        const Coefficients terms = terms_of(point.workers);
        for (std::size_t row = 0; row < columns.size(); ++row) {
            for (std::size_t column = 0; column < columns.size(); ++column) {
                matrix[row * columns.size() + column] +=
                    weight * terms[columns[row]] * terms[columns[column]];
            }
            right[row] += weight * terms[columns[row]] * y;
        }
    }
    if (!solve_in_place(matrix, right)) {
        return false;
    }
    solution = {};
    for (std::size_t i = 0; i < columns.size(); ++i) {
        solution[columns[i]] = right[i];
    }
    return true;
}

bool enough_for_kappa(std::span<const UslPoint> points) {
    std::set<double> counts;
    for (const auto& point : points) {
        counts.insert(point.workers);
    }
    return counts.size() >= kPointsForKappa;
}

}  // namespace

double UslFit::rate_at(double workers) const noexcept {
    return rate_of_one * usl_speedup(workers, sigma, kappa);
}

UslFit fit_usl(std::span<const UslPoint> points) {
    THROUGHLINE_CHECK(!points.empty());
    std::array<bool, kTerms> used{true, true, enough_for_kappa(points)};
    Coefficients a{};
    while (true) {
        const bool solved = solve(points, used, a);
        if (used[2] && (!solved || a[2] < 0.0)) {
            used[2] = false;
        } else if (used[1] && (!solved || a[1] < 0.0)) {
            used[1] = false;
        } else {
            return {.rate_of_one = 1.0 / a[0], .sigma = a[1] / a[0], .kappa = a[2] / a[0]};
        }
    }
}

UslIntervals usl_intervals(std::span<const UslPoint> points,
                           const UslFit& fit,
                           double workers,
                           int rounds) {
    std::vector<double> measured;
    std::vector<double> fitted;
    for (const auto& point : points) {
        measured.push_back(point.rate);
        fitted.push_back(fit.rate_at(point.workers));
    }
    ResidualBootstrap bootstrap(measured, fitted);
    std::array<std::vector<double>, 4> values;
    std::vector<UslPoint> made_up(points.begin(), points.end());
    for (int round = 0; round < rounds; ++round) {
        const auto rates = bootstrap.next_round();
        for (std::size_t i = 0; i < made_up.size(); ++i) {
            made_up[i].rate = rates[i];
        }
        const UslFit refit = fit_usl(made_up);
        values[0].push_back(refit.rate_of_one);
        values[1].push_back(refit.sigma);
        values[2].push_back(refit.kappa);
        values[3].push_back(refit.rate_at(workers));
    }
    return {.rate_of_one = range_90(values[0]),
            .sigma = range_90(values[1]),
            .kappa = range_90(values[2]),
            .rate_at = range_90(values[3])};
}

}  // namespace throughline::model
