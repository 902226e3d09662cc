// SPDX-License-Identifier: Apache-2.0
#include "engine/decode/pixel_format.h"

#include <array>
#include <cstring>

namespace throughline::decode {
namespace {

constexpr std::array<double, kChannels> kMean = {0.485, 0.456, 0.406};
constexpr std::array<double, kChannels> kDeviation = {0.229, 0.224, 0.225};

constexpr ColourMatrix kUnchanged = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}}};

template <std::size_t ValueBytes>
void transpose(const std::byte* from, std::byte* to, std::size_t rows, std::size_t columns) {
    for (std::size_t y = 0; y < rows; ++y) {
        for (std::size_t x = 0; x < columns; ++x) {
            std::memcpy(to + (x * rows + y) * ValueBytes,
                        from + (y * columns + x) * ValueBytes,
                        ValueBytes);
        }
    }
}

void transpose_any(std::size_t value_bytes,
                   const std::byte* from,
                   std::byte* to,
                   std::size_t rows,
                   std::size_t columns) {
    switch (value_bytes) {
        case 1:
            return transpose<1>(from, to, rows, columns);
        case 2:
            return transpose<2>(from, to, rows, columns);
        case 3:
            return transpose<3>(from, to, rows, columns);
        case 4:
            return transpose<4>(from, to, rows, columns);
        case 6:
            return transpose<6>(from, to, rows, columns);
        default:
            return transpose<12>(from, to, rows, columns);
    }
}

}  // namespace

std::uint64_t bytes_per_image(const DecodeOptions& options) noexcept {
    return std::uint64_t{options.width_px} * options.height_px * kChannels *
           value_bytes_of(options.output);
}

PixelFormat mixed_format(const DecodeOptions& options, const ColourMatrix& colours) noexcept {
    PixelFormat format{.output = options.output, .layout = options.layout, .mixed = true};
    const bool normalised = options.output != Output::Uint8;
    for (std::size_t i = 0; i < kChannels; ++i) {
        const double scale = normalised ? 1.0 / (255.0 * kDeviation[i]) : 1.0;
        const double mean = normalised ? kMean[i] / kDeviation[i] : 0.0;
        for (std::size_t j = 0; j < kChannels; ++j) {
            format.mix[j][i] = static_cast<float>(colours[i][j] * scale);
        }
        format.offset[i] = static_cast<float>(colours[i][3] * scale - mean);
    }
    return format;
}

PixelFormat plain_format(const DecodeOptions& options) noexcept {
    PixelFormat format = mixed_format(options, kUnchanged);
    format.mixed = false;
    return format;
}

void transpose_image(const DecodeOptions& options, const std::byte* from, std::byte* to) noexcept {
    // `from` has width and height changed: its rows are the result's columns.
    const std::size_t rows = options.width_px;
    const std::size_t columns = options.height_px;
    const std::size_t value_bytes = value_bytes_of(options.output);
    if (options.layout == Layout::Nhwc) {
        return transpose_any(value_bytes * kChannels, from, to, rows, columns);
    }
    const std::size_t plane_bytes = rows * columns * value_bytes;
    for (std::size_t c = 0; c < kChannels; ++c) {
        transpose_any(value_bytes, from + c * plane_bytes, to + c * plane_bytes, rows, columns);
    }
}

}  // namespace throughline::decode
