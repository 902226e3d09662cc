// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/decode/decode_options.h"

// The inner loops of the resize, compiled for each instruction set and chosen when first called
// (Google Highway). Fixed point: a filtered row has 7 fractional bits, column weights have 14.
namespace throughline::decode {

inline constexpr std::uint32_t kChannels = 3;
inline constexpr int kRowFractionBits = 7;
inline constexpr int kColumnWeightBits = 14;
/// What rows of samples must have behind their end, since whole vectors are read and written.
inline constexpr std::size_t kRowPaddingSamples = 64;

/// How each result pixel of a row is weighed: 2 * pairs neighbours from `first` on.
struct ColumnTable {
    std::uint32_t width_px = 0;
    std::uint32_t pairs = 0;
    const std::uint32_t* first = nullptr;  ///< [group multiple of width_px], in samples
    /// [groups of column_group(), 4, pairs, column_group() / 4, 4]: of pixel 4 * b + j in a group,
    /// the two weights of a pair, four times over, stand at [group, j, pair, b].
    const std::int16_t* weights = nullptr;
};

/// What a result pixel is turned into: out = offset + sum of mix[j] * channel j, channels 0..255.
struct PixelFormat {
    Output output = Output::Uint8;
    Layout layout = Layout::Nhwc;
    bool mixed = false;  ///< false: `mix` is diagonal (and unused for uint8)
    std::array<std::array<float, 4>, 3> mix{};
    std::array<float, 4> offset{};
};

/// Pixels that are written at once; tables are padded to a multiple.
std::size_t column_group() noexcept;
/// out[i] = sum over k of rows[k][i] * weights[k] / 2^15, with kRowFractionBits fractional bits.
void filter_rows(const std::uint8_t* const* rows,
                 const std::int16_t* weights,
                 std::uint32_t taps,
                 std::int16_t* out,
                 std::size_t count) noexcept;

/// Weighs the columns of a filtered row and writes the result row: at `out` (Nhwc), or one part of
/// it in each of three planes that are `plane_bytes` apart (Nchw).
void write_row(const std::int16_t* filtered,
               const ColumnTable& table,
               const PixelFormat& format,
               std::byte* out,
               std::size_t plane_bytes) noexcept;

/// The instruction set in use: "AVX2", …
const char* simd_name() noexcept;

}  // namespace throughline::decode
