// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/network/eight.h"
#include "engine/network/kernel_math.h"
#include "engine/network/network_memory.h"

/// The forward steps that compute each value by itself or from a few around it. Each is a functor
/// of a launcher's columns(pixels, groups, f):
///     f(f.of(group), pixel)   for each pixel, and each group of eight channels
/// where what of() gives is the same for all pixels, so that a thread takes it once.
namespace throughline::network::step_detail {

THROUGHLINE_HOST_DEVICE inline TensorView view_of(const TlGpuTensor& tensor, Half* results) {
    return {
        results + tensor.first, tensor.channels, tensor.height, tensor.width, tensor.pixel_pitch};
}

/// A tensor as the row of its pixels.
struct Pixels {
    Half* data = nullptr;
    std::uint32_t pitch = 0;

    THROUGHLINE_HOST_DEVICE Half* at(std::uint32_t pixel, std::uint32_t channel) const {
        return data + std::uint64_t{pixel} * pitch + channel;
    }
    THROUGHLINE_HOST_DEVICE bool is_there() const { return data != nullptr; }
};
inline Pixels pixels_of(const TlGpuTensor& tensor, Half* results) {
    return tensor.channels == 0 ? Pixels{} : Pixels{results + tensor.first, tensor.pixel_pitch};
}
inline std::uint32_t pixel_count(const TlGpuTensor& tensor, std::uint32_t images) {
    return images * tensor.height * tensor.width;
}

/// For functors that need the first channel of their group, and nothing else.
struct ByChannel {
    THROUGHLINE_HOST_DEVICE static std::uint32_t of(std::uint32_t group) { return group * kEight; }
};

struct ScaleShift {
    Pixels in;
    Pixels out;
    const Half* scale;
    const Half* shift;
    bool relu;

    struct Of {
        std::uint32_t channel;
        Eight scale;
        Eight shift;
    };
    THROUGHLINE_HOST_DEVICE Of of(std::uint32_t group) const {
        return {
            group * kEight, load_eight(scale + group * kEight), load_eight(shift + group * kEight)};
    }
    THROUGHLINE_HOST_DEVICE void operator()(const Of& by, std::uint32_t pixel) const {
        const Eight value = scale_shift(load_eight(in.at(pixel, by.channel)), by.scale, by.shift);
        store_eight(out.at(pixel, by.channel), relu ? network::relu(value) : value);
    }
};

/// The sum of two tensors, or `in` alone.
struct Add : ByChannel {
    Pixels in;
    Pixels other;
    Pixels out;
    bool relu;

    THROUGHLINE_HOST_DEVICE void operator()(std::uint32_t channel, std::uint32_t pixel) const {
        Eight value = load_eight(in.at(pixel, channel));
        if (other.is_there()) {
            add_to(value, load_eight(other.at(pixel, channel)));
        }
        store_eight(out.at(pixel, channel), relu ? network::relu(value) : value);
    }
};

struct MaxPool : ByChannel {
    TensorView in;
    TensorView out;
    PoolWindow window;
    std::uint8_t* which;  ///< null: not needed
    std::uint32_t which_pitch;

    THROUGHLINE_HOST_DEVICE void operator()(std::uint32_t channel, std::uint32_t pixel) const {
        const PixelAt at = pixel_at(pixel, out);
        ByteEight chosen{};
        store_eight(out.at(at.n, at.y, at.x) + channel, max_pool(in, window, at, channel, chosen));
        if (which != nullptr) {
            *reinterpret_cast<ByteEight*>(which + std::uint64_t{pixel} * which_pitch + channel) =
                chosen;
        }
    }
};

struct AveragePool : ByChannel {
    TensorView in;
    TensorView out;
    PoolWindow window;

    THROUGHLINE_HOST_DEVICE void operator()(std::uint32_t channel, std::uint32_t pixel) const {
        const PixelAt at = pixel_at(pixel, out);
        store_eight(out.at(at.n, at.y, at.x) + channel, average_pool(in, window, at, channel));
    }
};

struct LocalResponse : ByChannel {
    Pixels in;
    Pixels out;
    std::uint32_t channels;

    THROUGHLINE_HOST_DEVICE void operator()(std::uint32_t channel, std::uint32_t pixel) const {
        store_eight(out.at(pixel, channel),
                    local_response(in.at(pixel, 0), channels, channel, Lrn{}));
    }
};

inline PoolWindow window_of(const TlGpuStep& step) {
    return {step.window_height,
            step.window_width,
            step.stride_y,
            step.stride_x,
            step.pad_top,
            step.pad_left};
}
/// Bytes of a maximum pool's choices; null where none are kept.
inline std::uint8_t* choices_of(const TlGpuStep& step, const NetworkMemory& memory) {
    return step.mask.channels == 0
               ? nullptr
               : reinterpret_cast<std::uint8_t*>(memory.results + step.mask.first);
}

}  // namespace throughline::network::step_detail
