// SPDX-License-Identifier: Apache-2.0
// A training step as a program: forward with the statistics of the batch, the loss, the way back
// through the kernels in reverse order, and the update. Every result that the way back needs is
// kept; nothing is computed twice but a norm's ReLU.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/say.h"
#include "engine/network/device_program.h"
#include "engine/network/network_memory.h"
#include "engine/network/norm_steps.h"
#include "engine/network/step_parts.h"

namespace throughline::network {
namespace {

constexpr std::uint32_t kStatisticsRows = 6;  ///< see NormRows
/// Until memory is laid out, a tensor's first element is its buffer's number and the place in it.
constexpr std::uint32_t kBufferShift = 40;
/// The first logits are small, so that the first loss is that of not knowing.
constexpr double kLastShare = 0.1;

/// Batches of 256 as their authors trained them, and less for smaller ones.
/// Source: Goyal et al., arXiv:1706.02677 (rate by batch); Simonyan, Zisserman 2014 (no norms).
constexpr float kRateWithNorms = 0.1F;
constexpr float kRateWithoutNorms = 0.01F;
constexpr std::uint32_t kRateImages = 256;
constexpr float kMomentum = 0.9F;
constexpr float kDecay = 1e-4F;

bool is_packed(const TlGpuTensor& tensor) {
    return tensor.pixel_pitch < tensor.channels + kChannelMultiple;
}

class TrainingPlanner {
public:
    TrainingPlanner(const Program& program, std::uint32_t images)
        : program_(program),
          graph_(*program.graph),
          gradients_(graph_.layers.size()),
          within_(graph_.layers.size()) {
        out_.images = images;
        for (std::uint32_t index = 0; index < graph_.layers.size(); ++index) {
            std::uint32_t offset = 0;
            for (const std::uint32_t input : graph_.layers[index].inputs) {
                if (graph_.layers[index].op == Op::Concat) {
                    within_[input] = Place{.buffer = index, .channel_offset = offset};
                    offset += graph_.layers[input].out.channels;
                }
            }
        }
    }

    Result<DeviceProgram> plan() {
        for (const Kernel& kernel : program_.kernels) {
            if (auto done = forward(kernel); !done) {
                return std::move(done).error();
            }
        }
        const Kernel& last = program_.kernels.back();
        if (program_.kernels.front().kind != KernelKind::Normalise ||
            last.kind != KernelKind::Softmax) {
            return refused(last, to_say("%1 is not the softmax that a network ends with"));
        }
        for (std::size_t left = program_.kernels.size() - 1; left > 1; --left) {
            if (auto done = backward(left - 1); !done) {
                return std::move(done).error();
            }
        }
        out_.steps.push_back(empty_step(kTlGpuStepUpdate, 0));
        lay_out();
        describe_whole();
        return std::move(out_);
    }

private:
    Error refused(const Kernel& kernel, const char* why) const {
        return layer_refused(graph_, kernel.layer, why);
    }
    static TlGpuStep empty_step(TlGpuStepKind kind, std::uint32_t layer) {
        TlGpuStep step{};
        step.kind = kind;
        step.layer = layer;
        step.groups = 1;
        step.bias = kTlGpuNoBias;
        return step;
    }

    /// A buffer of its own for `bytes_each` a value.
    TlGpuTensor new_tensor(const Shape& shape, std::uint64_t bytes_each = kHalfBytes) {
        const std::uint32_t pitch = channel_pitch(shape);
        const std::uint64_t bytes =
            std::uint64_t{pitch} * shape.height * shape.width * out_.images * bytes_each;
        const auto number = static_cast<std::uint32_t>(buffers_.size());
        buffers_.push_back(
            {.layer = number,
             .bytes = (bytes + kTensorAlignBytes - 1) / kTensorAlignBytes * kTensorAlignBytes,
             .first_kernel = UINT32_MAX});
        return {.first = std::uint64_t{number} << kBufferShift,
                .channels = shape.channels,
                .height = shape.height,
                .width = shape.width,
                .pixel_pitch = pitch};
    }
    TlGpuTensor new_like(const TlGpuTensor& tensor) {
        return new_tensor({tensor.channels, tensor.height, tensor.width});
    }

    /// Where a layer's result lies.
    TlGpuTensor result_of(std::uint32_t layer) {
        const Place& place = program_.places[layer];
        const Shape& shape = graph_.layers[layer].out;
        auto found = results_.find(place.buffer);
        if (found == results_.end()) {
            found =
                results_.emplace(place.buffer, new_tensor(graph_.layers[place.buffer].out)).first;
        }
        const bool is_input = graph_.layers[layer].op == Op::Input;
        return {.first = found->second.first + place.channel_offset,
                .channels = is_input ? channel_pitch(shape) : shape.channels,
                .height = shape.height,
                .width = shape.width,
                .pixel_pitch = found->second.pixel_pitch};
    }

    std::uint64_t take(std::uint64_t& from, std::uint64_t count) {
        return std::exchange(from, from + weight_room(count));
    }

    Result<void> forward(const Kernel& kernel) {
        const Layer& layer = graph_.layers[kernel.layer];
        TlGpuStep step = empty_step(step_kind_of(kernel.kind), kernel.layer);
        put_window(step, layer);
        step.relu = kernel.relu ? 1 : 0;
        step.in = result_of(kernel.reads);
        step.out = result_of(kernel.writes);
        if (step.out.first % kChannelMultiple != 0) {
            return refused(kernel, to_say("%1 begins within eight channels of a concat"));
        }
        if (kernel.residual) {
            step.residual = result_of(*kernel.residual);
        }
        switch (kernel.kind) {
            case KernelKind::Conv:
            case KernelKind::Dense:
                return forward_convolution(kernel, step);
            case KernelKind::BatchNorm:
                forward_norm(step);
                break;
            case KernelKind::MaxPool:
                if (step.window_height * step.window_width > UINT8_MAX) {
                    return refused(kernel, to_say("%1 has a window too large for a byte"));
                }
                step.mask = new_tensor(layer.out, 1);
                break;
            case KernelKind::Softmax:
                step.out = {};
                break;
            default:
                break;
        }
        forward_.push_back(out_.steps.size());
        out_.steps.push_back(step);
        if (kernel.kind == KernelKind::Softmax) {
            add_loss(kernel, step);
        }
        return {};
    }

    Result<void> forward_convolution(const Kernel& kernel, TlGpuStep& step) {
        if (kernel.kind == KernelKind::Dense) {
            const auto in = flat(step.in);
            if (!in) {
                return refused(kernel, to_say("%1 would read across the gaps of a concat"));
            }
            step.in = *in;
            step.out.channels = step.out.pixel_pitch;  // classes beyond the network's are made too
        }
        const std::uint64_t inputs =
            std::uint64_t{step.in.channels / step.groups} * step.window_height * step.window_width;
        step.weight_count = inputs * step.out.channels;
        const bool is_last = graph_.layers.back().inputs.front() == kernel.writes;
        step.weight_range = weight_range_of(inputs, is_last ? kLastShare : 1.0);
        step.weights = take(out_.decayed_elements, step.weight_count);
        if (graph_.layers[kernel.layer].bias) {
            step.bias = take(vectors_, step.out.channels);
        }
        forward_.push_back(out_.steps.size());
        out_.steps.push_back(step);
        return {};
    }

    /// The statistics as a step of their own, in front of `apply`.
    void forward_norm(TlGpuStep& apply) {
        TlGpuStep step = empty_step(kTlGpuStepNormStatistics, apply.layer);
        step.in = apply.in;
        step.weights = take(vectors_, step.in.channels);
        step.weight_count = step.in.channels;
        step.weight_mean = 1.0F;
        step.bias = take(vectors_, step.in.channels);
        step.statistics =
            take(out_.statistics_elements,
                 std::uint64_t{kStatisticsRows} * groups_of(step.in.channels) * kChannelMultiple);
        apply.statistics = step.statistics;
        apply.weights = step.weights;  // for the way back; the bias likewise
        apply.bias = step.bias;
        out_.steps.push_back(step);
    }

    void add_loss(const Kernel& kernel, const TlGpuStep& softmax) {
        TlGpuStep step = empty_step(kTlGpuStepLoss, kernel.layer);
        step.in = softmax.in;
        step.out = new_like(softmax.in);
        step.out.channels = step.out.pixel_pitch;
        out_.classes = softmax.in.channels;
        out_.steps.push_back(step);
        gradients_[kernel.reads].push_back(step.out);
    }

    /// The gradients of what a kernel writes, by those that read it; as many as `most`: what is
    /// more is added up first.
    Result<std::vector<TlGpuTensor>> gradients_of(const Kernel& kernel,
                                                  const TlGpuTensor& result,
                                                  std::size_t most) {
        std::vector<TlGpuTensor> all;
        std::uint32_t offset = 0;
        for (std::optional<std::uint32_t> layer = kernel.writes; layer;) {
            for (TlGpuTensor tensor : gradients_[*layer]) {
                tensor.first += offset;
                tensor.channels = result.channels;
                all.push_back(tensor);
            }
            const auto& up = within_[*layer];
            offset += up ? up->channel_offset : 0;
            layer = up ? std::optional(up->buffer) : std::nullopt;
        }
        if (all.empty()) {
            return refused(kernel, to_say("%1 has no part in what the network says"));
        }
        while (all.size() > most) {
            TlGpuStep step = empty_step(kTlGpuStepAdd, kernel.layer);
            step.in = all[all.size() - 2];
            step.residual = all.back();
            step.out = new_like(result);
            all.resize(all.size() - 2);
            all.push_back(step.out);
            out_.steps.push_back(step);
        }
        return all;
    }
    static void put(TlGpuStep& step, const std::vector<TlGpuTensor>& gradients) {
        step.in = gradients.front();
        std::copy(gradients.begin() + 1, gradients.end(), std::begin(step.more));
    }
    bool wants_gradient(std::uint32_t layer) const { return graph_.layers[layer].op != Op::Input; }
    /// Where a step of ours leaves a gradient of `layer`; one that is there already is added on the
    /// way.
    void leave(TlGpuStep& step, std::uint32_t layer) {
        step.out = new_like(result_of(layer));
        auto& there = gradients_[layer];
        if (!there.empty()) {
            step.residual = there.back();
            there.pop_back();
        }
        there.push_back(step.out);
    }

    Result<void> backward(std::size_t index) {
        const Kernel& kernel = program_.kernels[index];
        const TlGpuStep forward = out_.steps[forward_[index]];
        const bool gathers =
            kernel.kind != KernelKind::MaxPool && kernel.kind != KernelKind::AveragePool &&
            kernel.kind != KernelKind::Lrn && (kernel.kind != KernelKind::Add || kernel.relu);
        const std::size_t most = gathers ? 1 + step_detail::Gathered::kMore : 1;
        auto gradients = gradients_of(kernel, forward.out, most);
        if (!gradients) {
            return std::move(gradients).error();
        }
        switch (kernel.kind) {
            case KernelKind::Conv:
            case KernelKind::Dense:
                backward_convolution(kernel, forward, *gradients);
                break;
            case KernelKind::BatchNorm:
                backward_norm(kernel, forward, *gradients);
                break;
            case KernelKind::Relu:
            case KernelKind::Add:
                backward_add(kernel, forward, *gradients);
                break;
            case KernelKind::Dropout:
                backward_dropout(kernel, forward, *gradients);
                break;
            default:
                backward_window(kernel, forward, gradients->front());
                break;
        }
        return {};
    }

    /// The gradient behind bias and ReLU, packed.
    TlGpuTensor behind_relu(const TlGpuStep& forward,
                            bool relu,
                            std::uint64_t bias,
                            const std::vector<TlGpuTensor>& gradients) {
        const bool as_it_is = !relu && gradients.size() == 1 && is_packed(gradients.front());
        if (as_it_is && bias == kTlGpuNoBias) {
            return gradients.front();
        }
        TlGpuStep step = empty_step(kTlGpuStepReluGradient, forward.layer);
        put(step, gradients);
        step.relu = relu ? 1 : 0;
        step.mask = relu ? forward.out : TlGpuTensor{};
        step.out = as_it_is ? TlGpuTensor{} : new_like(forward.out);
        step.bias = bias;
        out_.steps.push_back(step);
        return as_it_is ? gradients.front() : step.out;
    }

    void backward_convolution(const Kernel& kernel,
                              const TlGpuStep& forward,
                              const std::vector<TlGpuTensor>& gradients) {
        const TlGpuTensor dy = behind_relu(forward, kernel.relu, forward.bias, gradients);
        TlGpuStep weights = forward;
        weights.kind = kTlGpuStepConvWeightGradient;
        weights.relu = 0;
        weights.residual = dy;
        weights.out = {};
        weights.bias = kTlGpuNoBias;
        weights.weight_count = 0;
        weights.weight_range = 0.0F;
        TlGpuStep data = weights;
        out_.steps.push_back(weights);
        if (!wants_gradient(kernel.reads)) {
            return;
        }
        data.kind = kTlGpuStepConvDataGradient;
        data.in = dy;
        data.residual = {};
        const TlGpuTensor dx = new_like(result_of(kernel.reads));
        data.out = kernel.kind == KernelKind::Dense ? *flat(dx) : dx;
        out_.steps.push_back(data);
        gradients_[kernel.reads].push_back(dx);
    }

    /// Where the gradient behind the ReLU is needed again, by the residual or since it is a sum, it
    /// is kept; else it is computed twice.
    void backward_norm(const Kernel& kernel,
                       const TlGpuStep& forward,
                       const std::vector<TlGpuTensor>& gradients) {
        const bool keeps = kernel.residual.has_value() || gradients.size() > 1;
        TlGpuStep sums = empty_step(kTlGpuStepNormGradientSums, kernel.layer);
        put(sums, gradients);
        sums.relu = forward.relu;
        sums.kept = forward.in;
        sums.weights = forward.weights;
        sums.bias = forward.bias;
        sums.statistics = forward.statistics;
        if (kernel.residual && kernel.relu) {
            sums.mask = forward.out;
        }
        if (keeps) {
            sums.out = new_like(forward.out);
        }
        out_.steps.push_back(sums);
        if (kernel.residual && wants_gradient(*kernel.residual)) {
            gradients_[*kernel.residual].push_back(sums.out);
        }
        if (!wants_gradient(kernel.reads)) {
            return;
        }
        TlGpuStep step = empty_step(kTlGpuStepNormGradient, kernel.layer);
        step.in = keeps ? sums.out : gradients.front();
        step.relu = keeps ? 0 : forward.relu;
        step.kept = forward.in;
        step.statistics = forward.statistics;
        leave(step, kernel.reads);
        out_.steps.push_back(step);
    }

    void backward_add(const Kernel& kernel,
                      const TlGpuStep& forward,
                      const std::vector<TlGpuTensor>& gradients) {
        const bool relu = kernel.relu || kernel.kind == KernelKind::Relu;
        const TlGpuTensor dx =
            relu ? behind_relu(forward, true, kTlGpuNoBias, gradients) : gradients.front();
        for (const auto& layer : {std::optional(kernel.reads), kernel.residual}) {
            if (layer && wants_gradient(*layer)) {
                gradients_[*layer].push_back(dx);
            }
        }
    }

    void backward_dropout(const Kernel& kernel,
                          const TlGpuStep& forward,
                          const std::vector<TlGpuTensor>& gradients) {
        TlGpuStep step = empty_step(kTlGpuStepDropout, kernel.layer);
        put(step, gradients);
        step.out = new_like(forward.out);
        out_.steps.push_back(step);
        gradients_[kernel.reads].push_back(step.out);
    }

    void backward_window(const Kernel& kernel,
                         const TlGpuStep& forward,
                         const TlGpuTensor& gradient) {
        if (!wants_gradient(kernel.reads)) {
            return;
        }
        TlGpuStep step = forward;
        step.kind = kernel.kind == KernelKind::MaxPool       ? kTlGpuStepMaxPoolGradient
                    : kernel.kind == KernelKind::AveragePool ? kTlGpuStepAveragePoolGradient
                                                             : kTlGpuStepLrnGradient;
        step.in = gradient;
        step.kept = kernel.kind == KernelKind::Lrn ? forward.in : TlGpuTensor{};
        leave(step, kernel.reads);
        out_.steps.push_back(step);
    }

    template <class Function>
    static void for_tensors(TlGpuStep& step, Function function) {
        for (TlGpuTensor* tensor : {&step.in,
                                    &step.residual,
                                    &step.out,
                                    &step.kept,
                                    &step.mask,
                                    &step.more[0],
                                    &step.more[1],
                                    &step.more[2]}) {
            if (tensor->channels > 0) {
                function(*tensor);
            }
        }
    }

    void lay_out() {
        for (std::uint32_t index = 0; index < out_.steps.size(); ++index) {
            for_tensors(out_.steps[index], [&](const TlGpuTensor& tensor) {
                BufferPlan& buffer = buffers_[tensor.first >> kBufferShift];
                buffer.first_kernel = std::min(buffer.first_kernel, index);
                buffer.last_kernel = std::max(buffer.last_kernel, index);
            });
        }
        out_.result_elements = place_buffers(buffers_) / kHalfBytes;
        std::vector<std::uint64_t> begins(buffers_.size());
        for (const BufferPlan& buffer : buffers_) {
            begins[buffer.layer] = buffer.offset_bytes / kHalfBytes;
        }
        constexpr std::uint64_t kWithin = (std::uint64_t{1} << kBufferShift) - 1;
        for (TlGpuStep& step : out_.steps) {
            for_tensors(step, [&](TlGpuTensor& tensor) {
                tensor.first = begins[tensor.first >> kBufferShift] + (tensor.first & kWithin);
            });
        }
    }

    void describe_whole() {
        out_.buffers = std::move(buffers_);
        // Vectors lie behind what decays.
        for (TlGpuStep& step : out_.steps) {
            step.bias += step.bias == kTlGpuNoBias ? 0 : out_.decayed_elements;
            if (step.kind == kTlGpuStepNormStatistics || step.kind == kTlGpuStepNormApply ||
                step.kind == kTlGpuStepNormGradientSums) {
                step.weights += out_.decayed_elements;
            }
        }
        out_.weight_elements = out_.decayed_elements + vectors_;
        out_.width_px = out_.steps.front().out.width;
        out_.height_px = out_.steps.front().out.height;
        out_.trains = true;
        const float share = static_cast<float>(std::min(out_.images, kRateImages)) / kRateImages;
        out_.rate = share * (out_.statistics_elements > 0 ? kRateWithNorms : kRateWithoutNorms);
        out_.momentum = kMomentum;
        out_.decay = kDecay;
    }

    const Program& program_;
    const Graph& graph_;
    std::vector<std::vector<TlGpuTensor>> gradients_;  ///< of each layer's result, by its readers
    std::vector<std::optional<Place>> within_;         ///< which concat a layer is a branch of
    std::vector<BufferPlan> buffers_;
    std::map<std::uint32_t, TlGpuTensor> results_;  ///< whole buffers, by layer
    std::vector<std::size_t> forward_;              ///< step of each kernel
    std::uint64_t vectors_ = 0;                     ///< elements of weights that do not decay
    DeviceProgram out_;
};

}  // namespace

Result<DeviceProgram> training_program(const Graph& graph, std::uint32_t images) {
    const auto program = lower_for_training(graph);
    return program ? TrainingPlanner(*program, images).plan()
                   : Result<DeviceProgram>(program.error());
}

}  // namespace throughline::network
