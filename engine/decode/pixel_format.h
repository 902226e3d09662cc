// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/decode/augment.h"
#include "engine/decode/resize_kernels.h"

namespace throughline::decode {

/// What is written for a decoded pixel: as it is for uint8, normalised for fp16 and fp32.
/// Source: means and deviations of ImageNet as in torchvision's models ("weights.transforms()").
PixelFormat plain_format(const DecodeOptions& options) noexcept;
/// The same after a change of colour.
PixelFormat mixed_format(const DecodeOptions& options, const ColourMatrix& colours) noexcept;

/// [height, width] to [width, height], of whole pixels (nhwc) or in each plane (nchw).
void transpose_image(const DecodeOptions& options, const std::byte* from, std::byte* to) noexcept;

}  // namespace throughline::decode
