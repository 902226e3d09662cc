// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/decode_cost.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/model/linear_solve.h"

namespace throughline::whatif {
namespace {

/// How much of a byte a pixel costs, where the data sets cannot tell: their images have about as
/// many pixels a byte as each other.
/// Source: five sets of JPEGs of 76,800 to 750,000 pixels and 44 to 275 kB, decoded and resized on
///         one core of an AMD EPYC with libjpeg-turbo 2.1: 7.1 ns a byte and 2.4 ns a pixel,
///         2026-11-22.
constexpr double kBytesPerPixel = 1.0 / 3.0;
/// Sets whose pixels a byte differ by this factor tell bytes from pixels.
constexpr double kToldApart = 1.5;

/// What a cost may be made of: a constant, bytes, pixels, and both in their usual proportion.
enum Part : std::size_t { Constant, Bytes, Pixels, Both };
constexpr std::size_t kParts = 4;
using Parts = std::array<double, kParts>;

/// What each part counts, about 1 each, so that the equations stay well scaled.
struct Scale {
    double bytes = 1.0;
    double pixels = 1.0;
};

Parts counts_of(const SetCost& set, const Scale& scale) {
    return {1.0,
            set.image_bytes / scale.bytes,
            set.image_pixels / scale.pixels,
            (set.image_bytes + kBytesPerPixel * set.image_pixels) / scale.bytes};
}

/// Least squares with weights 1/cost^2 over the parts in use; false when they cannot be told apart
/// or one comes out negative.
bool solve(std::span<const SetCost> sets,
           const Scale& scale,
           const std::vector<Part>& used,
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
        const double fitted = std::inner_product(parts.begin(), parts.end(), counts.begin(), 0.0);
        const double error = fitted / set.cost_s - 1.0;
        sum += error * error;
    }
    return sum;
}

bool knows_pixels(std::span<const SetCost> sets) {
    return std::all_of(
        sets.begin(), sets.end(), [](const SetCost& set) { return set.image_pixels > 0.0; });
}

bool tells_apart(std::span<const SetCost> sets) {
    double low = std::numeric_limits<double>::infinity();
    double high = 0.0;
    for (const auto& set : sets) {
        low = std::min(low, set.image_pixels / set.image_bytes);
        high = std::max(high, set.image_pixels / set.image_bytes);
    }
    return high >= kToldApart * low;
}

using Attempt = std::vector<Part>;

/// Which parts are tried together. Of two that explain the sets equally well the first is taken:
/// what decoding is made of before a constant.
std::vector<Attempt> attempts(std::span<const SetCost> sets) {
    const bool one = sets.size() == 1;
    if (!knows_pixels(sets)) {
        return one ? std::vector<Attempt>{{Constant}}
                   : std::vector<Attempt>{{Constant, Bytes}, {Bytes}, {Constant}};
    }
    if (!tells_apart(sets)) {
        return one ? std::vector<Attempt>{{Both}}
                   : std::vector<Attempt>{{Constant, Both}, {Both}, {Constant}};
    }
    std::vector<Attempt> all{
        {Bytes, Pixels}, {Constant, Pixels}, {Constant, Bytes}, {Pixels}, {Bytes}, {Constant}};
    if (sets.size() > 2) {
        all.insert(all.begin(), {Constant, Bytes, Pixels});
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
    const double pixels_per_byte = knows_pixels(sets) ? scale.pixels / scale.bytes : 0.0;
    scale.pixels = std::max(scale.pixels, 1.0);

    Parts best{};
    double best_error = std::numeric_limits<double>::infinity();
    constexpr double kSame = 1e-12;
    for (const auto& used : attempts(sets)) {
        Parts parts{};
        if (solve(sets, scale, used, parts)) {
            const double error = error_of(sets, scale, parts);
            if (error < best_error - kSame) {
                best_error = error;
                best = parts;
            }
        }
    }
    const double both = best[Both] / scale.bytes;
    return {.fixed_s = best[Constant],
            .per_byte_s = best[Bytes] / scale.bytes + both,
            .per_pixel_s = best[Pixels] / scale.pixels + both * kBytesPerPixel,
            .pixels_per_byte = pixels_per_byte};
}

std::string describe(const DecodeCost& cost, std::span<const SetCost> sets) {
    constexpr std::array kParts{to_say("nothing"),
                                to_say("a constant"),
                                to_say("bytes"),
                                to_say("a constant and bytes"),
                                to_say("pixels"),
                                to_say("a constant and pixels"),
                                to_say("bytes and pixels"),
                                to_say("a constant, bytes and pixels")};
    const bool one = sets.size() == 1;
    const std::string count = std::to_string(sets.size());
    if (!knows_pixels(sets)) {
        return say_english(
            one ? to_say("CPU time of one data set: what images of other sizes cost is not known")
                : to_say("CPU time of other image sizes goes with their bytes, from %1 data sets; "
                         "the records do not say how many pixels images have"),
            count);
    }
    if (!tells_apart(sets)) {
        return say_english(one ? to_say("CPU time of other image sizes goes with bytes and a third "
                                        "of a byte for each pixel, as this decoder costs "
                                        "elsewhere: one data set cannot tell the two apart")
                               : to_say("CPU time of other image sizes goes with bytes and a third "
                                        "of a byte for each pixel, as this decoder costs "
                                        "elsewhere: %1 data sets cannot tell the two apart"),
                           count);
    }
    const auto bit = [](double part, std::size_t value) { return part > 0.0 ? value : 0; };
    const std::size_t parts =
        bit(cost.fixed_s, 1) + bit(cost.per_byte_s, 2) + bit(cost.per_pixel_s, 4);
    return say_english(to_say("CPU time of other image sizes goes with %1, from %2 data sets"),
                       kParts.at(parts),
                       count);
}

}  // namespace throughline::whatif
