// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throughline::decode {

/// Resizes one RGB image while its rows arrive, with a separable anti-aliased triangle filter:
/// bilinear when enlarging, and a triangle as wide as the reduction when reducing.
/// Use:     begin(), then for each source row: fill next_row(), call push_row().
/// Shape:   rows are [columns, 3] uint8; the result is [height_px, width_px, 3], rows not padded.
/// Formula: weight(d) = max(0, 1 - |d| / s), s = max(1, source / result), normalised to sum 1;
/// pixel
///          centres at +0.5. Vertical sums keep 8 fractional bits, horizontal ones are float.
/// Thread:  one owner. Memory: grows to the largest image seen, then stays.
class Resizer {
public:
    struct Shape {
        std::uint32_t columns = 0;  ///< of a source row
        std::uint32_t rows = 0;
        /// The part of the source that holds picture. It may end inside the last pixel: libjpeg
        /// rounds the size of a scaled image up.
        double box_columns = 0.0;
        double box_rows = 0.0;
        std::uint32_t width_px = 0;  ///< of the result
        std::uint32_t height_px = 0;
        bool operator==(const Shape&) const = default;
    };

    /// Throws std::bad_alloc when the memory for a larger shape cannot be had.
    void begin(const Shape& shape);
    /// Where the next source row belongs: 3 * columns bytes, valid until push_row().
    std::uint8_t* next_row() noexcept;
    /// Takes the row in next_row() and writes each result row that is complete with it. After the
    /// last source row the whole result is there.
    void push_row(std::span<std::byte> result) noexcept;

private:
    /// Which source positions make one result position.
    struct Window {
        std::uint32_t first = 0;
        std::uint32_t count = 0;
    };
    static std::uint32_t window_count_max(std::uint32_t source, double box, std::uint32_t result);
    static Window window_of(std::uint32_t index,
                            std::uint32_t source,
                            double box,
                            std::uint32_t result,
                            std::span<float> weights);
    void plan_columns();
    void plan_rows();
    void write_result_row(std::uint32_t index, std::uint8_t* out) noexcept;

    Shape shape_;
    bool planned_ = false;  ///< the tables below are those of shape_
    std::uint32_t rows_pushed_ = 0;
    std::uint32_t rows_written_ = 0;

    std::uint32_t column_taps_ = 0;            ///< the same for every column; unused ones weigh 0
    std::vector<std::uint32_t> column_first_;  ///< [width_px], first float of the window
    std::vector<float> column_weights_;        ///< [width_px, column_taps_]
    std::uint32_t row_taps_ = 0;
    std::vector<Window> row_windows_;         ///< [height_px]
    std::vector<std::uint16_t> row_weights_;  ///< [height_px, row_taps_], sum 65535

    std::size_t row_stride_bytes_ = 0;
    std::vector<std::uint8_t> ring_;   ///< the last row_taps_ source rows
    std::vector<std::uint16_t> sums_;  ///< one vertically filtered row, 8 fractional bits
    std::vector<float> filtered_;      ///< the same as float, padded for four-lane loads
    std::vector<float> weights_scratch_;
};

}  // namespace throughline::decode
