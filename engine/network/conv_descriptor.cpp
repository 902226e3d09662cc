// SPDX-License-Identifier: Apache-2.0
#include "engine/network/conv_descriptor.h"

#include <algorithm>
#include <array>
#include <string>

#include "engine/base/say.h"
#include "engine/network/memory_plan.h"

namespace throughline::network {
namespace {

constexpr std::int64_t kElementsMax = INT64_C(1) << 31;
enum : std::uint8_t { kN, kC, kH, kW };

TensorDescriptor describe(const TlGpuTensor& tensor, std::uint32_t images) {
    const std::int64_t pitch = tensor.pixel_pitch;
    return {.sizes = {images, tensor.channels, tensor.height, tensor.width},
            .strides = {pitch * tensor.height * tensor.width, 1, pitch * tensor.width, pitch},
            .offset_elements = static_cast<std::int64_t>(tensor.first)};
}

/// `x` and `y` are the tensors of the forward pass.
TensorDescriptor weights_of(const TlGpuStep& step, const TlGpuTensor& x, const TlGpuTensor& y) {
    const std::int64_t channels = x.channels / step.groups;
    const std::int64_t rows = step.window_height;
    const std::int64_t columns = step.window_width;
    return {.sizes = {y.channels, channels, rows, columns},
            .strides = {rows * columns * channels, 1, columns * channels, channels},
            .offset_elements = static_cast<std::int64_t>(step.weights)};
}

/// What engines on tensor cores copy; 0 where the pixels lie next to each other.
std::uint64_t bytes_of_copy(const TensorDescriptor& tensor) {
    const auto& [images, channels, height, width] = tensor.sizes;
    return has_gaps(tensor)
               ? static_cast<std::uint64_t>(images * channels * height * width) * kHalfBytes
               : 0;
}

std::string fault_of(const TensorDescriptor& tensor) {
    if (tensor.strides[kC] != 1) {
        return to_say("channels are not next to each other");
    }
    if (tensor.strides[kW] % kChannelMultiple != 0 ||
        tensor.offset_elements % kChannelMultiple != 0) {
        return to_say("pixels do not begin at multiples of 16 bytes");
    }
    if (tensor.sizes[kC] > tensor.strides[kW]) {
        return to_say("pixels overlap");
    }
    if (tensor.sizes[kN] * tensor.strides[kN] >= kElementsMax) {
        return to_say("a tensor has 2^31 elements or more: make the batch smaller");
    }
    return {};
}

ConvPass pass_of(const TlGpuStep& step) {
    switch (step.kind) {
        case kTlGpuStepConvDataGradient:
            return ConvPass::DataGradient;
        case kTlGpuStepConvWeightGradient:
            return ConvPass::WeightGradient;
        default:
            return ConvPass::Forward;
    }
}

std::string fault_of_tensors(const ConvDescriptor& conv) {
    for (const auto* tensor : {&conv.x, &conv.w, &conv.y}) {
        if (std::string fault = fault_of(*tensor); !fault.empty()) {
            return fault;
        }
    }
    if (conv.residual && conv.residual->sizes != conv.y.sizes) {
        return to_say("what is added has another size than the result");
    }
    return conv.residual ? fault_of(*conv.residual) : std::string();
}

std::string fault_of(const ConvDescriptor& conv) {
    if (std::string fault = fault_of_tensors(conv); !fault.empty()) {
        return fault;
    }
    if (conv.pass != ConvPass::Forward && (conv.has_bias || conv.residual || conv.relu)) {
        return to_say("its gradients take no bias, nothing that is added and no ReLU");
    }
    if (conv.x.sizes[kC] != conv.w.sizes[kC] * conv.groups ||
        conv.y.sizes[kC] != conv.w.sizes[kN] || conv.w.sizes[kN] % conv.groups != 0 ||
        conv.x.sizes[kN] != conv.y.sizes[kN]) {
        return to_say("channels, groups and weights do not agree");
    }
    if (conv.w.sizes[kC] % kChannelMultiple != 0 ||
        conv.w.sizes[kN] / conv.groups % kChannelMultiple != 0) {
        return to_say("the channels of a group are not a multiple of 8");
    }
    for (std::size_t side = 0; side < conv.stride.size(); ++side) {
        const std::int64_t window = conv.w.sizes[kH + side];
        const std::int64_t reach = conv.dilation[side] * (window - 1) + 1;
        if (conv.pre_padding[side] >= window || conv.post_padding[side] >= window) {
            return to_say("padding is as large as the window");
        }
        const std::int64_t room =
            conv.x.sizes[kH + side] + conv.pre_padding[side] + conv.post_padding[side] - reach;
        if (room < 0 || room / conv.stride[side] + 1 != conv.y.sizes[kH + side]) {
            return to_say("the window makes another size");
        }
    }
    return {};
}

}  // namespace

bool is_conv(const TlGpuStep& step) noexcept {
    return step.kind == kTlGpuStepConvolution || pass_of(step) != ConvPass::Forward;
}

ConvDescriptor describe_conv(const TlGpuStep& step, std::uint32_t images) {
    const ConvPass pass = pass_of(step);
    const TlGpuTensor& x = pass == ConvPass::DataGradient ? step.out : step.in;
    const TlGpuTensor& y = pass == ConvPass::Forward        ? step.out
                           : pass == ConvPass::DataGradient ? step.in
                                                            : step.residual;
    const bool has_bias = step.bias != kTlGpuNoBias;
    ConvDescriptor conv{.layer = step.layer,
                        .pass = pass,
                        .x = describe(x, images),
                        .w = weights_of(step, x, y),
                        .y = describe(y, images),
                        .has_bias = has_bias,
                        .bias_offset_elements = has_bias ? static_cast<std::int64_t>(step.bias) : 0,
                        .pre_padding = {step.pad_top, step.pad_left},
                        .post_padding = {step.pad_bottom, step.pad_right},
                        .stride = {step.stride_y, step.stride_x},
                        .groups = step.groups,
                        .relu = step.relu != 0};
    if (pass == ConvPass::Forward && step.residual.channels > 0) {
        conv.residual = describe(step.residual, images);
    }
    return conv;
}

std::vector<ConvDescriptor> describe_convs(const DeviceProgram& program) {
    std::vector<ConvDescriptor> convs;
    for (const TlGpuStep& step : program.steps) {
        if (is_conv(step)) {
            convs.push_back(describe_conv(step, program.images));
        }
    }
    return convs;
}

std::uint64_t workspace_bytes(const TlGpuProgram& program) {
    constexpr std::uint64_t kBesidesCopies = 64U << 20U;
    std::uint64_t bytes = kWorkspaceBytes;
    for (std::uint32_t index = 0; index < program.step_count; ++index) {
        if (is_conv(program.steps[index])) {
            const ConvDescriptor conv = describe_conv(program.steps[index], program.images);
            const std::uint64_t copies = bytes_of_copy(conv.x) + bytes_of_copy(conv.y);
            bytes = copies > 0 ? std::max(bytes, kBesidesCopies + copies) : bytes;
        }
    }
    return bytes;
}

std::string shape_key(const ConvDescriptor& conv) {
    constexpr std::array kPasses{"y", "dx", "dw"};
    std::string key = std::string(kPasses.at(static_cast<std::size_t>(conv.pass))) + " ";
    const auto add = [&key](const auto& numbers) {
        for (const auto number : numbers) {
            key += std::to_string(number) + ",";
        }
    };
    for (const auto* tensor : {&conv.x, &conv.w, &conv.y}) {
        add(tensor->sizes);
        add(tensor->strides);
    }
    if (conv.residual) {
        add(conv.residual->strides);
    }
    add(conv.pre_padding);
    add(conv.post_padding);
    add(conv.stride);
    return key + std::to_string(conv.groups) + (conv.has_bias ? "b" : "") +
           (conv.residual ? "+" : "") + (conv.relu ? "r" : "");
}

Result<void> check(const ConvDescriptor& conv) {
    if (const std::string fault = fault_of(conv); !fault.empty()) {
        return Error{.code = ErrorCode::Unsupported,
                     .what = say_english(
                         "the convolution of layer %1: %2", std::to_string(conv.layer), fault)};
    }
    return {};
}

}  // namespace throughline::network
