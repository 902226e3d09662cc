// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

#include "engine/network/half.h"

/// How a decoded picture comes to the size of the network's input, a pixel of the result at a time:
/// a device thread calls it with its index, the tests call it on the host.
namespace throughline::network {

/// Along one side of the picture. Result pixel i is centred at begin + (i + 0.5) * step, where
/// pixel k of the picture covers [k, k + 1); the filter looks at pixels [limit_begin, limit_end).
struct ResampleSide {
    double begin = 0.0;
    double step = 1.0;
    std::uint32_t limit_begin = 0;
    std::uint32_t limit_end = 0;
    std::uint32_t result_px = 0;
    bool mirrored = false;
};

/// A decoded picture in planes; rows lie `pitch` bytes apart. No planes: there is no picture.
struct PlanarPicture {
    const std::uint8_t* red = nullptr;
    const std::uint8_t* green = nullptr;
    const std::uint8_t* blue = nullptr;
    std::uint64_t pitch = 0;
};

/// What is made of one picture.
struct ResampleJob {
    PlanarPicture picture;
    ResampleSide across;
    ResampleSide down;
    bool transposed = false;  ///< rows and columns change places, behind all else
};

/// The pixels that one result pixel is made of, along one side, and how their weights fall.
struct ResampleWindow {
    std::int64_t first = 0;
    std::int64_t last = 0;
    float peak = 0.0F;   ///< of the triangle, in pixels from the middle of the first
    float slope = 1.0F;  ///< by which a weight falls from pixel to pixel

    THROUGHLINE_HOST_DEVICE float weight(std::int64_t pixel) const {
        const float weight = 1.0F - fabsf(static_cast<float>(pixel - first) - peak) * slope;
        return weight > 0.0F ? weight : 0.0F;
    }
};

THROUGHLINE_HOST_DEVICE inline std::int64_t within(std::int64_t value,
                                                   std::int64_t low,
                                                   std::int64_t high) {
    return value < low ? low : value > high ? high : value;
}

/// Formula: weight(d) = max(0, 1 - |d| / s), s = max(1, step), as decode/resize.h.
THROUGHLINE_HOST_DEVICE inline ResampleWindow resample_window(const ResampleSide& side,
                                                              std::uint32_t index) {
    const std::uint32_t place = side.mirrored ? side.result_px - 1 - index : index;
    const double centre = side.begin + (place + 0.5) * side.step;
    const double support = side.step > 1.0 ? side.step : 1.0;
    const auto begin = static_cast<std::int64_t>(side.limit_begin);
    const auto end = static_cast<std::int64_t>(side.limit_end) - 1;
    ResampleWindow window;
    window.first = within(static_cast<std::int64_t>(floor(centre - support - 0.5)) + 1, begin, end);
    window.last =
        within(static_cast<std::int64_t>(ceil(centre + support - 0.5)) - 1, window.first, end);
    window.peak = static_cast<float>(centre - 0.5 - static_cast<double>(window.first));
    window.slope = static_cast<float>(1.0 / support);
    return window;
}

/// Pixel (y, x) of the result, RGB; black where there is no picture.
THROUGHLINE_HOST_DEVICE inline void resample_pixel(const ResampleJob& job,
                                                   std::uint32_t y,
                                                   std::uint32_t x,
                                                   std::uint8_t* out) {
    float sums[3] = {};
    float weights = 0.0F;
    if (job.picture.red != nullptr) {
        const ResampleWindow columns = resample_window(job.across, job.transposed ? y : x);
        const ResampleWindow rows = resample_window(job.down, job.transposed ? x : y);
        for (std::int64_t row = rows.first; row <= rows.last; ++row) {
            for (std::int64_t column = columns.first; column <= columns.last; ++column) {
                const float weight = rows.weight(row) * columns.weight(column);
                const auto at = static_cast<std::uint64_t>(row) * job.picture.pitch +
                                static_cast<std::uint64_t>(column);
                sums[0] += weight * static_cast<float>(job.picture.red[at]);
                sums[1] += weight * static_cast<float>(job.picture.green[at]);
                sums[2] += weight * static_cast<float>(job.picture.blue[at]);
                weights += weight;
            }
        }
    }
    for (int colour = 0; colour < 3; ++colour) {
        out[colour] = weights > 0.0F ? static_cast<std::uint8_t>(sums[colour] / weights + 0.5F) : 0;
    }
}

}  // namespace throughline::network
