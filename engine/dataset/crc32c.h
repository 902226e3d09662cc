// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace throughline::dataset {

/// CRC-32C (Castagnoli). `crc` is that of the bytes before, 0 at the start.
/// Source: RFC 3720, section 12.1 and the examples of B.4.
std::uint32_t crc32c(std::span<const std::byte> bytes, std::uint32_t crc = 0) noexcept;

/// As TFRecord stores it, so that the CRC of data that hold CRCs stays useful.
/// Formula: rotate right by 15 bits, plus 0xA282EAD8. Source: tensorflow/core/lib/hash/crc32c.h.
constexpr std::uint32_t masked_crc(std::uint32_t crc) noexcept {
    return ((crc >> 15U) | (crc << 17U)) + 0xA282EAD8U;
}

}  // namespace throughline::dataset
