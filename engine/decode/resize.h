// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/clock.h"
#include "engine/decode/resize_kernels.h"

namespace throughline::decode {

/// One direction of a resize, in pixels of the source that is there. Result pixel i is centred at
/// origin + (i + 0.5) * step, where source pixel k covers [k, k + 1).
struct Axis {
    std::uint32_t source_px = 0;
    double origin =
        0.0;  ///< may be fractional or negative; what lies outside the source is left out
    double step = 1.0;
    std::uint32_t result_px = 0;
    bool mirrored = false;  ///< the result runs backwards
    bool operator==(const Axis&) const = default;
};

/// Source pixels that one result pixel is made of.
struct Window {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

/// Half the width of the filter's triangle in source pixels.
double filter_support(const Axis& axis) noexcept;
/// No window has more pixels than this.
std::uint32_t window_count_max(const Axis& axis) noexcept;
/// The window of result pixel `index` and its weights, which add up to 1. `weights` has room for
/// window_count_max().
Window window_of(const Axis& axis, std::uint32_t index, double* weights) noexcept;

/// Resizes one RGB image while its rows arrive, with a separable anti-aliased triangle filter:
/// bilinear when enlarging, and a triangle as wide as the reduction when reducing. Mirroring,
/// change of colour, normalisation and layout come with it at no pass of their own.
/// Use:     begin(), then next_rows(), fill them, push_rows(), until all source rows were pushed.
/// Shape:   source rows are [columns.source_px, 3] uint8; the result is as PixelFormat says.
/// Formula: weight(d) = max(0, 1 - |d| / s), s = max(1, step), normalised to sum 1. Vertical sums
///          keep 7 fractional bits, horizontal ones are exact in 32 bits with 14-bit weights.
/// Thread:  one owner. Memory: grows to the largest reserve() or begin(), then stays.
class Resizer {
public:
    static constexpr std::size_t kRowsAtOnce = 16;  // at least an MCU row of libjpeg

    /// Takes memory for any box of a source of this size, so that later ones need none.
    /// Throws std::bad_alloc.
    void reserve(const Axis& columns, const Axis& rows);
    /// Throws std::bad_alloc when the memory for a larger shape cannot be had.
    void begin(const Axis& columns, const Axis& rows);
    /// The source rows have `lead_px` pixels before the first of columns.source_px, and room for
    /// `row_px` in all.
    void set_row(std::uint32_t lead_px, std::uint32_t row_px);
    /// Where the next source rows belong; valid until push_rows(). Returns how many were given.
    std::size_t next_rows(std::span<std::uint8_t*> rows) noexcept;
    /// Takes the first `count` of next_rows() and writes each result row that is complete with
    /// them. After the last source row the whole result is there.
    void push_rows(std::size_t count, const PixelFormat& format, std::byte* result) noexcept;

    /// The same for a source that is in memory already; between begin() and the next one.
    void resize_whole(const std::uint8_t* source,
                      std::size_t stride_bytes,
                      const PixelFormat& format,
                      std::byte* result) noexcept;

    /// Every so often the caller wants to know what the colour matrix of `format` costs: while
    /// `plain` is set, each result row is written with both, and the times are added up.
    struct Comparison {
        const PixelFormat* plain = nullptr;
        Nanoseconds plain_time{};
        Nanoseconds mixed_time{};
    };
    Comparison comparison;

private:
    void plan_columns();
    void plan_rows();
    /// Source rows where they lie: row k at first + (k % count) * stride_bytes.
    struct Rows {
        const std::uint8_t* first = nullptr;
        std::size_t stride_bytes = 0;
        std::size_t count = 0;
    };
    void write_result_row(std::uint32_t index,
                          const Rows& rows,
                          const PixelFormat& format,
                          std::byte* result) noexcept;

    Axis columns_;
    Axis rows_;
    bool planned_ = false;  ///< the tables below are those of columns_ and rows_
    std::uint32_t rows_pushed_ = 0;
    std::uint32_t rows_written_ = 0;
    std::vector<double> weights_scratch_;

    std::uint32_t pairs_ = 0;                   ///< taps of every column / 2; unused ones weigh 0
    std::vector<std::uint32_t> column_first_;   ///< [width_px and more], first sample of the window
    std::vector<std::int16_t> column_weights_;  ///< as computed
    std::vector<std::int16_t> column_expanded_;  ///< as write_row() wants them
    std::uint32_t row_taps_ = 0;
    std::vector<Window> row_windows_;        ///< [height_px]
    std::vector<std::int16_t> row_weights_;  ///< [height_px, row_taps_], sum 2^15
    std::vector<const std::uint8_t*> row_pointers_;

    std::size_t lead_samples_ = 0;
    std::size_t row_stride_bytes_ = 0;
    std::size_t ring_rows_ = 0;
    std::vector<std::uint8_t> ring_;      ///< the last source rows
    std::vector<std::int16_t> filtered_;  ///< one vertically filtered row
};

}  // namespace throughline::decode
