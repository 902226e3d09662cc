// SPDX-License-Identifier: Apache-2.0
#include "engine/decode/resize.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "engine/base/check.h"
#include "engine/base/clock.h"

namespace throughline::decode {
namespace {

constexpr double kRowWeightSum = 32768.0;
constexpr std::int32_t kRowWeightMax = 32767;  // int16; a single tap loses 1/32768, below rounding
constexpr double kColumnWeightSum = 1 << kColumnWeightBits;

// For values of pixel positions; the library's floor() is a call without SSE 4.1.
std::int64_t floor_of(double value) noexcept {
    const auto cut = static_cast<std::int64_t>(value);
    return cut - (static_cast<double>(cut) > value ? 1 : 0);
}

// Integer weights whose sum is exact, since the running sum is rounded and not each weight.
void round_weights(const double* weights,
                   std::uint32_t count,
                   double whole,
                   std::int16_t* rounded) noexcept {
    double sum = 0.5;
    std::int32_t given = 0;
    for (std::uint32_t k = 0; k < count; ++k) {
        sum += weights[k] * whole;
        const auto until = static_cast<std::int32_t>(sum);
        rounded[k] = static_cast<std::int16_t>(std::min(until - given, kRowWeightMax));
        given = until;
    }
}

template <class T>
void grow(std::vector<T>& values, std::size_t count) {
    if (values.size() < count) {
        values.resize(count);
    }
}

// libjpeg-turbo's colour conversion writes rows that begin at a multiple of 32 bytes past the
// caches (vmovntdq in jdcolext-avx2.asm), from where they would have to come back at once: that
// cost 9 % of a whole image. So no row begins at one.
constexpr std::size_t kRowAlignment = 64;
constexpr std::size_t kRowOffset = 16;

std::size_t row_stride(std::size_t pixels) noexcept {
    const std::size_t samples = pixels * kChannels + kRowPaddingSamples;
    return (samples + kRowAlignment - 1) / kRowAlignment * kRowAlignment;
}

std::uint8_t* ring_base(std::vector<std::uint8_t>& ring) noexcept {
    const auto address = reinterpret_cast<std::uintptr_t>(ring.data());
    const std::uintptr_t aligned = (address + kRowAlignment - 1) / kRowAlignment * kRowAlignment;
    return ring.data() + (aligned - address) + kRowOffset;
}
std::size_t ring_bytes(std::size_t stride_bytes, std::size_t rows) noexcept {
    return stride_bytes * rows + kRowAlignment + kRowOffset;
}

std::size_t padded_width(std::uint32_t width_px) noexcept {
    const std::size_t group = column_group();
    return (width_px + group - 1) / group * group;
}

// Each weight pair four times over, for the lanes of a block.
constexpr std::size_t kPairValues = 8;

// Brings weights [group multiple of width_px, pairs, 2] into the order of ColumnTable.
void expand_columns(const std::int16_t* weights,
                    std::size_t places,
                    std::uint32_t pairs,
                    std::int16_t* expanded) noexcept {
    const std::size_t group = column_group();
    const std::size_t blocks = group / 4;
    for (std::size_t first = 0; first < places; first += group) {
        for (std::size_t j = 0; j < 4; ++j) {
            for (std::size_t pair = 0; pair < pairs; ++pair) {
                for (std::size_t block = 0; block < blocks; ++block) {
                    const std::size_t pixel = first + 4 * block + j;
                    const std::int16_t* const both = weights + (pixel * pairs + pair) * 2;
                    for (std::size_t copy = 0; copy < kPairValues; copy += 2) {
                        std::memcpy(expanded + copy, both, 2 * sizeof *both);
                    }
                    expanded += kPairValues;
                }
            }
        }
    }
}

}  // namespace

double filter_support(const Axis& axis) noexcept {
    return std::max(1.0, axis.step);
}

std::uint32_t window_count_max(const Axis& axis) noexcept {
    const double width = 2.0 * filter_support(axis);
    const auto whole = static_cast<std::uint32_t>(width);
    return std::min(axis.source_px, whole + (width > whole ? 1U : 0U));
}

Window window_of(const Axis& axis, std::uint32_t index, double* weights) noexcept {
    const double support = filter_support(axis);
    const std::uint32_t place = axis.mirrored ? axis.result_px - 1 - index : index;
    const double centre = axis.origin + (place + 0.5) * axis.step;
    // The open interval (centre - support, centre + support): at its ends the weight is 0.
    const std::int64_t last_px = static_cast<std::int64_t>(axis.source_px) - 1;
    const std::int64_t low =
        std::clamp<std::int64_t>(floor_of(centre - support - 0.5) + 1, 0, last_px);
    const std::int64_t high =
        std::clamp<std::int64_t>(-floor_of(-(centre + support - 0.5)) - 1, low, last_px);
    const auto count = std::min(static_cast<std::uint32_t>(high - low + 1), window_count_max(axis));
    const double slope = 1.0 / support;
    double sum = 0.0;
    for (std::uint32_t k = 0; k < count; ++k) {
        const double distance = std::abs(static_cast<double>(low + k) + 0.5 - centre);
        weights[k] = std::max(0.0, 1.0 - distance * slope);
        sum += weights[k];
    }
    if (sum <= 0.0) {  // the box ends before the source does: its nearest pixel is the answer
        weights[0] = 1.0;
        return {static_cast<std::uint32_t>(low), 1};
    }
    const double factor = 1.0 / sum;
    for (std::uint32_t k = 0; k < count; ++k) {
        weights[k] *= factor;
    }
    return {static_cast<std::uint32_t>(low), count};
}

void Resizer::plan_columns() {
    const std::uint32_t width = columns_.result_px;
    grow(weights_scratch_, window_count_max(columns_));
    pairs_ = (window_count_max(columns_) + 1) / 2;
    const std::size_t places = padded_width(width);
    grow(column_first_, places);
    std::fill(column_first_.begin(), column_first_.end(), 0U);
    column_weights_.assign(places * pairs_ * 2, 0);
    for (std::uint32_t x = 0; x < width; ++x) {
        const Window window = window_of(columns_, x, weights_scratch_.data());
        // All windows get the same length; near the right edge the extra taps go in front.
        const std::uint32_t room = std::max(columns_.source_px, pairs_ * 2) - pairs_ * 2;
        const std::uint32_t first = std::min(window.first, room);
        column_first_[x] = first * kChannels;
        round_weights(weights_scratch_.data(),
                      window.count,
                      kColumnWeightSum,
                      &column_weights_[std::size_t{x} * pairs_ * 2 + window.first - first]);
    }
    grow(column_expanded_, places * pairs_ * kPairValues);
    expand_columns(column_weights_.data(), places, pairs_, column_expanded_.data());
}

void Resizer::plan_rows() {
    const std::uint32_t height = rows_.result_px;
    row_taps_ = window_count_max(rows_);
    grow(weights_scratch_, row_taps_);
    grow(row_windows_, height);
    grow(row_weights_, std::size_t{height} * row_taps_);
    grow(row_pointers_, row_taps_);
    // Rows come from the top, so a mirrored image is written from its last row on.
    Axis downward = rows_;
    downward.mirrored = false;
    for (std::uint32_t y = 0; y < height; ++y) {
        row_windows_[y] = window_of(downward, y, weights_scratch_.data());
        round_weights(weights_scratch_.data(),
                      row_windows_[y].count,
                      kRowWeightSum,
                      &row_weights_[std::size_t{y} * row_taps_]);
    }
}

void Resizer::reserve(const Axis& columns, const Axis& rows) {
    const std::size_t pairs = (window_count_max(columns) + 1) / 2;
    const std::size_t taps = window_count_max(rows);
    grow(weights_scratch_, std::max<std::size_t>(2 * pairs, taps));
    grow(column_first_, padded_width(columns.result_px));
    column_weights_.reserve(padded_width(columns.result_px) * pairs * 2);
    grow(column_expanded_, padded_width(columns.result_px) * pairs * kPairValues);
    grow(row_windows_, rows.result_px);
    grow(row_weights_, rows.result_px * taps);
    grow(row_pointers_, taps);
    grow(ring_, ring_bytes(row_stride(columns.source_px), taps + kRowsAtOnce));
    grow(filtered_, row_stride(columns.source_px));
}

void Resizer::begin(const Axis& columns, const Axis& rows) {
    THROUGHLINE_CHECK(columns.source_px > 0 && rows.source_px > 0);
    THROUGHLINE_CHECK(columns.result_px > 0 && rows.result_px > 0);
    rows_pushed_ = 0;
    rows_written_ = 0;
    if (!planned_ || columns != columns_ || rows != rows_) {
        planned_ = false;  // and stays so should the memory run out below
        columns_ = columns;
        rows_ = rows;
        plan_columns();
        plan_rows();
        planned_ = true;
    }
    set_row(0, columns.source_px);
}

void Resizer::set_row(std::uint32_t lead_px, std::uint32_t row_px) {
    THROUGHLINE_CHECK(row_px >= lead_px + columns_.source_px);
    lead_samples_ = std::size_t{lead_px} * kChannels;
    row_stride_bytes_ = row_stride(row_px);
    ring_rows_ = row_taps_ + kRowsAtOnce;
    grow(ring_, ring_bytes(row_stride_bytes_, ring_rows_));
    grow(filtered_, row_stride(columns_.source_px));
}

std::size_t Resizer::next_rows(std::span<std::uint8_t*> rows) noexcept {
    const std::size_t count =
        std::min({rows.size(), kRowsAtOnce, std::size_t{rows_.source_px - rows_pushed_}});
    std::uint8_t* const base = ring_base(ring_);
    for (std::size_t k = 0; k < count; ++k) {
        rows[k] = base + row_stride_bytes_ * ((rows_pushed_ + k) % ring_rows_);
    }
    return count;
}

void Resizer::push_rows(std::size_t count, const PixelFormat& format, std::byte* result) noexcept {
    rows_pushed_ += static_cast<std::uint32_t>(count);
    const Rows rows{.first = ring_base(ring_) + lead_samples_,
                    .stride_bytes = row_stride_bytes_,
                    .count = ring_rows_};
    while (rows_written_ < rows_.result_px &&
           row_windows_[rows_written_].first + row_windows_[rows_written_].count <= rows_pushed_) {
        write_result_row(rows_written_, rows, format, result);
        ++rows_written_;
    }
}

void Resizer::resize_whole(const std::uint8_t* source,
                           std::size_t stride_bytes,
                           const PixelFormat& format,
                           std::byte* result) noexcept {
    const Rows rows{.first = source, .stride_bytes = stride_bytes, .count = rows_.source_px};
    for (std::uint32_t y = 0; y < rows_.result_px; ++y) {
        write_result_row(y, rows, format, result);
    }
}

void Resizer::write_result_row(std::uint32_t index,
                               const Rows& rows,
                               const PixelFormat& format,
                               std::byte* result) noexcept {
    const Window window = row_windows_[index];
    for (std::uint32_t k = 0; k < window.count; ++k) {
        row_pointers_[k] = rows.first + rows.stride_bytes * ((window.first + k) % rows.count);
    }
    filter_rows(row_pointers_.data(),
                &row_weights_[std::size_t{index} * row_taps_],
                window.count,
                filtered_.data(),
                std::size_t{columns_.source_px} * kChannels);

    const ColumnTable table{.width_px = columns_.result_px,
                            .pairs = pairs_,
                            .first = column_first_.data(),
                            .weights = column_expanded_.data()};
    const std::size_t value_bytes = value_bytes_of(format.output);
    const std::size_t row_bytes = columns_.result_px * value_bytes *
                                  (format.layout == Layout::Nhwc ? std::size_t{kChannels} : 1U);
    const std::uint32_t y = rows_.mirrored ? rows_.result_px - 1 - index : index;
    const std::size_t plane_bytes = std::size_t{columns_.result_px} * rows_.result_px * value_bytes;
    std::byte* out = result + y * row_bytes;
    if (comparison.plain != nullptr) {
        const SteadyTime begun = steady_now();
        write_row(filtered_.data(), table, *comparison.plain, out, plane_bytes);
        const SteadyTime between = steady_now();
        write_row(filtered_.data(), table, format, out, plane_bytes);
        comparison.plain_time += between - begun;
        comparison.mixed_time += steady_now() - between;
        return;
    }
    write_row(filtered_.data(), table, format, out, plane_bytes);
}

}  // namespace throughline::decode
