// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/decode/decode_options.h"
#include "engine/decode/resize.h"

namespace throughline::decode {

/// Along one side of the stored image: the part that becomes the result.
struct Extent {
    double begin = 0.0;  ///< of the box, in pixels; may be fractional
    double size = 0.0;
    std::uint32_t limit_begin = 0;  ///< pixels that the filter may look at: the box or the image
    std::uint32_t limit_end = 0;
    std::uint32_t result_px = 0;
    bool mirrored = false;
};

/// What becomes of a stored image. The result is first resized and mirrored as `across` and `down`
/// say and then, when `transposed`, rows and columns change places.
struct View {
    Extent across;
    Extent down;
    bool transposed = false;
};

/// An image's place in a run: everything random follows from it and DecodeOptions::seed.
struct ImageKey {
    std::uint64_t image = 0;
    std::uint64_t epoch = 0;
};

/// The view of an image of this size. `orientation` is EXIF's, 1..8; boxes are chosen in the
/// upright image.
View choose_view(const DecodeOptions& options,
                 std::uint32_t width_px,
                 std::uint32_t height_px,
                 int orientation,
                 const ImageKey& key) noexcept;

/// An extent in an image that libjpeg shrinks by `divisor` to `scaled_px`: which of its pixels are
/// needed, and the axis over those.
struct ScaledExtent {
    std::uint32_t first_px = 0;
    Axis axis;
};
ScaledExtent scaled_extent(const Extent& extent,
                           std::uint32_t divisor,
                           std::uint32_t scaled_px) noexcept;

/// By how much libjpeg may shrink while it transforms: 1, 2, 4 or 8.
std::uint32_t scale_divisor(const View& view, Scale scale) noexcept;

}  // namespace throughline::decode
