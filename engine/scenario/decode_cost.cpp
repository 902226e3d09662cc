// SPDX-License-Identifier: Apache-2.0
#include "engine/scenario/decode_cost.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <vector>

#include "engine/model/linear_solve.h"

namespace throughline::scenario {
namespace {

/// Fixed, by bytes, by pixels.
constexpr std::size_t kParts = 3;
using Parts = std::array<double, kParts>;

/// What each part counts, about 1 each, so that the equations stay well scaled.
struct Scale {
    double bytes = 1.0;
    double pixels = 1.0;
};

Parts counts_of(const SetCost& set, const Scale& scale) {
    return {1.0, set.image_bytes / scale.bytes, set.image_pixels / scale.pixels};
}

/// Least squares with weights 1/cost^2 over the parts in use; false when they cannot be told apart
/// or one comes out negative.
bool solve(std::span<const SetCost> sets,
           const Scale& scale,
           const std::vector<std::size_t>& used,
           Parts& parts) {
    const std::size_t n = used.size();
    std::vector<double> matrix(n * n, 0.0);
    std::vector<double> right(n, 0.0);
    for (const auto& set : sets) {
        const Parts counts = counts_of(set, scale);
        for (std::size_t row = 0; row < n; ++row) {
            const double weighted = counts[used[row]] / (set.cost_s * set.cost_s);
            for (std::size_t column = 0; column < n; ++column) {
                matrix[row * n + column] += weighted * counts[used[column]];
            }
            right[row] += weighted * set.cost_s;
        }
    }
    if (!model::solve_in_place(matrix, right) ||
        std::any_of(right.begin(), right.end(), [](double part) { return !(part >= 0.0); })) {
        return false;
    }
    parts = {};
    for (std::size_t i = 0; i < n; ++i) {
        parts[used[i]] = right[i];
    }
    return true;
}

/// Sum of squared relative errors.
double error_of(std::span<const SetCost> sets, const Scale& scale, const Parts& parts) {
    double sum = 0.0;
    for (const auto& set : sets) {
        const Parts counts = counts_of(set, scale);
        const double fitted = parts[0] * counts[0] + parts[1] * counts[1] + parts[2] * counts[2];
        const double error = fitted / set.cost_s - 1.0;
        sum += error * error;
    }
    return sum;
}

bool knows_pixels(std::span<const SetCost> sets) {
    return std::all_of(
        sets.begin(), sets.end(), [](const SetCost& set) { return set.image_pixels > 0.0; });
}

/// Which parts are tried together. Of two that explain the sets equally well the first is taken:
/// what decoding is made of before a constant.
std::vector<std::vector<std::size_t>> attempts(std::size_t sets, bool pixels) {
    if (sets < 2) {
        return {{0}};
    }
    if (!pixels) {
        return {{0, 1}, {1}, {0}};
    }
    std::vector<std::vector<std::size_t>> all{{1, 2}, {0, 2}, {0, 1}, {2}, {1}, {0}};
    if (sets > 2) {
        all.insert(all.begin(), {0, 1, 2});
    }
    return all;
}

}  // namespace

double DecodeCost::at(double image_bytes, double image_pixels) const noexcept {
    const double pixels = image_pixels > 0.0 ? image_pixels : image_bytes * pixels_per_byte;
    return fixed_s + per_byte_s * image_bytes + per_pixel_s * pixels;
}

std::optional<CpuCost> DecodeCost::by_bytes(double image_bytes,
                                            double image_pixels) const noexcept {
    const double ratio = image_pixels > 0.0 ? image_pixels / image_bytes : pixels_per_byte;
    const double slope = per_byte_s + per_pixel_s * ratio;
    return slope > 0.0 ? std::optional(CpuCost{.fixed_s = fixed_s, .per_byte_s = slope})
                       : std::nullopt;
}

DecodeCost fit_decode_cost(std::span<const SetCost> sets) {
    Scale scale{.bytes = 0.0, .pixels = 0.0};
    for (const auto& set : sets) {
        scale.bytes += set.image_bytes;
        scale.pixels += set.image_pixels;
    }
    const bool pixels = knows_pixels(sets);
    const double pixels_per_byte = pixels ? scale.pixels / scale.bytes : 0.0;
    scale.pixels = pixels ? scale.pixels : 1.0;

    Parts best{};
    double best_error = std::numeric_limits<double>::infinity();
    constexpr double kSame = 1e-12;
    for (const auto& used : attempts(sets.size(), pixels)) {
        Parts parts{};
        if (solve(sets, scale, used, parts)) {
            const double error = error_of(sets, scale, parts);
            if (error < best_error - kSame) {
                best_error = error;
                best = parts;
            }
        }
    }
    return {.fixed_s = best[0],
            .per_byte_s = best[1] / scale.bytes,
            .per_pixel_s = best[2] / scale.pixels,
            .pixels_per_byte = pixels_per_byte};
}

std::string describe(const DecodeCost& cost, std::span<const SetCost> sets) {
    if (sets.size() < 2) {
        return "CPU time of one data set: what images of another size cost is not known";
    }
    std::string text;
    for (const auto& [part, name] : {std::pair(cost.fixed_s, "a constant"),
                                     std::pair(cost.per_byte_s, "bytes"),
                                     std::pair(cost.per_pixel_s, "pixels")}) {
        if (part > 0.0) {
            text += (text.empty() ? "" : " and ") + std::string(name);
        }
    }
    text = "CPU time of other image sizes goes with " + text + ", from " +
           std::to_string(sets.size()) + " data sets";
    return knows_pixels(sets) ? text
                              : text + "; their records do not say how many pixels images have";
}

}  // namespace throughline::scenario
