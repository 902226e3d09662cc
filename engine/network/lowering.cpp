// SPDX-License-Identifier: Apache-2.0
#include "engine/network/lowering.h"

#include <string>

#include "engine/base/say.h"

namespace throughline::network {
namespace {

KernelKind kind_of(Op op, bool trains) {
    switch (op) {
        case Op::Conv:
            return KernelKind::Conv;
        case Op::Dense:
            return KernelKind::Dense;
        case Op::BatchNorm:
            return trains ? KernelKind::BatchNorm : KernelKind::ScaleShift;
        case Op::Dropout:
            return KernelKind::Dropout;
        case Op::MaxPool:
            return KernelKind::MaxPool;
        case Op::AveragePool:
            return KernelKind::AveragePool;
        case Op::Lrn:
            return KernelKind::Lrn;
        case Op::Add:
            return KernelKind::Add;
        case Op::Softmax:
            return KernelKind::Softmax;
        case Op::Input:
            return KernelKind::Normalise;
        default:
            return KernelKind::Relu;
    }
}

class Lowering {
public:
    Lowering(const Graph& graph, bool trains)
        : graph_(graph),
          trains_(trains),
          uses_(use_counts(graph)),
          covered_(graph.layers.size(), false) {
        program_.graph = &graph;
        only_user_.resize(graph.layers.size());
        for (std::uint32_t index = 0; index < graph.layers.size(); ++index) {
            for (const std::uint32_t input : graph.layers[index].inputs) {
                only_user_[input] = index;
            }
        }
    }

    Result<Program> lower() {
        for (std::uint32_t index = 0; index < graph_.layers.size(); ++index) {
            const Op op = graph_.layers[index].op;
            if (op == Op::Concat || (op == Op::Dropout && !trains_)) {
                program_.placed_only.push_back(index);
            } else if (!covered_[index]) {
                add_kernel(index);
            }
        }
        if (auto placed = place_all(); !placed) {
            return std::move(placed).error();
        }
        return std::move(program_);
    }

private:
    /// The layer of kind `op` that alone reads what the kernel writes so far.
    std::optional<std::uint32_t> follower(const Kernel& kernel, Op op) const {
        if (uses_[kernel.writes] != 1) {
            return std::nullopt;
        }
        const std::uint32_t next = only_user_[kernel.writes];
        return graph_.layers[next].op == op ? std::optional(next) : std::nullopt;
    }

    void take(Kernel& kernel, std::uint32_t layer) {
        kernel.covers.push_back(layer);
        kernel.writes = layer;
        covered_[layer] = true;
    }

    void take_relu(Kernel& kernel) {
        if (const auto relu = follower(kernel, Op::Relu)) {
            take(kernel, *relu);
            kernel.relu = true;
        }
    }

    /// A residual is added by the later of the two branches, when the other one is there.
    void take_residual(Kernel& kernel) {
        const auto add = follower(kernel, Op::Add);
        if (!add) {
            return;
        }
        const auto& inputs = graph_.layers[*add].inputs;
        const std::uint32_t other = inputs[0] == kernel.writes ? inputs[1] : inputs[0];
        if (other < kernel.layer && other != kernel.writes) {
            kernel.residual = other;
            take(kernel, *add);
        }
    }

    /// What of the layers behind it a convolution takes along.
    void finish_convolution(Kernel& kernel) {
        const auto norm = follower(kernel, Op::BatchNorm);
        if (trains_) {
            if (!norm) {
                take_relu(kernel);
            }
            return;  // a norm needs the results of the whole batch first
        }
        if (norm) {
            take(kernel, *norm);
        }
        take_residual(kernel);
        take_relu(kernel);
    }

    void add_kernel(std::uint32_t index) {
        const Layer& layer = graph_.layers[index];
        Kernel kernel{.kind = kind_of(layer.op, trains_),
                      .layer = index,
                      .covers = {},
                      .reads = layer.inputs.empty() ? index : layer.inputs[0],
                      .residual = {},
                      .writes = index};
        take(kernel, index);
        switch (layer.op) {
            case Op::Conv:
                finish_convolution(kernel);
                break;
            case Op::Add:
                kernel.residual = layer.inputs[1];
                take_relu(kernel);
                break;
            case Op::BatchNorm:
                if (trains_) {
                    take_residual(kernel);
                }
                take_relu(kernel);
                break;
            case Op::Dense:
                take_relu(kernel);
                break;
            default:
                break;
        }
        program_.kernels.push_back(std::move(kernel));
    }

    Error refused(std::uint32_t layer, const char* why) const {
        return {
            .code = ErrorCode::Unsupported,
            .what = say_english(
                why, say_english("%1: the result of '%2'", graph_.id, graph_.layers[layer].name))};
    }

    Result<void> place_all() {
        const auto count = static_cast<std::uint32_t>(graph_.layers.size());
        std::vector<std::optional<Place>> parent(count);
        for (std::uint32_t index = 0; index < count; ++index) {
            const Layer& layer = graph_.layers[index];
            if (layer.op == Op::Dropout) {  // passes everything on: it is its input
                if (trains_ && uses_[layer.inputs[0]] != 1) {
                    return refused(layer.inputs[0],
                                   to_say("%1 is read by a dropout and by another layer"));
                }
                parent[index] = Place{.buffer = layer.inputs[0], .channel_offset = 0};
                continue;
            }
            if (layer.op != Op::Concat) {
                continue;
            }
            std::uint32_t offset = 0;
            for (const std::uint32_t input : layer.inputs) {
                if (parent[input]) {
                    return refused(input, to_say("%1 would have to lie in two places"));
                }
                parent[input] = Place{.buffer = index, .channel_offset = offset};
                offset += graph_.layers[input].out.channels;
            }
        }
        program_.places.resize(count);
        for (std::uint32_t index = 0; index < count; ++index) {
            Place place{.buffer = index, .channel_offset = 0};
            while (const auto& up = parent[place.buffer]) {
                place = {.buffer = up->buffer,
                         .channel_offset = place.channel_offset + up->channel_offset};
            }
            program_.places[index] = place;
        }
        return {};
    }

    const Graph& graph_;
    bool trains_;
    std::vector<std::uint32_t> uses_;
    std::vector<std::uint32_t> only_user_;  ///< by layer; the last one where there are several
    std::vector<bool> covered_;
    Program program_;
};

}  // namespace

Result<Program> lower_for_inference(const Graph& graph) {
    return Lowering(graph, false).lower();
}

Result<Program> lower_for_training(const Graph& graph) {
    return Lowering(graph, true).lower();
}

}  // namespace throughline::network
