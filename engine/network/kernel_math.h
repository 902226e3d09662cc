// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

#include "engine/network/half.h"

/// The arithmetic of our own kernels, an output element or row at a time: a device thread calls it
/// with its index, the tests call it in loops on the host and compare with a reference in double.
/// Tensors are NHWC in fp16; sums are in float.
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

/// value * scale + shift (ReLU): batch norm whose statistics are known, and bias with scale 1.
THROUGHLINE_HOST_DEVICE inline Half scale_shift(Half value,
                                                float scale,
                                                float shift,
                                                bool with_relu) {
    const float result = to_float(value) * scale + shift;
    return to_half(with_relu ? relu(result) : result);
}

THROUGHLINE_HOST_DEVICE inline Half add(Half a, Half b, bool with_relu) {
    const float sum = to_float(a) + to_float(b);
    return to_half(with_relu ? relu(sum) : sum);
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

/// The largest value of the window. Padding counts as nothing.
THROUGHLINE_HOST_DEVICE inline Half max_pool(const TensorView& in,
                                             const PoolWindow& window,
                                             std::uint32_t n,
                                             std::uint32_t y,
                                             std::uint32_t x,
                                             std::uint32_t channel) {
    const Covered rows = covered(y, window.stride_y, window.pad_top, window.height, in.height);
    const Covered columns = covered(x, window.stride_x, window.pad_left, window.width, in.width);
    float largest = -INFINITY;
    for (std::uint32_t row = rows.begin; row < rows.end; ++row) {
        for (std::uint32_t column = columns.begin; column < columns.end; ++column) {
            largest = fmaxf(largest, to_float(in.at(n, row, column)[channel]));
        }
    }
    return to_half(largest);
}

/// The mean of the values that the window covers; padding is not counted, as in the networks that
/// pad their average pools (Inception).
THROUGHLINE_HOST_DEVICE inline Half average_pool(const TensorView& in,
                                                 const PoolWindow& window,
                                                 std::uint32_t n,
                                                 std::uint32_t y,
                                                 std::uint32_t x,
                                                 std::uint32_t channel) {
    const Covered rows = covered(y, window.stride_y, window.pad_top, window.height, in.height);
    const Covered columns = covered(x, window.stride_x, window.pad_left, window.width, in.width);
    float sum = 0.0F;
    for (std::uint32_t row = rows.begin; row < rows.end; ++row) {
        for (std::uint32_t column = columns.begin; column < columns.end; ++column) {
            sum += to_float(in.at(n, row, column)[channel]);
        }
    }
    const std::uint32_t count = (rows.end - rows.begin) * (columns.end - columns.begin);
    return to_half(sum / static_cast<float>(count));
}

/// Local response normalisation across channels.
/// Formula: x / (bias + alpha / size * sum of squares of `size` channels around)^beta.
/// Source:  Krizhevsky et al., NIPS 2012, 3.3; alpha divided by the size as in today's frameworks.
struct Lrn {
    std::uint32_t size = 5;  ///< channels, odd
    float alpha = 1e-4F;
    float beta = 0.75F;
    float bias = 1.0F;
};
THROUGHLINE_HOST_DEVICE inline Half local_response(const Half* pixel,
                                                   std::uint32_t channels,
                                                   std::uint32_t channel,
                                                   const Lrn& by) {
    const Covered around = covered(channel, 1, by.size / 2, by.size, channels);
    float squares = 0.0F;
    for (std::uint32_t c = around.begin; c < around.end; ++c) {
        const float value = to_float(pixel[c]);
        squares += value * value;
    }
    const float divisor = powf(by.bias + by.alpha / static_cast<float>(by.size) * squares, by.beta);
    return to_half(to_float(pixel[channel]) / divisor);
}

}  // namespace throughline::network
