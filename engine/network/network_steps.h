// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

#include "engine/network/element_steps.h"
#include "engine/network/network_memory.h"
#include "engine/network/program_abi.h"
#include "engine/network/training_steps.h"

/// The steps of a network that need no library, and their order; a launcher carries them out, on
/// the device as kernels, in the tests as loops on the host (see trivial.h):
///     run.each(count, f)                  f(i) for each i
///     run.rows(count, f)                  see trivial.h
///     run.columns(pixels, groups, f)      see element_steps.h
///     run.sums(pixels, channels, partials, f, finish)   see norm_steps.h
///     run.convolve(index, step, memory)   the convolution of that step, or a gradient of it
namespace throughline::network {

namespace step_detail {

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

/// A step that computes each value by itself or from a few around it.
template <class Launcher>
void run_element_step(const TlGpuStep& step,
                      const NetworkMemory& memory,
                      std::uint32_t images,
                      Launcher& run) {
    const std::uint32_t pixels = pixel_count(step.out, images);
    const std::uint32_t groups = groups_of(step.out.channels);
    const bool with_relu = step.relu != 0;
    const Pixels in = pixels_of(step.in, memory.results);
    const Pixels out = pixels_of(step.out, memory.results);
    const TensorView in_view = view_of(step.in, memory.results);
    const TensorView out_view = view_of(step.out, memory.results);
    switch (step.kind) {
        case kTlGpuStepScaleShift:
            run.columns(
                pixels,
                groups,
                ScaleShift{
                    in, out, memory.weights + step.weights, memory.weights + step.bias, with_relu});
            break;
        case kTlGpuStepMaxPool:
            run.columns(pixels,
                        groups,
                        MaxPool{{},
                                in_view,
                                out_view,
                                window_of(step),
                                choices_of(step, memory),
                                step.mask.pixel_pitch});
            break;
        case kTlGpuStepAveragePool:
            run.columns(pixels, groups, AveragePool{{}, in_view, out_view, window_of(step)});
            break;
        case kTlGpuStepLrn:
            run.columns(pixels, groups, LocalResponse{{}, in, out, step.in.channels});
            break;
        case kTlGpuStepAdd:
            run.columns(pixels,
                        groups,
                        Add{{}, in, pixels_of(step.residual, memory.results), out, with_relu});
            break;
        case kTlGpuStepRelu:
            run.columns(pixels, groups, Add{{}, in, {}, out, true});
            break;
        default:
            break;
    }
}

}  // namespace step_detail

/// Weights to begin with; training begins with them too, and with the loss scale as it is at first.
template <class Launcher>
void fill_weights(const TlGpuProgram& program, const NetworkMemory& memory, Launcher& run) {
    // Of inference, where a bias is what a norm was folded into; training learns it.
    const float bias_range = program.trains != 0 ? 0.0F : 0.1F;
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
        if (step.bias != kTlGpuNoBias) {
            run.each(
                step.kind == kTlGpuStepNormStatistics ? step.in.channels : step.out.channels,
                step_detail::FillHalf{
                    memory.weights + step.bias, 0.0F, bias_range, 2 * std::uint64_t{index} + 1});
        }
    }
    if (program.trains != 0) {
        run.each(program.weight_elements / kEight,
                 step_detail::TakeMasters{
                     memory.weights, memory.masters, memory.momentum, memory.gradients});
        run.each(1, step_detail::TakeScale{memory.scale});
    }
}

/// Steps [first, end) of a program; `end` is at most its number of steps.
struct StepRange {
    std::uint32_t first = 0;
    std::uint32_t end = UINT32_MAX;
};

/// Everything behind the normalised pixels of the first `images` images, or some steps of it.
/// Training computes whole batches: what is missing in one is what lay there before, which counts
/// in the statistics of norms and has no loss.
template <class Launcher>
void run_network(const TlGpuProgram& program,
                 const NetworkMemory& memory,
                 std::uint32_t images,
                 Launcher& run,
                 StepRange range = {}) {
    const std::uint32_t computed = program.trains != 0 ? program.images : images;
    for (std::uint32_t index = range.first; index < program.step_count && index < range.end;
         ++index) {
        const TlGpuStep& step = program.steps[index];
        switch (step.kind) {
            case kTlGpuStepNormalise:
                break;
            case kTlGpuStepConvolution:
            case kTlGpuStepConvDataGradient:
            case kTlGpuStepConvWeightGradient:
                run.convolve(index, step, memory);
                break;
            case kTlGpuStepSoftmax:
                step_detail::softmax(step, program, memory, computed, run);
                break;
            case kTlGpuStepLoss:
                step_detail::run_loss(step, program, memory, images, run);
                break;
            case kTlGpuStepUpdate:
                step_detail::run_update(program, memory, run);
                break;
            case kTlGpuStepNormStatistics:
            case kTlGpuStepNormApply:
            case kTlGpuStepNormGradientSums:
            case kTlGpuStepNormGradient:
                step_detail::run_norm_step(step, memory, computed, run);
                break;
            case kTlGpuStepDropout:
            case kTlGpuStepReluGradient:
            case kTlGpuStepMaxPoolGradient:
            case kTlGpuStepAveragePoolGradient:
            case kTlGpuStepLrnGradient:
                step_detail::run_gradient_step(step, memory, computed, run);
                break;
            default:
                step_detail::run_element_step(step, memory, computed, run);
                break;
        }
    }
}

}  // namespace throughline::network
