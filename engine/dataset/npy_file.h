// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/result.h"
#include "engine/dataset/byte_source.h"

// Raw tensors: one array of uint8 in NumPy's .npy format, [images, height, width, 3], C order.
// Source: numpy.lib.format, versions 1.0 to 3.0.
namespace throughline::dataset {

struct NpyShape {
    std::uint64_t images = 0;
    std::uint32_t height_px = 0;
    std::uint32_t width_px = 0;
    std::uint32_t data_offset = 0;
    std::uint64_t image_bytes() const noexcept { return std::uint64_t{height_px} * width_px * 3; }
};

bool starts_like_npy(std::span<const std::byte> head) noexcept;
/// Errors: Format, with what the array is instead; Limit for an image above 1 GiB.
Result<NpyShape> read_npy_shape(ByteSource& source);
/// Always 128 bytes, so that the number of images can be put in later.
std::vector<std::byte> npy_header(std::uint64_t images,
                                  std::uint32_t height_px,
                                  std::uint32_t width_px);

}  // namespace throughline::dataset
