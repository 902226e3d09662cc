// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

namespace throughline::decode {

/// The orientation that a JPEG file's EXIF segment states, 1..8; 1 (as stored) when there is none
/// or it makes no sense. Looks only at what lies before the first scan.
/// Source: EXIF 2.3 (CIPA DC-008), 4.6.4 A: tag 0x0112 of the first directory.
int exif_orientation(std::span<const std::byte> encoded) noexcept;

}  // namespace throughline::decode
