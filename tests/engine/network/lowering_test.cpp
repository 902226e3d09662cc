// SPDX-License-Identifier: Apache-2.0
#include "engine/network/lowering.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "engine/network/memory_plan.h"

namespace throughline::network {
namespace {

using testing::HasSubstr;

const std::vector<Graph>& graphs() {
    static const std::vector<Graph> kGraphs = *built_in_graphs();
    return kGraphs;
}
const Graph& graph_of(const std::string& id) {
    return *std::find_if(
        graphs().begin(), graphs().end(), [&](const Graph& graph) { return graph.id == id; });
}
Program lowered(const Graph& graph) {
    auto program = lower_for_inference(graph);
    EXPECT_TRUE(program) << program.error().what;
    return *std::move(program);
}
std::ptrdiff_t count(const Program& program, KernelKind kind) {
    return std::count_if(program.kernels.begin(), program.kernels.end(), [&](const Kernel& kernel) {
        return kernel.kind == kind;
    });
}

TEST(Lowering, EveryLayerOfEveryNetworkIsDoneOnce) {
    std::size_t layers = 0;
    for (const Graph& graph : graphs()) {
        const Program program = lowered(graph);
        std::multiset<std::uint32_t> done(program.placed_only.begin(), program.placed_only.end());
        for (const Kernel& kernel : program.kernels) {
            done.insert(kernel.covers.begin(), kernel.covers.end());
        }
        layers += done.size();
        ASSERT_EQ(done.size(), graph.layers.size()) << graph.id;
        for (std::uint32_t layer = 0; layer < graph.layers.size(); ++layer) {
            EXPECT_EQ(done.count(layer), 1U) << graph.id << " " << graph.layers[layer].name;
        }
    }
    EXPECT_EQ(layers, 2839U);
}

// Goal: kernels run in an order in which everything is there that they read.
TEST(Lowering, KernelsReadOnlyWhatWasWrittenBefore) {
    for (const Graph& graph : graphs()) {
        const Program program = lowered(graph);
        std::set<std::uint32_t> there;
        const auto is_there = [&](std::uint32_t layer) {
            // A concat is there when all of its branches are; a dropout is its input.
            std::vector<std::uint32_t> open{layer};
            while (!open.empty()) {
                const std::uint32_t one = open.back();
                open.pop_back();
                const Op op = graph.layers[one].op;
                if (op == Op::Concat || op == Op::Dropout) {
                    const auto& inputs = graph.layers[one].inputs;
                    open.insert(open.end(), inputs.begin(), inputs.end());
                } else if (there.count(one) == 0) {
                    return false;
                }
            }
            return true;
        };
        for (const Kernel& kernel : program.kernels) {
            if (kernel.kind != KernelKind::Normalise) {
                EXPECT_TRUE(is_there(kernel.reads)) << graph.id << " " << kernel.layer;
            }
            EXPECT_TRUE(!kernel.residual || is_there(*kernel.residual)) << graph.id;
            there.insert(kernel.writes);
        }
    }
}

TEST(Lowering, ResNetHasItsNormsResidualsAndActivationsInItsConvolutions) {
    const Program v15 = lowered(graph_of("resnet50_v1.5"));
    EXPECT_EQ(count(v15, KernelKind::Conv), 53);
    EXPECT_EQ(count(v15, KernelKind::ScaleShift), 0);
    EXPECT_EQ(count(v15, KernelKind::Add), 0);
    EXPECT_EQ(count(v15, KernelKind::Relu), 0);
    EXPECT_EQ(v15.kernels.size(), 53U + 5U) << "normalise, two pools, dense, softmax";
    // v2 normalises before its convolutions, where nothing can be folded into.
    EXPECT_GT(count(lowered(graph_of("resnet50_v2")), KernelKind::ScaleShift), 0);
}

TEST(Lowering, BranchesOfAConcatLieSideBySide) {
    const Graph& graph = graph_of("googlenet");
    const Program program = lowered(graph);
    for (std::uint32_t index = 0; index < graph.layers.size(); ++index) {
        const Layer& layer = graph.layers[index];
        std::uint32_t offset = program.places[index].channel_offset;
        for (std::size_t i = 0; layer.op == Op::Concat && i < layer.inputs.size(); ++i) {
            const Place& place = program.places[layer.inputs[i]];
            EXPECT_EQ(place.buffer, program.places[index].buffer);
            EXPECT_EQ(place.channel_offset, offset) << layer.name;
            offset += graph.layers[layer.inputs[i]].out.channels;
        }
    }
}

TEST(Lowering, ResultInTwoConcatsIsRefused) {
    auto made = graphs_from(R"({"models":[{"id":"net","layers":[
        {"op":"input","name":"input","in":[],"out":[8,4,4]},
        {"op":"relu","name":"r","in":[0],"out":[8,4,4]},
        {"op":"concat","name":"a","in":[1,0],"out":[16,4,4]},
        {"op":"concat","name":"b","in":[1,0],"out":[16,4,4]}]}]})");
    ASSERT_TRUE(made) << made.error().what;
    const auto program = lower_for_inference(made->front());
    ASSERT_FALSE(program);
    EXPECT_THAT(program.error().what, HasSubstr("two places"));
}

TEST(MemoryPlan, BuffersInUseTogetherNeverOverlap) {
    for (const Graph& graph : graphs()) {
        const MemoryPlan plan = plan_memory(lowered(graph), 64);
        std::uint64_t all = 0;
        for (const BufferPlan& a : plan.buffers) {
            all += a.bytes;
            EXPECT_EQ(a.offset_bytes % kTensorAlignBytes, 0U);
            EXPECT_LE(a.offset_bytes + a.bytes, plan.activation_bytes);
            for (const BufferPlan& b : plan.buffers) {
                const bool together =
                    a.first_kernel <= b.last_kernel && b.first_kernel <= a.last_kernel;
                const bool overlap = a.offset_bytes < b.offset_bytes + b.bytes &&
                                     b.offset_bytes < a.offset_bytes + a.bytes;
                EXPECT_FALSE(&a != &b && together && overlap)
                    << graph.id << " " << a.layer << " " << b.layer;
            }
        }
        EXPECT_LT(plan.activation_bytes, all) << graph.id << ": memory is used again";
    }
}

}  // namespace
}  // namespace throughline::network
