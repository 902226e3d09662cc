// SPDX-License-Identifier: Apache-2.0
#include "engine/decode/resize.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "engine/base/check.h"

namespace throughline::decode {
namespace {

// Four lanes hold one RGB pixel and a neighbour's sample that is ignored. Vector types of GCC and
// Clang: each becomes the machine's own SIMD.
using Float4 = float __attribute__((vector_size(16)));
using Int4 = std::int32_t __attribute__((vector_size(16)));

constexpr std::uint32_t kChannels = 3;
constexpr float kFractionScale = 1.0F / 256.0F;
constexpr std::uint32_t kWeightSum = 65535;  // 65536 would not fit into the 16 bits of one weight

// sums[i] (+)= sum over `Rows` rows of row[i] * weight, with 8 fractional bits. The shape
// (a * b) >> 16 on 16-bit values is what compilers turn into one multiply-high instruction.
template <std::uint32_t Rows, bool Add>
void weigh_rows(const std::uint8_t* const* rows,
                const std::uint16_t* weights,
                std::uint16_t* __restrict sums,
                std::size_t count) noexcept {
    std::array<const std::uint8_t*, Rows> row;
    std::array<std::uint16_t, Rows> weight;
    for (std::uint32_t k = 0; k < Rows; ++k) {
        row[k] = rows[k];
        weight[k] = weights[k];
    }
    for (std::size_t i = 0; i < count; ++i) {
        std::uint16_t sum = Add ? sums[i] : std::uint16_t{0};
        for (std::uint32_t k = 0; k < Rows; ++k) {
            const auto sample = static_cast<std::uint16_t>(row[k][i] << 8U);
            const std::uint32_t product = static_cast<std::uint32_t>(sample) * weight[k];
            sum = static_cast<std::uint16_t>(sum + static_cast<std::uint16_t>(product >> 16U));
        }
        sums[i] = sum;
    }
}

template <bool Add>
void weigh_up_to_four(const std::uint8_t* const* rows,
                      const std::uint16_t* weights,
                      std::uint32_t rows_count,
                      std::uint16_t* sums,
                      std::size_t count) noexcept {
    switch (rows_count) {
        case 1:
            return weigh_rows<1, Add>(rows, weights, sums, count);
        case 2:
            return weigh_rows<2, Add>(rows, weights, sums, count);
        case 3:
            return weigh_rows<3, Add>(rows, weights, sums, count);
        default:
            return weigh_rows<4, Add>(rows, weights, sums, count);
    }
}

void to_float(const std::uint16_t* __restrict sums,
              float* __restrict out,
              std::size_t count) noexcept {
    for (std::size_t i = 0; i < count; ++i) {
        out[i] = static_cast<float>(static_cast<std::int32_t>(sums[i]));
    }
}

inline Float4 load4(const float* from) noexcept {
    Float4 value;
    std::memcpy(&value, from, sizeof value);
    return value;
}

// One result row. Taps = 0: the number is known only at run time.
template <std::uint32_t Taps>
void weigh_columns(const float* row,
                   const std::uint32_t* first,
                   const float* weights,
                   std::uint32_t taps,
                   std::uint8_t* out,
                   std::uint32_t width_px) noexcept {
    const std::uint32_t count = Taps == 0 ? taps : Taps;
    for (std::uint32_t x = 0; x < width_px; ++x) {
        const float* from = row + first[x];
        Float4 sum = {0.5F, 0.5F, 0.5F, 0.5F};  // the conversion below cuts, so this rounds
        for (std::uint32_t k = 0; k < count; ++k) {
            sum += load4(from + std::size_t{k} * kChannels) * weights[k];
        }
        weights += count;
        const Int4 rounded = __builtin_convertvector(sum, Int4);
        out[0] = static_cast<std::uint8_t>(rounded[0]);
        out[1] = static_cast<std::uint8_t>(rounded[1]);
        out[2] = static_cast<std::uint8_t>(rounded[2]);
        out += kChannels;
    }
}

using ColumnKernel = decltype(&weigh_columns<0>);
constexpr std::array<ColumnKernel, 9> kColumnKernels = {weigh_columns<0>,
                                                        weigh_columns<1>,
                                                        weigh_columns<2>,
                                                        weigh_columns<3>,
                                                        weigh_columns<4>,
                                                        weigh_columns<5>,
                                                        weigh_columns<6>,
                                                        weigh_columns<7>,
                                                        weigh_columns<8>};

}  // namespace

std::uint32_t Resizer::window_count_max(std::uint32_t source, double box, std::uint32_t result) {
    const double support = std::max(1.0, box / result);
    return std::min(source, static_cast<std::uint32_t>(std::ceil(2.0 * support)) + 1);
}

Resizer::Window Resizer::window_of(std::uint32_t index,
                                   std::uint32_t source,
                                   double box,
                                   std::uint32_t result,
                                   std::span<float> weights) {
    const double step = box / result;
    const double support = std::max(1.0, step);
    const double centre = (index + 0.5) * step;
    const double last_pixel = source - 1.0;
    const auto low =
        static_cast<std::uint32_t>(std::clamp(std::ceil(centre - support - 0.5), 0.0, last_pixel));
    const auto high = static_cast<std::uint32_t>(
        std::clamp(std::floor(centre + support - 0.5), static_cast<double>(low), last_pixel));
    const auto count =
        std::min<std::uint32_t>(high - low + 1, static_cast<std::uint32_t>(weights.size()));
    double sum = 0.0;
    for (std::uint32_t k = 0; k < count; ++k) {
        const double distance = std::abs(low + k + 0.5 - centre);
        weights[k] = static_cast<float>(std::max(0.0, 1.0 - distance / support));
        sum += weights[k];
    }
    if (sum <= 0.0) {  // a box narrower than half a pixel: its one pixel is the answer
        weights[0] = 1.0F;
        return {low, 1};
    }
    for (std::uint32_t k = 0; k < count; ++k) {
        weights[k] = static_cast<float>(weights[k] / sum);
    }
    return {low, count};
}

void Resizer::plan_columns() {
    column_taps_ = window_count_max(shape_.columns, shape_.box_columns, shape_.width_px);
    weights_scratch_.resize(column_taps_);
    std::uint32_t needed = 1;
    for (std::uint32_t x = 0; x < shape_.width_px; ++x) {
        needed = std::max(
            needed,
            window_of(x, shape_.columns, shape_.box_columns, shape_.width_px, weights_scratch_)
                .count);
    }
    column_taps_ = needed;
    column_first_.resize(shape_.width_px);
    column_weights_.assign(std::size_t{shape_.width_px} * column_taps_, 0.0F);
    for (std::uint32_t x = 0; x < shape_.width_px; ++x) {
        const Window window =
            window_of(x, shape_.columns, shape_.box_columns, shape_.width_px, weights_scratch_);
        // All windows get the same length; near the right edge the extra taps go in front.
        const std::uint32_t first = std::min(window.first, shape_.columns - column_taps_);
        float* weights = &column_weights_[std::size_t{x} * column_taps_];
        for (std::uint32_t k = 0; k < window.count; ++k) {
            weights[window.first - first + k] = weights_scratch_[k] * kFractionScale;
        }
        column_first_[x] = first * kChannels;
    }
}

void Resizer::plan_rows() {
    row_taps_ = window_count_max(shape_.rows, shape_.box_rows, shape_.height_px);
    weights_scratch_.resize(row_taps_);
    row_windows_.resize(shape_.height_px);
    row_weights_.assign(std::size_t{shape_.height_px} * row_taps_, 0);
    for (std::uint32_t y = 0; y < shape_.height_px; ++y) {
        row_windows_[y] =
            window_of(y, shape_.rows, shape_.box_rows, shape_.height_px, weights_scratch_);
        // Rounding the running sum instead of each weight makes the total exact.
        double sum = 0.0;
        std::uint32_t given = 0;
        for (std::uint32_t k = 0; k < row_windows_[y].count; ++k) {
            sum += weights_scratch_[k];
            const auto until = static_cast<std::uint32_t>(
                std::lround(std::min(sum, 1.0) * static_cast<double>(kWeightSum)));
            row_weights_[std::size_t{y} * row_taps_ + k] =
                static_cast<std::uint16_t>(until - given);
            given = until;
        }
    }
}

void Resizer::begin(const Shape& shape) {
    THROUGHLINE_CHECK(shape.columns > 0 && shape.rows > 0);
    THROUGHLINE_CHECK(shape.width_px > 0 && shape.height_px > 0);
    rows_pushed_ = 0;
    rows_written_ = 0;
    if (planned_ && shape == shape_) {
        return;
    }
    planned_ = false;  // and stays so should the memory run out below
    shape_ = shape;
    plan_columns();
    plan_rows();
    constexpr std::size_t kAlignment = 64;
    const std::size_t samples = std::size_t{shape.columns} * kChannels;
    row_stride_bytes_ = (samples + kAlignment - 1) / kAlignment * kAlignment;
    ring_.resize(row_stride_bytes_ * row_taps_);
    sums_.resize(samples);
    filtered_.resize(samples + 4);
    planned_ = true;
}

std::uint8_t* Resizer::next_row() noexcept {
    return &ring_[row_stride_bytes_ * (rows_pushed_ % row_taps_)];
}

void Resizer::push_row(std::span<std::byte> result) noexcept {
    THROUGHLINE_CHECK(result.size() >= std::size_t{shape_.width_px} * shape_.height_px * kChannels);
    ++rows_pushed_;
    auto* out = reinterpret_cast<std::uint8_t*>(result.data());
    while (rows_written_ < shape_.height_px &&
           row_windows_[rows_written_].first + row_windows_[rows_written_].count <= rows_pushed_) {
        write_result_row(rows_written_,
                         out + std::size_t{rows_written_} * shape_.width_px * kChannels);
        ++rows_written_;
    }
}

void Resizer::write_result_row(std::uint32_t index, std::uint8_t* out) noexcept {
    const Window window = row_windows_[index];
    const std::uint16_t* weights = &row_weights_[std::size_t{index} * row_taps_];
    constexpr std::uint32_t kGroup = 4;
    for (std::uint32_t done = 0; done < window.count; done += kGroup) {
        const std::uint32_t count = std::min(kGroup, window.count - done);
        std::array<const std::uint8_t*, kGroup> rows{};
        for (std::uint32_t k = 0; k < count; ++k) {
            rows[k] = &ring_[row_stride_bytes_ * ((window.first + done + k) % row_taps_)];
        }
        if (done == 0) {
            weigh_up_to_four<false>(rows.data(), weights, count, sums_.data(), sums_.size());
        } else {
            weigh_up_to_four<true>(rows.data(), weights + done, count, sums_.data(), sums_.size());
        }
    }
    to_float(sums_.data(), filtered_.data(), sums_.size());
    const ColumnKernel kernel =
        kColumnKernels[column_taps_ < kColumnKernels.size() ? column_taps_ : 0];
    kernel(filtered_.data(),
           column_first_.data(),
           column_weights_.data(),
           column_taps_,
           out,
           shape_.width_px);
}

}  // namespace throughline::decode
