// SPDX-License-Identifier: Apache-2.0
#include "engine/network/conv_descriptor.h"

#include <string>

#include "engine/network/memory_plan.h"

namespace throughline::network {
namespace {

constexpr std::int64_t kMultiple = kChannelMultiple;
constexpr std::int64_t kElementsMax = INT64_C(1) << 31;
enum : std::uint8_t { kN, kC, kH, kW };

std::int64_t padded(std::int64_t channels) {
    return (channels + kMultiple - 1) / kMultiple * kMultiple;
}

/// The result of a layer where it lies, which may be between its neighbours in a concat.
TensorDescriptor tensor_of(const Program& program, std::uint32_t layer, std::uint32_t batch) {
    const Graph& graph = *program.graph;
    const Place& place = program.places[layer];
    const Shape& shape = graph.layers[layer].out;
    const bool is_input = graph.layers[layer].op == Op::Input;
    const std::int64_t channels = is_input ? padded(shape.channels) : shape.channels;
    const std::int64_t pitch =
        is_input ? channels : std::int64_t{graph.layers[place.buffer].out.channels};
    return {.sizes = {batch, channels, shape.height, shape.width},
            .strides = {pitch * shape.height * shape.width, 1, pitch * shape.width, pitch},
            .offset_elements = place.channel_offset};
}

TensorDescriptor weights_of(const Layer& layer, std::int64_t channels) {
    const std::int64_t rows = layer.window.height;
    const std::int64_t columns = layer.window.width;
    return {.sizes = {layer.out.channels, channels, rows, columns},
            .strides = {rows * columns * channels, 1, columns * channels, channels}};
}

std::string fault_of(const TensorDescriptor& tensor) {
    if (tensor.strides[kC] != 1) {
        return "channels are not next to each other";
    }
    if (tensor.strides[kW] % kMultiple != 0 || tensor.offset_elements % kMultiple != 0) {
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
    if (conv.w.sizes[kC] % kMultiple != 0 || conv.w.sizes[kN] / conv.groups % kMultiple != 0) {
        return "the channels of a group are no multiple of 8";
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

ConvDescriptor describe_conv(const Program& program, const Kernel& kernel, std::uint32_t batch) {
    const Layer& layer = program.graph->layers[kernel.layer];
    ConvDescriptor conv{
        .layer = kernel.layer,
        .x = tensor_of(program, kernel.reads, batch),
        .y = tensor_of(program, kernel.writes, batch),
        .pre_padding = {layer.window.pad_top, layer.window.pad_left},
        .post_padding = {layer.window.pad_bottom, layer.window.pad_right},
        .stride = {layer.window.stride_y, layer.window.stride_x},
        .groups = layer.groups,
        .residual = kernel.residual.has_value(),
        .relu = kernel.relu,
    };
    conv.w = weights_of(layer, conv.x.sizes[kC] / conv.groups);
    return conv;
}

std::vector<ConvDescriptor> describe_convs(const Program& program, std::uint32_t batch) {
    std::vector<ConvDescriptor> convs;
    for (const Kernel& kernel : program.kernels) {
        if (kernel.kind == KernelKind::Conv) {
            convs.push_back(describe_conv(program, kernel, batch));
        }
    }
    return convs;
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
