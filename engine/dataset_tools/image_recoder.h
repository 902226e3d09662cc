// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/base/result.h"

namespace throughline::dataset_tools {

/// JPEG to a smaller JPEG, or to pixels of one size. Pixels stay as they are stored: EXIF
/// orientation is neither applied nor kept. Memory: grows to the largest image, then stays.
/// Thread: one owner.
class ImageRecoder {
public:
    struct Shape {
        std::uint32_t short_side_px = 0;  ///< of a JPEG; never enlarged
        int quality = 90;                 ///< libjpeg's scale, baseline 4:2:0
        std::uint32_t width_px = 224;     ///< of pixels
        std::uint32_t height_px = 224;
    };
    static std::unique_ptr<ImageRecoder> make(const Shape& shape);
    virtual ~ImageRecoder() = default;

    /// An image whose short side is not above the wanted one comes back as it is. Valid until the
    /// next call. Errors: Format when it cannot be decoded; Limit.
    virtual Result<std::span<const std::byte>> shrink(std::span<const std::byte> jpeg) = 0;
    /// [height_px, width_px, 3] uint8, the whole image, its aspect ratio not kept.
    virtual Result<std::span<const std::byte>> pixels(std::span<const std::byte> jpeg) = 0;
};

}  // namespace throughline::dataset_tools
