// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

#include "engine/network/half.h"
#include "engine/network/kernel_math.h"
#include "engine/network/noise.h"
#include "engine/network/program_abi.h"

/// The steps of a network that need no library, and their order; a launcher carries them out, on
/// the device as kernels, in the tests as loops on the host (see trivial.h):
///     run.each(count, f)                  f(i) for each i
///     run.rows(count, f)                  see trivial.h
///     run.convolve(index, step, memory)   the convolution of that step
namespace throughline::network {

/// Where a program's tensors are.
struct NetworkMemory {
    Half* results = nullptr;
    Half* weights = nullptr;
    float* probabilities = nullptr;  ///< [images, classes], and room behind it: see below
    Half* gradients = nullptr;       ///< of the weights, where a program trains
};

/// Values of NetworkMemory::probabilities: behind them the largest logit and the sum of an image.
inline std::uint64_t probability_values(const TlGpuProgram& program) {
    return std::uint64_t{program.images} * (program.classes + 2);
}

namespace step_detail {

THROUGHLINE_HOST_DEVICE inline TensorView view_of(const TlGpuTensor& tensor, Half* results) {
    return {
        results + tensor.first, tensor.channels, tensor.height, tensor.width, tensor.pixel_pitch};
}

/// A value of a batch by its number, channels fastest.
struct At {
    std::uint32_t n;
    std::uint32_t y;
    std::uint32_t x;
    std::uint32_t c;
};
template <class Number>
THROUGHLINE_HOST_DEVICE inline At split(Number i, const TensorView& view) {
    const auto c = static_cast<std::uint32_t>(i % view.channels);
    i /= view.channels;
    const auto x = static_cast<std::uint32_t>(i % view.width);
    i /= view.width;
    return {static_cast<std::uint32_t>(i / view.height),
            static_cast<std::uint32_t>(i % view.height),
            x,
            c};
}
/// Devices divide short numbers several times as fast, and nearly all are short.
THROUGHLINE_HOST_DEVICE inline At at(std::uint64_t i, const TensorView& view) {
    return i <= UINT32_MAX ? split(static_cast<std::uint32_t>(i), view) : split(i, view);
}

/// One value of the result of any step but convolution and softmax.
struct Element {
    TlGpuStep step;
    NetworkMemory memory;

    THROUGHLINE_HOST_DEVICE void operator()(std::uint64_t i) const {
        const TensorView out = view_of(step.out, memory.results);
        const At to = at(i, out);
        out.at(to.n, to.y, to.x)[to.c] = value(to);
    }
    THROUGHLINE_HOST_DEVICE Half value(const At& to) const {
        const TensorView in = view_of(step.in, memory.results);
        const PoolWindow window{step.window_height,
                                step.window_width,
                                step.stride_y,
                                step.stride_x,
                                step.pad_top,
                                step.pad_left};
        switch (step.kind) {
            case kTlGpuStepMaxPool:
                return max_pool(in, window, to.n, to.y, to.x, to.c);
            case kTlGpuStepAveragePool:
                return average_pool(in, window, to.n, to.y, to.x, to.c);
            default:
                break;
        }
        const Half* const pixel = in.at(to.n, to.y, to.x);
        switch (step.kind) {
            case kTlGpuStepScaleShift:
                return scale_shift(pixel[to.c],
                                   to_float(memory.weights[step.weights + to.c]),
                                   to_float(memory.weights[step.bias + to.c]),
                                   step.relu != 0);
            case kTlGpuStepLrn:
                return local_response(pixel, in.channels, to.c, Lrn{});
            case kTlGpuStepAdd: {
                const TensorView other = view_of(step.residual, memory.results);
                return add(pixel[to.c], other.at(to.n, to.y, to.x)[to.c], step.relu != 0);
            }
            default:  // kTlGpuStepRelu
                return to_half(relu(to_float(pixel[to.c])));
        }
    }
};

/// Softmax over the classes of each image in three launches, a block an image in the first two.
/// Formula: exp(x - largest) / sum.
struct Softmax {
    TensorView logits;
    std::uint32_t classes;
    float* probabilities;  ///< [images, classes]
    float* largest;        ///< [images]
    float* sums;           ///< [images]

    THROUGHLINE_HOST_DEVICE float logit(std::uint64_t image, std::uint32_t c) const {
        return to_float(logits.at(static_cast<std::uint32_t>(image), 0, 0)[c]);
    }
};
struct SoftmaxLargest {
    Softmax of;
    THROUGHLINE_HOST_DEVICE static float start() { return -INFINITY; }
    THROUGHLINE_HOST_DEVICE static float combine(float a, float b) { return a > b ? a : b; }
    THROUGHLINE_HOST_DEVICE float partial(std::uint32_t row,
                                          std::uint32_t lane,
                                          std::uint32_t lanes) const {
        float largest = start();
        for (std::uint32_t c = lane; c < of.classes; c += lanes) {
            largest = combine(largest, of.logit(row, c));
        }
        return largest;
    }
    THROUGHLINE_HOST_DEVICE void finish(std::uint32_t row, float largest) const {
        of.largest[row] = largest;
    }
};
struct SoftmaxSum {
    Softmax of;
    THROUGHLINE_HOST_DEVICE static float start() { return 0.0F; }
    THROUGHLINE_HOST_DEVICE static float combine(float a, float b) { return a + b; }
    THROUGHLINE_HOST_DEVICE float partial(std::uint32_t row,
                                          std::uint32_t lane,
                                          std::uint32_t lanes) const {
        float sum = 0.0F;
        for (std::uint32_t c = lane; c < of.classes; c += lanes) {
            sum += expf(of.logit(row, c) - of.largest[row]);
        }
        return sum;
    }
    THROUGHLINE_HOST_DEVICE void finish(std::uint32_t row, float sum) const { of.sums[row] = sum; }
};
struct SoftmaxShare {
    Softmax of;
    THROUGHLINE_HOST_DEVICE void operator()(std::uint64_t i) const {
        const std::uint64_t row = i / of.classes;
        const auto c = static_cast<std::uint32_t>(i % of.classes);
        of.probabilities[i] = expf(of.logit(row, c) - of.largest[row]) / of.sums[row];
    }
};

template <class Launcher>
void softmax(const TlGpuStep& step,
             const TlGpuProgram& program,
             const NetworkMemory& memory,
             std::uint32_t images,
             Launcher& run) {
    float* const behind = memory.probabilities + std::uint64_t{program.images} * program.classes;
    const Softmax of{.logits = view_of(step.in, memory.results),
                     .classes = program.classes,
                     .probabilities = memory.probabilities,
                     .largest = behind,
                     .sums = behind + program.images};
    run.rows(images, SoftmaxLargest{of});
    run.rows(images, SoftmaxSum{of});
    run.each(std::uint64_t{images} * program.classes, SoftmaxShare{of});
}

/// Weights to begin with, the same on every machine.
struct FillHalf {
    Half* values;
    float mean;
    float range;
    std::uint64_t seed;

    THROUGHLINE_HOST_DEVICE void operator()(std::uint64_t i) const {
        values[i] = to_half(mean + range * noise(seed, i));
    }
};

}  // namespace step_detail

template <class Launcher>
void fill_weights(const TlGpuProgram& program, const NetworkMemory& memory, Launcher& run) {
    constexpr float kBiasRange = 0.1F;
    for (std::uint32_t index = 0; index < program.step_count; ++index) {
        const TlGpuStep& step = program.steps[index];
        if (step.weight_count == 0) {
            continue;
        }
        run.each(step.weight_count,
                 step_detail::FillHalf{memory.weights + step.weights,
                                       step.weight_mean,
                                       step.weight_range,
                                       2 * std::uint64_t{index}});
        run.each(step.out.channels,
                 step_detail::FillHalf{
                     memory.weights + step.bias, 0.0F, kBiasRange, 2 * std::uint64_t{index} + 1});
    }
}

/// Steps [first, end) of a program; `end` is at most its number of steps.
struct StepRange {
    std::uint32_t first = 0;
    std::uint32_t end = UINT32_MAX;
};

/// Everything behind the normalised pixels of the first `images` images, or some steps of it.
template <class Launcher>
void run_network(const TlGpuProgram& program,
                 const NetworkMemory& memory,
                 std::uint32_t images,
                 Launcher& run,
                 StepRange range = {}) {
    for (std::uint32_t index = range.first; index < program.step_count && index < range.end;
         ++index) {
        const TlGpuStep& step = program.steps[index];
        const std::uint64_t values =
            std::uint64_t{images} * step.out.height * step.out.width * step.out.channels;
        switch (step.kind) {
            case kTlGpuStepNormalise:
                break;
            case kTlGpuStepConvolution:
                run.convolve(index, step, memory);
                break;
            case kTlGpuStepSoftmax:
                step_detail::softmax(step, program, memory, images, run);
                break;
            default:
                run.each(values, step_detail::Element{step, memory});
                break;
        }
    }
}

}  // namespace throughline::network
