// SPDX-License-Identifier: Apache-2.0
#include "engine/network/step_parts.h"

#include <cmath>

#include "engine/base/say.h"
#include "engine/network/memory_plan.h"

namespace throughline::network {

TlGpuStepKind step_kind_of(KernelKind kind) {
    switch (kind) {
        case KernelKind::Normalise:
            return kTlGpuStepNormalise;
        case KernelKind::Conv:
        case KernelKind::Dense:
            return kTlGpuStepConvolution;
        case KernelKind::ScaleShift:
            return kTlGpuStepScaleShift;
        case KernelKind::BatchNorm:
            return kTlGpuStepNormApply;
        case KernelKind::MaxPool:
            return kTlGpuStepMaxPool;
        case KernelKind::AveragePool:
            return kTlGpuStepAveragePool;
        case KernelKind::Lrn:
            return kTlGpuStepLrn;
        case KernelKind::Add:
            return kTlGpuStepAdd;
        case KernelKind::Relu:
            return kTlGpuStepRelu;
        case KernelKind::Dropout:
            return kTlGpuStepDropout;
        case KernelKind::Softmax:
            return kTlGpuStepSoftmax;
    }
    return kTlGpuStepRelu;
}

void put_window(TlGpuStep& step, const Layer& layer) {
    const Window& window = layer.window;
    step.groups = layer.groups;
    step.window_height = window.height;
    step.window_width = window.width;
    step.stride_y = window.stride_y;
    step.stride_x = window.stride_x;
    step.pad_top = window.pad_top;
    step.pad_bottom = window.pad_bottom;
    step.pad_left = window.pad_left;
    step.pad_right = window.pad_right;
}

std::optional<TlGpuTensor> flat(const TlGpuTensor& tensor) {
    const std::uint32_t pixels = tensor.height * tensor.width;
    if (pixels > 1 && tensor.channels != tensor.pixel_pitch) {
        return std::nullopt;
    }
    const std::uint32_t channels =
        (tensor.channels + kChannelMultiple - 1) / kChannelMultiple * kChannelMultiple;
    return TlGpuTensor{.first = tensor.first,
                       .channels = pixels * channels,
                       .height = 1,
                       .width = 1,
                       .pixel_pitch = pixels * tensor.pixel_pitch};
}

float weight_range_of(std::uint64_t inputs, double share) {
    return static_cast<float>(share * std::sqrt(6.0 / static_cast<double>(inputs)));
}

std::uint64_t weight_room(std::uint64_t count) {
    constexpr std::uint64_t kWeightAlign = 128;  // elements: 256 bytes
    return (count + kWeightAlign - 1) / kWeightAlign * kWeightAlign;
}

Error layer_refused(const Graph& graph, std::uint32_t layer, const char* why) {
    return {.code = ErrorCode::Unsupported,
            .what = say_english(
                why, say_english("%1: the layer '%2'", graph.id, graph.layers[layer].name))};
}

}  // namespace throughline::network
