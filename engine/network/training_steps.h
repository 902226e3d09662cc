// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/network/gradient_steps.h"
#include "engine/network/norm_steps.h"
#include "engine/network/program_abi.h"
#include "engine/network/update_steps.h"

/// The steps that only training has, launched; network_steps.h has their order.
namespace throughline::network::step_detail {

inline NormRows rows_of(const TlGpuStep& step, const NetworkMemory& memory) {
    return {memory.statistics + step.statistics, groups_of(step.in.channels) * kEight};
}
inline Gathered gathered(const TlGpuStep& step, const NetworkMemory& memory) {
    Gathered all{pixels_of(step.in, memory.results), {}};
    for (std::uint32_t i = 0; i < Gathered::kMore; ++i) {
        all.more[i] = pixels_of(step.more[i], memory.results);
    }
    return all;
}

template <bool kGathers, class Launcher>
void run_norm_gradient_sums(const TlGpuStep& step,
                            const NetworkMemory& memory,
                            std::uint32_t images,
                            Launcher& run) {
    const std::uint32_t pixels = pixel_count(step.in, images);
    const NormRows rows = rows_of(step, memory);
    run.sums(pixels,
             step.in.channels,
             memory.partials,
             NormGradientSums<kGathers>{gathered(step, memory),
                                        pixels_of(step.kept, memory.results),
                                        pixels_of(step.mask, memory.results),
                                        pixels_of(step.out, memory.results),
                                        rows,
                                        step.relu != 0},
             FinishNormGradient{rows,
                                memory.gradients + step.weights,
                                memory.gradients + step.bias,
                                static_cast<float>(pixels)});
}

template <class Launcher>
void run_norm_step(const TlGpuStep& step,
                   const NetworkMemory& memory,
                   std::uint32_t images,
                   Launcher& run) {
    const std::uint32_t channels = step.in.channels;
    const std::uint32_t pixels = pixel_count(step.in, images);
    const NormRows rows = rows_of(step, memory);
    const Pixels in = pixels_of(step.in, memory.results);
    const Pixels other = pixels_of(step.residual, memory.results);
    const Pixels out = pixels_of(step.out, memory.results);
    const Pixels x = pixels_of(step.kept, memory.results);
    const bool with_relu = step.relu != 0;
    switch (step.kind) {
        case kTlGpuStepNormStatistics:
            run.sums(pixels,
                     channels,
                     memory.partials,
                     NormSums{in},
                     FinishNorm{in,
                                memory.masters + step.weights,
                                memory.masters + step.bias,
                                rows,
                                static_cast<float>(pixels)});
            break;
        case kTlGpuStepNormApply:
            run.columns(pixels, groups_of(channels), NormApply{in, other, out, rows, with_relu});
            break;
        case kTlGpuStepNormGradientSums:
            if (out.is_there()) {
                run_norm_gradient_sums<true>(step, memory, images, run);
            } else {
                run_norm_gradient_sums<false>(step, memory, images, run);
            }
            break;
        default:  // kTlGpuStepNormGradient
            run.columns(
                pixels, groups_of(channels), NormGradient{in, x, other, out, rows, with_relu});
            break;
    }
}

template <class Launcher>
void run_relu_gradient(const TlGpuStep& step,
                       const NetworkMemory& memory,
                       std::uint32_t images,
                       Launcher& run) {
    const std::uint32_t pixels = pixel_count(step.in, images);
    const ReluGradient by{{},
                          gathered(step, memory),
                          pixels_of(step.mask, memory.results),
                          pixels_of(step.out, memory.results)};
    if (step.bias == kTlGpuNoBias) {
        run.columns(pixels, groups_of(step.in.channels), by);
    } else {
        run.sums(pixels,
                 step.in.channels,
                 memory.partials,
                 by,
                 FinishBiasGradient{memory.gradients + step.bias});
    }
}

template <class Launcher>
void run_gradient_step(const TlGpuStep& step,
                       const NetworkMemory& memory,
                       std::uint32_t images,
                       Launcher& run) {
    if (step.kind == kTlGpuStepReluGradient) {
        run_relu_gradient(step, memory, images, run);
        return;
    }
    const std::uint32_t pixels = pixel_count(step.out, images);
    const std::uint32_t groups = groups_of(step.out.channels);
    const Backward back{{},
                        view_of(step.in, memory.results),
                        view_of(step.out, memory.results),
                        pixels_of(step.residual, memory.results)};
    switch (step.kind) {
        case kTlGpuStepDropout:
            run.columns(pixels,
                        groups,
                        Dropout{{},
                                gathered(step, memory),
                                pixels_of(step.out, memory.results),
                                step.layer,
                                groups,
                                memory.scale});
            break;
        case kTlGpuStepMaxPoolGradient:
            run.columns(
                pixels,
                groups,
                MaxPoolGradient{
                    back, window_of(step), choices_of(step, memory), step.mask.pixel_pitch});
            break;
        case kTlGpuStepAveragePoolGradient:
            run.columns(pixels, groups, AveragePoolGradient{back, window_of(step)});
            break;
        default:  // kTlGpuStepLrnGradient
            run.columns(
                pixels, groups, LocalResponseGradient{back, pixels_of(step.kept, memory.results)});
            break;
    }
}

template <class Launcher>
void run_loss(const TlGpuStep& step,
              const TlGpuProgram& program,
              const NetworkMemory& memory,
              std::uint32_t images,
              Launcher& run) {
    float* const behind = memory.probabilities + std::uint64_t{program.images} * program.classes;
    run.columns(program.images,
                groups_of(step.out.channels),
                CrossEntropy{{},
                             pixels_of(step.in, memory.results),
                             pixels_of(step.out, memory.results),
                             memory.probabilities,
                             behind,
                             behind + program.images,
                             memory.labels,
                             memory.loss,
                             memory.scale,
                             program.classes,
                             images});
}

template <class Launcher>
void run_update(const TlGpuProgram& program, const NetworkMemory& memory, Launcher& run) {
    const std::uint64_t eights = program.weight_elements / kEight;
    run.each(eights, CheckGradients{memory.gradients, memory.scale});
    run.each(eights,
             Descend{memory.gradients,
                     memory.momentum,
                     memory.masters,
                     memory.weights,
                     memory.scale,
                     program.rate,
                     program.momentum,
                     program.decay,
                     program.decayed_elements});
    run.each(1, MoveScale{memory.scale});
}

}  // namespace throughline::network::step_detail
