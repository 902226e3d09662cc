// SPDX-License-Identifier: Apache-2.0
#include "engine/network/device_program.h"

#include <map>
#include <string>
#include <utility>

#include "engine/base/say.h"
#include "engine/network/network_memory.h"
#include "engine/network/step_parts.h"

namespace throughline::network {
namespace {

/// The branch that is added to a residual stays small beside it, or fifty of them would leave the
/// range of fp16; trained networks see to that by their norms.
constexpr double kResidualShare = 0.25;

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
            return refused(program_.kernels.back(),
                           to_say("%1 is not the softmax that a network ends with"));
        }
        out_.width_px = first.out.width;
        out_.height_px = first.out.height;
        out_.classes = last.in.channels;
        out_.buffers = plan_.buffers;
        return std::move(out_);
    }

private:
    Error refused(const Kernel& kernel, const char* why) const {
        return layer_refused(graph_, kernel.layer, why);
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

    Result<TlGpuStep> step_of(const Kernel& kernel) {
        const Layer& layer = graph_.layers[kernel.layer];
        TlGpuStep step{};
        step.kind = step_kind_of(kernel.kind);
        step.layer = kernel.layer;
        step.relu = kernel.relu ? 1 : 0;
        put_window(step, layer);
        step.in = tensor_of(kernel.reads);
        step.out = tensor_of(kernel.writes);
        if (kernel.residual) {
            step.residual = tensor_of(*kernel.residual);
        }
        if (kernel.kind == KernelKind::Dense) {
            const auto in = flat(step.in);
            if (!in) {
                return refused(kernel, to_say("%1 would read across the gaps of a concat"));
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
            step.weight_range = weight_range_of(inputs, share);
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
        out_.weight_elements += weight_room(count);
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
            .classes = classes,
            .trains = trains ? 1U : 0U,
            .rate = rate,
            .momentum = momentum,
            .decay = decay,
            .decayed_elements = decayed_elements,
            .statistics_elements = statistics_elements};
}

std::uint64_t DeviceProgram::bytes() const noexcept {
    const std::uint64_t forward = sizeof(Half) * (result_elements + weight_elements);
    // Gradients in fp16, masters and momentum in fp32.
    const std::uint64_t learning = weight_elements * (sizeof(Half) + 2 * sizeof(float)) +
                                   (statistics_elements + kPartialValues + images) * sizeof(float);
    return forward + (trains ? learning : 0);
}

Result<DeviceProgram> device_program(const Graph& graph, std::uint32_t images) {
    const auto program = lower_for_inference(graph);
    return program ? Planner(*program, images).plan() : Result<DeviceProgram>(program.error());
}

Result<DeviceProgram> built_in_program(std::string_view id, std::uint32_t images, Purpose purpose) {
    const auto graph = built_in_graph(id);
    if (!graph) {
        return graph.error();
    }
    return purpose == Purpose::Training ? training_program(*graph, images)
                                        : device_program(*graph, images);
}

}  // namespace throughline::network
