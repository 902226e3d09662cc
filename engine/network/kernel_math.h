// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

#include "engine/network/eight.h"
#include "engine/network/half.h"

/// The arithmetic of our own kernels, eight neighbouring channels at a time (eight.h): a device
/// thread calls it with its index, the tests call it in loops on the host and compare with a
/// reference in double. Tensors are NHWC in fp16; sums are in float.
namespace throughline::network {

/// A tensor of a batch where it lies, which may be between its neighbours in a concat.
struct TensorView {
    Half* data = nullptr;           ///< first channel of pixel (0, 0) of image 0
    std::uint32_t channels = 0;     ///< that belong to it
    std::uint32_t height = 0;       ///< px
    std::uint32_t width = 0;        ///< px
    std::uint32_t pixel_pitch = 0;  ///< elements from a pixel to the next one; >= channels

    THROUGHLINE_HOST_DEVICE Half* at(std::uint32_t n, std::uint32_t y, std::uint32_t x) const {
        return data + ((std::uint64_t{n} * height + y) * width + x) * pixel_pitch;
    }
};

/// The box of a stored picture that goes into the network, mirrored or not.
struct ImageView {
    std::uint32_t left_px = 0;
    std::uint32_t top_px = 0;
    bool mirrored = false;
};

/// What makes of a colour what the network expects: value * scale + shift. From mean and deviation
/// in 0..255: scale = 1 / deviation, shift = -mean / deviation.
struct Normalisation {
    float scale[3] = {1.0F, 1.0F, 1.0F};
    float shift[3] = {0.0F, 0.0F, 0.0F};
};

THROUGHLINE_HOST_DEVICE inline Half normalised(std::uint8_t value,
                                               const Normalisation& by,
                                               std::uint32_t colour) {
    return to_half(static_cast<float>(value) * by.scale[colour] + by.shift[colour]);
}

/// The stored pixel that comes to (y, x). `image`: [height_px, stored_width_px, 3] uint8.
THROUGHLINE_HOST_DEVICE inline const std::uint8_t* viewed_pixel(const std::uint8_t* image,
                                                                std::uint32_t stored_width_px,
                                                                const ImageView& view,
                                                                std::uint32_t width_px,
                                                                std::uint32_t y,
                                                                std::uint32_t x) {
    const std::uint32_t column = view.left_px + (view.mirrored ? width_px - 1 - x : x);
    return image + (std::uint64_t{view.top_px + y} * stored_width_px + column) * 3;
}

/// One pixel of the network's input. `image`: [height_px, stored_width_px, 3] uint8; the channels
/// beyond the colours are 0.
THROUGHLINE_HOST_DEVICE inline void normalise_pixel(const std::uint8_t* image,
                                                    std::uint32_t stored_width_px,
                                                    const ImageView& view,
                                                    const Normalisation& by,
                                                    const TensorView& out,
                                                    std::uint32_t n,
                                                    std::uint32_t y,
                                                    std::uint32_t x) {
    const std::uint8_t* const from = viewed_pixel(image, stored_width_px, view, out.width, y, x);
    Half* const to = out.at(n, y, x);
    for (std::uint32_t c = 0; c < out.channels; ++c) {
        to[c] = c < 3 ? normalised(from[c], by, c) : Half{};
    }
}

THROUGHLINE_HOST_DEVICE inline float relu(float value) {
    return value > 0.0F ? value : 0.0F;
}
THROUGHLINE_HOST_DEVICE inline Eight relu(const Eight& values) {
    Eight out{};
    for (std::uint32_t i = 0; i < kEight; ++i) {
        out.v[i] = relu(values.v[i]);
    }
    return out;
}

/// value * scale + shift, rounded once: batch norm whose statistics are known. The same on host and
/// device to the last bit, so that both see alike what a ReLU lets through.
THROUGHLINE_HOST_DEVICE inline Eight scale_shift(const Eight& values,
                                                 const Eight& scale,
                                                 const Eight& shift) {
    Eight out{};
    for (std::uint32_t i = 0; i < kEight; ++i) {
        out.v[i] = fmaf(values.v[i], scale.v[i], shift.v[i]);
    }
    return out;
}

/// A window's way over a picture.
struct PoolWindow {
    std::uint32_t height = 1;
    std::uint32_t width = 1;
    std::uint32_t stride_y = 1;
    std::uint32_t stride_x = 1;
    std::uint32_t pad_top = 0;
    std::uint32_t pad_left = 0;
};

/// A pixel of a batch.
struct PixelAt {
    std::uint32_t n;
    std::uint32_t y;
    std::uint32_t x;
};
/// By its number, row by row.
THROUGHLINE_HOST_DEVICE inline PixelAt pixel_at(std::uint32_t pixel, const TensorView& view) {
    const std::uint32_t line = pixel / view.width;
    return {line / view.height, line % view.height, pixel % view.width};
}

/// Rows [begin, end) that a window really covers: padding is left out.
struct Covered {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};
THROUGHLINE_HOST_DEVICE inline Covered covered(std::uint32_t out,
                                               std::uint32_t stride,
                                               std::uint32_t pad,
                                               std::uint32_t window,
                                               std::uint32_t size) {
    const std::int64_t first = std::int64_t{out} * stride - pad;
    const std::int64_t last = first + window;
    return {static_cast<std::uint32_t>(first < 0 ? 0 : first),
            static_cast<std::uint32_t>(last > size ? size : last)};
}

/// The largest values of the window, of eight channels from `channel` on. Padding counts as
/// nothing. `which`: for each, the place in the window of the first that is as large, row by row.
THROUGHLINE_HOST_DEVICE inline Eight max_pool(const TensorView& in,
                                              const PoolWindow& window,
                                              const PixelAt& at,
                                              std::uint32_t channel,
                                              ByteEight& which) {
    const Covered rows = covered(at.y, window.stride_y, window.pad_top, window.height, in.height);
    const Covered columns = covered(at.x, window.stride_x, window.pad_left, window.width, in.width);
    // Where the window itself begins, before what of it is padding.
    const std::uint32_t top = at.y * window.stride_y;
    const std::uint32_t left = at.x * window.stride_x;
    Eight largest{};
    for (std::uint32_t row = rows.begin; row < rows.end; ++row) {
        for (std::uint32_t column = columns.begin; column < columns.end; ++column) {
            const bool is_first = row == rows.begin && column == columns.begin;
            const auto place = static_cast<std::uint8_t>(
                (row + window.pad_top - top) * window.width + column + window.pad_left - left);
            const Eight values = load_eight(in.at(at.n, row, column) + channel);
            for (std::uint32_t i = 0; i < kEight; ++i) {
                const bool larger = is_first || values.v[i] > largest.v[i];
                largest.v[i] = larger ? values.v[i] : largest.v[i];
                which.v[i] = larger ? place : which.v[i];
            }
        }
    }
    return largest;
}

/// The means of the values that the window covers; padding is not counted, as in the networks that
/// pad their average pools (Inception).
THROUGHLINE_HOST_DEVICE inline Eight average_pool(const TensorView& in,
                                                  const PoolWindow& window,
                                                  const PixelAt& at,
                                                  std::uint32_t channel) {
    const Covered rows = covered(at.y, window.stride_y, window.pad_top, window.height, in.height);
    const Covered columns = covered(at.x, window.stride_x, window.pad_left, window.width, in.width);
    Eight sum{};
    for (std::uint32_t row = rows.begin; row < rows.end; ++row) {
        for (std::uint32_t column = columns.begin; column < columns.end; ++column) {
            add_to(sum, load_eight(in.at(at.n, row, column) + channel));
        }
    }
    const std::uint32_t count = (rows.end - rows.begin) * (columns.end - columns.begin);
    for (float& value : sum.v) {
        value /= static_cast<float>(count);
    }
    return sum;
}

/// Local response normalisation across channels.
/// Formula: x / (bias + alpha / size * sum of squares of `size` channels around)^beta.
/// Source:  Krizhevsky et al., NIPS 2012, 3.3; alpha divided by the size as in today's frameworks.
struct Lrn {
    static constexpr std::uint32_t kSize = 5;  ///< channels, odd
    float alpha = 1e-4F;
    float beta = 0.75F;
    float bias = 1.0F;
};

/// Eight channels with their neighbours on both sides, which are 0 beyond the ends.
struct EightAround {
    static constexpr std::uint32_t kFirst = kEight;  ///< of the eight themselves
    float v[3 * kEight];
};
THROUGHLINE_HOST_DEVICE inline EightAround load_around(const Half* pixel,
                                                       std::uint32_t channels,
                                                       std::uint32_t channel) {
    EightAround out{};
    const Eight before = channel > 0 ? load_eight(pixel + channel - kEight) : Eight{};
    const Eight own = load_eight(pixel + channel);
    const Eight behind =
        channel + kEight < channels ? load_eight(pixel + channel + kEight) : Eight{};
    for (std::uint32_t i = 0; i < kEight; ++i) {
        out.v[i] = before.v[i];
        out.v[kEight + i] = channel + i < channels ? own.v[i] : 0.0F;
        out.v[2 * kEight + i] = channel + kEight + i < channels ? behind.v[i] : 0.0F;
    }
    return out;
}
/// What the value at `i` of `around` is divided by, before the power; i is at least kSize / 2.
THROUGHLINE_HOST_DEVICE inline float response_base(const EightAround& around,
                                                   std::uint32_t i,
                                                   const Lrn& by) {
    float squares = 0.0F;
    for (std::uint32_t j = 0; j < Lrn::kSize; ++j) {
        const float value = around.v[i + j - Lrn::kSize / 2];
        squares += value * value;
    }
    return by.bias + by.alpha / static_cast<float>(Lrn::kSize) * squares;
}
THROUGHLINE_HOST_DEVICE inline Eight local_response(const Half* pixel,
                                                    std::uint32_t channels,
                                                    std::uint32_t channel,
                                                    const Lrn& by) {
    const EightAround x = load_around(pixel, channels, channel);
    Eight out{};
    for (std::uint32_t i = 0; i < kEight; ++i) {
        const std::uint32_t at = EightAround::kFirst + i;
        out.v[i] = x.v[at] / powf(response_base(x, at, by), by.beta);
    }
    return out;
}

}  // namespace throughline::network
