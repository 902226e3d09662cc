// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

namespace throughline::decode {

/// Whether `bytes` begin as every JPEG file does: start of image, then a marker.
bool starts_like_jpeg(std::span<const std::byte> bytes) noexcept;

/// What bytes that are not a JPEG look like, for messages: "PNG", "WebP", "text", "zeros", …;
/// "unknown data" when nothing fits. Looks at the first 512 bytes at most.
const char* looks_like(std::span<const std::byte> bytes) noexcept;

}  // namespace throughline::decode
