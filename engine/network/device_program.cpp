// SPDX-License-Identifier: Apache-2.0
#include "engine/network/device_program.h"

#include <cmath>
#include <map>
#include <string>
#include <utility>

#include "engine/network/memory_plan.h"

namespace throughline::network {
namespace {

/// The branch that is added to a residual stays small beside it, or fifty of them would leave the
/// range of fp16; trained networks see to that by their norms.
constexpr double kResidualShare = 0.25;
constexpr std::uint64_t kWeightAlign = 128;  // elements: 256 bytes

TlGpuStepKind kind_of(KernelKind kind) {
    switch (kind) {
        case KernelKind::Normalise:
            return kTlGpuStepNormalise;
        case KernelKind::Conv:
        case KernelKind::Dense:
            return kTlGpuStepConvolution;
        case KernelKind::ScaleShift:
            return kTlGpuStepScaleShift;
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
        case KernelKind::Softmax:
            return kTlGpuStepSoftmax;
    }
    return kTlGpuStepRelu;
}

class Planner {
public:
    Planner(const Program& program, std::uint32_t images)
        : program_(program), graph_(*program.graph), plan_(plan_memory(program, images)) {
        for (const BufferPlan& buffer : plan_.buffers) {
            first_of_[buffer.layer] = buffer.offset_bytes / kHalfBytes;
        }
        out_.images = images;
        out_.result_elements = plan_.activation_bytes / kHalfBytes;
    }

    Result<DeviceProgram> plan() {
        for (const Kernel& kernel : program_.kernels) {
            auto step = step_of(kernel);
            if (!step) {
                return std::move(step).error();
            }
            out_.steps.push_back(*step);
        }
        const TlGpuStep& first = out_.steps.front();
        const TlGpuStep& last = out_.steps.back();
        if (first.kind != kTlGpuStepNormalise || last.kind != kTlGpuStepSoftmax) {
            return refused(program_.kernels.back(), "is not the softmax that a network ends with");
        }
        out_.width_px = first.out.width;
        out_.height_px = first.out.height;
        out_.classes = last.in.channels;
        return std::move(out_);
    }

private:
    Error refused(const Kernel& kernel, const std::string& why) const {
        return {.code = ErrorCode::Unsupported,
                .what = graph_.id + ": layer '" + graph_.layers[kernel.layer].name + "' " + why};
    }

    TlGpuTensor tensor_of(std::uint32_t layer) const {
        const Place& place = program_.places[layer];
        const Shape& shape = graph_.layers[layer].out;
        const bool is_input = graph_.layers[layer].op == Op::Input;
        return {.first = first_of_.at(place.buffer) + place.channel_offset,
                .channels = is_input ? channel_pitch(shape) : shape.channels,
                .height = shape.height,
                .width = shape.width,
                .pixel_pitch = channel_pitch(graph_.layers[place.buffer].out)};
    }

    /// A tensor without gaps as one pixel with all of its values, which a dense layer reads; what
    /// pads the channels of a single pixel is read too, and was written by the layer before.
    Result<TlGpuTensor> flat(const Kernel& kernel, const TlGpuTensor& tensor) const {
        const std::uint32_t pixels = tensor.height * tensor.width;
        if (pixels > 1 && tensor.channels != tensor.pixel_pitch) {
            return refused(kernel, "would read across the gaps of a concat");
        }
        const std::uint32_t channels =
            (tensor.channels + kChannelMultiple - 1) / kChannelMultiple * kChannelMultiple;
        return TlGpuTensor{.first = tensor.first,
                           .channels = pixels * channels,
                           .height = 1,
                           .width = 1,
                           .pixel_pitch = pixels * tensor.pixel_pitch};
    }

    Result<TlGpuStep> step_of(const Kernel& kernel) {
        const Layer& layer = graph_.layers[kernel.layer];
        TlGpuStep step{};
        step.kind = kind_of(kernel.kind);
        step.layer = kernel.layer;
        step.relu = kernel.relu ? 1 : 0;
        step.groups = layer.groups;
        step.in = tensor_of(kernel.reads);
        step.out = tensor_of(kernel.writes);
        if (kernel.residual) {
            step.residual = tensor_of(*kernel.residual);
        }
        const Window& window = layer.window;
        step.window_height = window.height;
        step.window_width = window.width;
        step.stride_y = window.stride_y;
        step.stride_x = window.stride_x;
        step.pad_top = window.pad_top;
        step.pad_bottom = window.pad_bottom;
        step.pad_left = window.pad_left;
        step.pad_right = window.pad_right;
        if (kernel.kind == KernelKind::Dense) {
            auto in = flat(kernel, step.in);
            if (!in) {
                return std::move(in).error();
            }
            step.in = *in;
            step.out.channels = step.out.pixel_pitch;  // classes beyond the network's are made too
        }
        add_weights(step);
        return step;
    }

    void add_weights(TlGpuStep& step) {
        if (step.kind == kTlGpuStepConvolution) {
            const std::uint64_t inputs = std::uint64_t{step.in.channels / step.groups} *
                                         step.window_height * step.window_width;
            const double share = step.residual.channels > 0 ? kResidualShare : 1.0;
            step.weight_count = inputs * step.out.channels;
            // He et al., ICCV 2015, eq. 10: keeps the variance through a ReLU.
            step.weight_range =
                static_cast<float>(share * std::sqrt(6.0 / static_cast<double>(inputs)));
        } else if (step.kind == kTlGpuStepScaleShift) {
            step.weight_count = step.out.channels;
            step.weight_mean = 1.0F;
        } else {
            return;
        }
        step.weights = take_weights(step.weight_count);
        step.bias = take_weights(step.out.channels);
    }

    std::uint64_t take_weights(std::uint64_t count) {
        const std::uint64_t first = out_.weight_elements;
        out_.weight_elements += (count + kWeightAlign - 1) / kWeightAlign * kWeightAlign;
        return first;
    }

    const Program& program_;
    const Graph& graph_;
    MemoryPlan plan_;
    std::map<std::uint32_t, std::uint64_t> first_of_;  ///< element of a buffer, by layer
    DeviceProgram out_;
};

}  // namespace

TlGpuProgram DeviceProgram::view() const noexcept {
    return {.struct_bytes = sizeof(TlGpuProgram),
            .step_count = static_cast<std::uint32_t>(steps.size()),
            .steps = steps.data(),
            .result_elements = result_elements,
            .weight_elements = weight_elements,
            .images = images,
            .classes = classes};
}

Result<DeviceProgram> device_program(const Graph& graph, std::uint32_t images) {
    const auto program = lower_for_inference(graph);
    return program ? Planner(*program, images).plan() : Result<DeviceProgram>(program.error());
}

Result<DeviceProgram> built_in_program(std::string_view id, std::uint32_t images) {
    const auto graph = built_in_graph(id);
    return graph ? device_program(*graph, images) : Result<DeviceProgram>(graph.error());
}

}  // namespace throughline::network
