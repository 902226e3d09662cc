// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "engine/whatif/scenario.h"

namespace throughline::whatif {

/// What decoding the images of a data set was measured to cost, means over its images.
struct SetCost {
    double image_bytes = 0.0;
    double image_pixels = 0.0;  ///< width x height as stored; 0: not known
    double cost_s = 0.0;        ///< core-seconds of one worker alone
};

/// What an image costs the processor: part of a JPEG's decoding goes with its bytes (entropy
/// coding), part with its pixels (transform, colour, resize).
struct DecodeCost {
    double fixed_s = 0.0;
    double per_byte_s = 0.0;
    double per_pixel_s = 0.0;
    /// Of the images that it was measured with; for images whose pixels are not known.
    double pixels_per_byte = 0.0;

    /// `image_pixels` 0: as many for its bytes as the measured ones have.
    double at(double image_bytes, double image_pixels) const noexcept;
    /// By the bytes alone, for images with as many pixels a byte as these. The what-if model knows
    /// no pixels: another size is one of the same kind of image. Nothing where the size tells
    /// nothing.
    std::optional<CpuCost> by_bytes(double image_bytes, double image_pixels) const noexcept;
};

/// Least squares over the data sets, relative, with no negative part. Sets that differ in their
/// pixels a byte tell the parts of bytes and pixels, three such sets a fixed part as well; of
/// others a pixel counts as a part of a byte. Without pixels: a fixed part and one for bytes, of
/// one set the fixed part alone. Assumes: at least one set; costs and bytes above 0.
DecodeCost fit_decode_cost(std::span<const SetCost> sets);

/// "CPU time by bytes and pixels of 3 data sets": what a prediction for other sizes rests on.
std::string describe(const DecodeCost& cost, std::span<const SetCost> sets);

}  // namespace throughline::whatif
