// SPDX-License-Identifier: Apache-2.0
#include "engine/network/conv_descriptor.h"

#include <string>

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

TensorDescriptor weights_of(const TlGpuStep& step) {
    const std::int64_t channels = step.in.channels / step.groups;
    const std::int64_t rows = step.window_height;
    const std::int64_t columns = step.window_width;
    return {.sizes = {step.out.channels, channels, rows, columns},
            .strides = {rows * columns * channels, 1, columns * channels, channels},
            .offset_elements = static_cast<std::int64_t>(step.weights)};
}

std::string fault_of(const TensorDescriptor& tensor) {
    if (tensor.strides[kC] != 1) {
        return "channels are not next to each other";
    }
    if (tensor.strides[kW] % kChannelMultiple != 0 ||
        tensor.offset_elements % kChannelMultiple != 0) {
        return "pixels do not begin at multiples of 16 bytes";
    }
    if (tensor.sizes[kC] > tensor.strides[kW]) {
        return "pixels overlap";
    }
    if (tensor.sizes[kN] * tensor.strides[kN] >= kElementsMax) {
        return "a tensor has 2^31 elements or more: make the batch smaller";
    }
    return {};
}

std::string fault_of(const ConvDescriptor& conv) {
    for (const auto* tensor : {&conv.x, &conv.w, &conv.y}) {
        if (std::string fault = fault_of(*tensor); !fault.empty()) {
            return fault;
        }
    }
    if (conv.x.sizes[kC] != conv.w.sizes[kC] * conv.groups ||
        conv.y.sizes[kC] != conv.w.sizes[kN] || conv.w.sizes[kN] % conv.groups != 0 ||
        conv.x.sizes[kN] != conv.y.sizes[kN]) {
        return "channels, groups and weights do not agree";
    }
    if (conv.w.sizes[kC] % kChannelMultiple != 0 ||
        conv.w.sizes[kN] / conv.groups % kChannelMultiple != 0) {
        return "the channels of a group are not a multiple of 8";
    }
    for (std::size_t side = 0; side < conv.stride.size(); ++side) {
        const std::int64_t window = conv.w.sizes[kH + side];
        const std::int64_t reach = conv.dilation[side] * (window - 1) + 1;
        if (conv.pre_padding[side] >= window || conv.post_padding[side] >= window) {
            return "padding is as large as the window";
        }
        const std::int64_t room =
            conv.x.sizes[kH + side] + conv.pre_padding[side] + conv.post_padding[side] - reach;
        if (room < 0 || room / conv.stride[side] + 1 != conv.y.sizes[kH + side]) {
            return "the window makes another size";
        }
    }
    return {};
}

}  // namespace

ConvDescriptor describe_conv(const TlGpuStep& step, std::uint32_t images) {
    ConvDescriptor conv{.layer = step.layer,
                        .x = describe(step.in, images),
                        .w = weights_of(step),
                        .y = describe(step.out, images),
                        .bias_offset_elements = static_cast<std::int64_t>(step.bias),
                        .pre_padding = {step.pad_top, step.pad_left},
                        .post_padding = {step.pad_bottom, step.pad_right},
                        .stride = {step.stride_y, step.stride_x},
                        .groups = step.groups,
                        .relu = step.relu != 0};
    if (step.residual.channels > 0) {
        conv.residual = describe(step.residual, images);
    }
    return conv;
}

std::vector<ConvDescriptor> describe_convs(const DeviceProgram& program) {
    std::vector<ConvDescriptor> convs;
    for (const TlGpuStep& step : program.steps) {
        if (step.kind == kTlGpuStepConvolution) {
            convs.push_back(describe_conv(step, program.images));
        }
    }
    return convs;
}

std::string shape_key(const ConvDescriptor& conv) {
    std::string key;
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
    return key + std::to_string(conv.groups) + (conv.residual ? "+" : "") + (conv.relu ? "r" : "");
}

Result<void> check(const ConvDescriptor& conv) {
    if (const std::string fault = fault_of(conv); !fault.empty()) {
        return Error{
            .code = ErrorCode::Unsupported,
            .what = "the convolution of layer " + std::to_string(conv.layer) + ": " + fault};
    }
    return {};
}

}  // namespace throughline::network
