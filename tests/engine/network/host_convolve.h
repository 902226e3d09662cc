// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "engine/network/network_steps.h"

/// Convolutions and their gradients by their definition, every sum in double.
namespace throughline::network {
namespace host_convolve_detail {

/// Calls f(n, y, x, row, column, iy, ix) for each pixel (y, x) of the result and each place of its
/// window that lies on the pixel (iy, ix) of the input.
template <class Function>
void for_windows(const TlGpuStep& step,
                 const TensorView& x,
                 const TensorView& y,
                 std::uint32_t images,
                 Function function) {
    const std::uint32_t places = step.window_height * step.window_width;
    const std::uint64_t count = std::uint64_t{images} * y.height * y.width * places;
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto place = static_cast<std::uint32_t>(i % places);
        const PixelAt at = pixel_at(static_cast<std::uint32_t>(i / places), y);
        const std::int64_t row =
            std::int64_t{at.y} * step.stride_y + place / step.window_width - step.pad_top;
        const std::int64_t column =
            std::int64_t{at.x} * step.stride_x + place % step.window_width - step.pad_left;
        if (row >= 0 && column >= 0 && row < x.height && column < x.width) {
            function(
                at,
                place,
                PixelAt{at.n, static_cast<std::uint32_t>(row), static_cast<std::uint32_t>(column)});
        }
    }
}

/// Sums of a tensor on their way.
class Sums {
public:
    explicit Sums(const TensorView& of, std::uint32_t images)
        : of_(of), values_(std::uint64_t{images} * of.height * of.width * of.channels) {}
    double* at(const PixelAt& pixel) {
        return values_.data() +
               ((std::uint64_t{pixel.n} * of_.height + pixel.y) * of_.width + pixel.x) *
                   of_.channels;
    }

private:
    TensorView of_;
    std::vector<double> values_;
};

/// Weights of output channel k at a place of the window.
inline std::uint64_t weight_at(const TlGpuStep& step,
                               std::uint32_t k,
                               std::uint32_t place,
                               std::uint32_t inputs) {
    return step.weights +
           (std::uint64_t{k} * step.window_height * step.window_width + place) * inputs;
}

inline void finish(const TlGpuStep& step,
                   const NetworkMemory& memory,
                   const TensorView& y,
                   std::uint32_t images,
                   Sums& sums) {
    const std::uint32_t pixels = images * y.height * y.width;
    for (std::uint32_t pixel = 0; pixel < pixels; ++pixel) {
        const PixelAt at = pixel_at(pixel, y);
        for (std::uint32_t k = 0; k < y.channels; ++k) {
            double sum = sums.at(at)[k];
            if (step.kind == kTlGpuStepConvolution && step.bias != kTlGpuNoBias) {
                sum += to_float(memory.weights[step.bias + k]);
            }
            if (step.kind == kTlGpuStepConvolution && step.residual.channels > 0) {
                const TensorView other = step_detail::view_of(step.residual, memory.results);
                sum += to_float(other.at(at.n, at.y, at.x)[k]);
            }
            y.at(at.n, at.y, at.x)[k] =
                to_half(static_cast<float>(step.relu != 0 && sum < 0.0 ? 0.0 : sum));
        }
    }
}

}  // namespace host_convolve_detail

/// y = x * w, of all images.
inline void host_forward(const TlGpuStep& step, const NetworkMemory& memory, std::uint32_t images) {
    namespace detail = host_convolve_detail;
    const TensorView x = step_detail::view_of(step.in, memory.results);
    const TensorView y = step_detail::view_of(step.out, memory.results);
    const std::uint32_t inputs = x.channels / step.groups;
    const std::uint32_t outputs = y.channels / step.groups;
    detail::Sums sums(y, images);
    detail::for_windows(
        step, x, y, images, [&](const PixelAt& to, std::uint32_t place, const PixelAt& at) {
            const Half* const pixel = x.at(at.n, at.y, at.x);
            for (std::uint32_t k = 0; k < y.channels; ++k) {
                const Half* const weights =
                    memory.weights + detail::weight_at(step, k, place, inputs);
                const Half* const of_group = pixel + k / outputs * inputs;
                for (std::uint32_t c = 0; c < inputs; ++c) {
                    sums.at(to)[k] += double{to_float(of_group[c])} * to_float(weights[c]);
                }
            }
        });
    detail::finish(step, memory, y, images, sums);
}

/// dx of dy and w.
inline void host_data_gradient(const TlGpuStep& step,
                               const NetworkMemory& memory,
                               std::uint32_t images) {
    namespace detail = host_convolve_detail;
    const TensorView y = step_detail::view_of(step.in, memory.results);
    const TensorView x = step_detail::view_of(step.out, memory.results);
    const std::uint32_t inputs = x.channels / step.groups;
    const std::uint32_t outputs = y.channels / step.groups;
    detail::Sums sums(x, images);
    detail::for_windows(
        step, x, y, images, [&](const PixelAt& at, std::uint32_t place, const PixelAt& to) {
            const Half* const dy = y.at(at.n, at.y, at.x);
            for (std::uint32_t k = 0; k < y.channels; ++k) {
                const Half* const weights =
                    memory.weights + detail::weight_at(step, k, place, inputs);
                double* const of_group = sums.at(to) + k / outputs * inputs;
                for (std::uint32_t c = 0; c < inputs; ++c) {
                    of_group[c] += double{to_float(dy[k])} * to_float(weights[c]);
                }
            }
        });
    detail::finish(step, memory, x, images, sums);
}

/// dw of x and dy.
inline void host_weight_gradient(const TlGpuStep& step,
                                 const NetworkMemory& memory,
                                 std::uint32_t images) {
    namespace detail = host_convolve_detail;
    const TensorView x = step_detail::view_of(step.in, memory.results);
    const TensorView y = step_detail::view_of(step.residual, memory.results);
    const std::uint32_t inputs = x.channels / step.groups;
    const std::uint32_t outputs = y.channels / step.groups;
    std::vector<double> sums(std::uint64_t{y.channels} * step.window_height * step.window_width *
                             inputs);
    detail::for_windows(
        step, x, y, images, [&](const PixelAt& at, std::uint32_t place, const PixelAt& of) {
            const Half* const dy = y.at(at.n, at.y, at.x);
            for (std::uint32_t k = 0; k < y.channels; ++k) {
                double* const row =
                    sums.data() + detail::weight_at(step, k, place, inputs) - step.weights;
                const Half* const pixel = x.at(of.n, of.y, of.x) + k / outputs * inputs;
                for (std::uint32_t c = 0; c < inputs; ++c) {
                    row[c] += double{to_float(dy[k])} * to_float(pixel[c]);
                }
            }
        });
    for (std::uint64_t i = 0; i < sums.size(); ++i) {
        memory.gradients[step.weights + i] = to_half(static_cast<float>(sums[i]));
    }
}

inline void host_convolve(const TlGpuStep& step,
                          const NetworkMemory& memory,
                          std::uint32_t images) {
    switch (step.kind) {
        case kTlGpuStepConvDataGradient:
            host_data_gradient(step, memory, images);
            break;
        case kTlGpuStepConvWeightGradient:
            host_weight_gradient(step, memory, images);
            break;
        default:
            host_forward(step, memory, images);
            break;
    }
}

}  // namespace throughline::network
