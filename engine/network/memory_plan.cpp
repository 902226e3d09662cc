// SPDX-License-Identifier: Apache-2.0
#include "engine/network/memory_plan.h"

#include <algorithm>
#include <numeric>

namespace throughline::network {
namespace {

constexpr std::uint32_t kNever = UINT32_MAX;

std::uint64_t rounded_up(std::uint64_t value, std::uint64_t multiple) {
    return (value + multiple - 1) / multiple * multiple;
}

std::uint64_t buffer_bytes(const Graph& graph, std::uint32_t layer, std::uint32_t batch_images) {
    const Shape& shape = graph.layers[layer].out;
    const std::uint64_t channels = channel_pitch(shape);
    return rounded_up(channels * shape.height * shape.width * batch_images * kHalfBytes,
                      kTensorAlignBytes);
}

/// Every buffer of the program with the kernels between which it is in use.
std::vector<BufferPlan> lifetimes(const Program& program, std::uint32_t batch_images) {
    std::vector<BufferPlan> by_layer(program.places.size());
    for (auto& buffer : by_layer) {
        buffer.first_kernel = kNever;
    }
    const auto use = [&](std::uint32_t layer, std::uint32_t kernel) {
        BufferPlan& buffer = by_layer[program.places[layer].buffer];
        buffer.first_kernel = std::min(buffer.first_kernel, kernel);
        buffer.last_kernel = std::max(buffer.last_kernel, kernel);
    };
    for (std::uint32_t index = 0; index < program.kernels.size(); ++index) {
        const Kernel& kernel = program.kernels[index];
        use(kernel.reads, index);
        use(kernel.writes, index);
        if (kernel.residual) {
            use(*kernel.residual, index);
        }
    }
    std::vector<BufferPlan> used;
    for (std::uint32_t layer = 0; layer < by_layer.size(); ++layer) {
        if (by_layer[layer].first_kernel != kNever) {
            by_layer[layer].layer = layer;
            by_layer[layer].bytes = buffer_bytes(*program.graph, layer, batch_images);
            used.push_back(by_layer[layer]);
        }
    }
    return used;
}

bool live_together(const BufferPlan& a, const BufferPlan& b) {
    return a.first_kernel <= b.last_kernel && b.first_kernel <= a.last_kernel;
}

/// The lowest offset at which `buffer` overlaps none of `placed` that is in use with it.
std::uint64_t lowest_offset(const BufferPlan& buffer, const std::vector<BufferPlan>& placed) {
    std::vector<const BufferPlan*> neighbours;
    for (const BufferPlan& other : placed) {
        if (live_together(buffer, other)) {
            neighbours.push_back(&other);
        }
    }
    std::sort(neighbours.begin(), neighbours.end(), [](const auto* a, const auto* b) {
        return a->offset_bytes < b->offset_bytes;
    });
    std::uint64_t offset = 0;
    for (const BufferPlan* other : neighbours) {
        if (offset + buffer.bytes <= other->offset_bytes) {
            break;
        }
        offset = std::max(offset, other->offset_bytes + other->bytes);
    }
    return offset;
}

std::uint64_t weight_bytes(const Graph& graph) {
    return std::accumulate(graph.layers.begin(),
                           graph.layers.end(),
                           std::uint64_t{0},
                           [](std::uint64_t sum, const Layer& layer) {
                               return sum +
                                      rounded_up(layer.parameters * kHalfBytes, kTensorAlignBytes);
                           });
}

}  // namespace

std::uint64_t place_buffers(std::vector<BufferPlan>& buffers) {
    std::stable_sort(buffers.begin(), buffers.end(), [](const BufferPlan& a, const BufferPlan& b) {
        return a.bytes > b.bytes;
    });
    std::uint64_t bytes = 0;
    std::vector<BufferPlan> placed;
    placed.reserve(buffers.size());
    for (BufferPlan& buffer : buffers) {
        buffer.offset_bytes = lowest_offset(buffer, placed);
        bytes = std::max(bytes, buffer.offset_bytes + buffer.bytes);
        placed.push_back(buffer);
    }
    return bytes;
}

MemoryPlan plan_memory(const Program& program, std::uint32_t batch_images) {
    MemoryPlan plan{.buffers = lifetimes(program, batch_images),
                    .weight_bytes = weight_bytes(*program.graph)};
    plan.activation_bytes = place_buffers(plan.buffers);
    return plan;
}

}  // namespace throughline::network
