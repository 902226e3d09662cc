// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/cuda/conv_graph.cuh"
#include "engine/cuda/conv_proposals.cuh"
#include "engine/network/batch_fit.h"
#include "engine/network/device_program.h"
#include "engine/network/memory_plan.h"
#include "tests/engine/cuda/described_cudnn.h"

// cuDNN makes plans for a device that is only described to it: so each convolution of the
// catalogue, fused as it will run, and its gradients are planned for every generation of devices.
namespace throughline::network {
namespace {

/// "" when a plan that keeps within the workspace can be made for the convolution.
std::string missing_plan(const cuda::CudnnApi& api,
                         const ConvDescriptor& conv,
                         const cuda::PlanTarget& target) {
    cuda::ConvGraph graph(api, conv);
    if (const std::string fault = graph.finalise(nullptr); !fault.empty()) {
        return fault;
    }
    for (const auto mode : {CUDNN_HEUR_MODE_A, CUDNN_HEUR_MODE_FALLBACK}) {
        for (const auto& config : cuda::engine_configs(api, graph.graph(), target, mode)) {
            const cuda::ExecutionPlan plan = cuda::execution_plan(api, config, target);
            if (plan.plan.raw() != nullptr && plan.workspace_bytes <= kWorkspaceBytes) {
                return {};
            }
        }
    }
    return "no engine";
}

class CudnnPlan : public testing::TestWithParam<DescribedDevice> {};

// Goal: no network is refused by a GPU that nobody has tried it on. Method: every convolution and
// its gradients are planned for a described device of each generation, as far as that goes without.
TEST_P(CudnnPlan, EveryConvolutionAndItsGradientsHaveAnEngine) {
    Cudnn cudnn;
    if (!cudnn.is_there()) {
        GTEST_SKIP() << "libcudnn.so.9 is not in the loader's path";
    }
    const auto device = cuda::described_device(cudnn.api, device_json(GetParam()));
    if (device.raw() == nullptr) {
        GTEST_SKIP() << "this cuDNN takes no description of a device: 9.8 and later do";
    }
    std::set<std::string> planned;
    const auto graphs = built_in_graphs();
    ASSERT_TRUE(graphs) << graphs.error().what;
    for (const std::uint32_t images : {1U, 7U, 256U}) {
        for (const Graph& graph : *graphs) {
            for (const auto& program :
                 {device_program(graph, images), training_program(graph, images)}) {
                ASSERT_TRUE(program) << program.error().what;
                for (const ConvDescriptor& conv : describe_convs(*program)) {
                    if (planned.insert(shape_key(conv)).second) {
                        ASSERT_EQ(missing_plan(cudnn.api, conv, {.device = device.raw()}), "")
                            << graph.id << " " << graph.layers[conv.layer].name << ", batch "
                            << images << ": " << shape_key(conv);
                    }
                }
            }
        }
    }
}

/// What the most promising plans of some convolutions are like.
struct PlanCounts {
    std::set<std::string> shapes{};
    std::set<std::int64_t> engines{};
    int slow = 0;  ///< without tensor cores
    int compiled = 0;
    int missing = 0;
    std::uint64_t workspace_bytes = 0;

    void add(const cuda::CudnnApi& api,
             const ConvDescriptor& conv,
             std::uint64_t room,
             const cuda::PlanTarget& target) {
        if (!shapes.insert(shape_key(conv)).second) {
            return;
        }
        cuda::ConvGraph graph(api, conv);
        const bool copies = has_gaps(conv.x) || has_gaps(conv.y);
        if (graph.finalise(nullptr).empty()) {
            for (auto& proposal : cuda::proposals_for(api, graph.graph(), target, copies)) {
                const auto plan = cuda::execution_plan(api, proposal.config, target);
                if (plan.plan.raw() != nullptr && plan.workspace_bytes <= room) {
                    engines.insert(proposal.engine.index);
                    slow += proposal.engine.tensor_cores ? 0 : 1;
                    compiled += proposal.engine.compiled ? 1 : 0;
                    workspace_bytes = std::max(workspace_bytes, plan.workspace_bytes);
                    return;
                }
            }
        }
        ++missing;
    }
    std::string text() const {
        std::string numbers;
        for (const std::int64_t engine : engines) {
            numbers += (numbers.empty() ? "" : " ") + std::to_string(engine);
        }
        return std::to_string(shapes.size()) + " | " + numbers + " | " + std::to_string(slow) +
               " | " + std::to_string(compiled) + " | " + std::to_string(missing) + " | " +
               std::to_string((workspace_bytes + 500'000) / 1'000'000);
    }
};

// Not a check but a table of what runs on devices that are not at hand, for whoever asks for it:
//     THROUGHLINE_PLANS_TABLE=FILE cudnn_graph_tests --gtest_filter='*PlansAreWrittenDown*'
TEST_P(CudnnPlan, PlansAreWrittenDownForWhoeverAsks) {
    const char* const file = std::getenv("THROUGHLINE_PLANS_TABLE");
    Cudnn cudnn;
    if (file == nullptr || !cudnn.is_there()) {
        GTEST_SKIP() << "$THROUGHLINE_PLANS_TABLE names no file, or there is no cuDNN";
    }
    const auto device = cuda::described_device(cudnn.api, device_json(GetParam()));
    ASSERT_NE(device.raw(), nullptr);
    const auto graphs = built_in_graphs();
    ASSERT_TRUE(graphs) << graphs.error().what;
    std::ofstream out(file, std::ios::app);
    out << "network | compute | batch | phase | shapes | engines | without tensor cores | compiled"
           " | none | largest workspace, MB | session, MB\n";
    for (const std::uint32_t images : {256U, 32U, 7U, 1U}) {
        for (const Graph& graph : *graphs) {
            for (const auto& program :
                 {device_program(graph, images), training_program(graph, images)}) {
                ASSERT_TRUE(program);
                PlanCounts counts;
                const std::uint64_t room = workspace_bytes(program->view());
                for (const ConvDescriptor& conv : describe_convs(*program)) {
                    counts.add(cudnn.api, conv, room, {.device = device.raw()});
                }
                EXPECT_EQ(counts.missing, 0) << graph.id << ", batch " << images;
                out << graph.id << " | " << GetParam().compute << " | " << images << " | "
                    << (program->trains ? "training" : "inference") << " | " << counts.text()
                    << " | " << session_bytes(*program, 2) / 1'000'000 << std::endl;
            }
        }
    }
}

/// What is tried of a convolution on an H200, or nothing where cuDNN or its planner is missing.
class CudnnProposals : public testing::Test {
protected:
    void SetUp() override {
        if (!cudnn_.is_there()) {
            GTEST_SKIP() << "libcudnn.so.9 is not in the loader's path";
        }
        device_ = cuda::described_device(cudnn_.api, device_json(kDevices[4]));
        if (device_.raw() == nullptr) {
            GTEST_SKIP() << "this cuDNN takes no description of a device: 9.8 and later do";
        }
    }
    cuda::PlanTarget target() const { return {.device = device_.raw()}; }
    std::vector<cuda::Proposal> proposals(const ConvDescriptor& conv, bool copies) {
        graph_ = std::make_unique<cuda::ConvGraph>(cudnn_.api, conv);
        EXPECT_EQ(graph_->finalise(nullptr), "");
        return cuda::proposals_for(cudnn_.api, graph_->graph(), target(), copies);
    }
    static std::vector<ConvDescriptor> convs_of(const char* id) {
        const auto program = built_in_program(id, 256);
        EXPECT_TRUE(program);
        return describe_convs(*program);
    }

    Cudnn cudnn_;
    cuda::CudnnDescriptor device_;
    std::unique_ptr<cuda::ConvGraph> graph_;
};

TEST_F(CudnnProposals, EveryEngineHasItsTurnBeforeOneIsTriedAFourthTime) {
    std::set<std::string> shapes;
    for (const ConvDescriptor& conv : convs_of("resnet50_v1.5")) {
        for (const ConvPass pass : kPasses) {
            if (!shapes.insert(shape_key(bare(conv, pass))).second) {
                continue;
            }
            std::map<std::int64_t, std::size_t> seen;
            std::set<std::string> settings;
            bool further = false;
            bool slow = false;
            for (const cuda::Proposal& proposal : proposals(bare(conv, pass), false)) {
                const auto& [index, knobs, compiled, tensor_cores] = proposal.engine;
                EXPECT_TRUE(settings.insert(std::to_string(index) + knobs).second) << "twice";
                EXPECT_FALSE(slow && tensor_cores) << "without tensor cores comes last";
                slow = slow || !tensor_cores;
                further = further || seen[index] >= cuda::kTriedOfEngine;
                EXPECT_TRUE(slow || compiled || !further || seen[index] >= cuda::kTriedOfEngine)
                    << shape_key(conv) << ": engine " << index;
                ++seen[index];
            }
            EXPECT_GE(settings.size(), cuda::kTriedMax) << shape_key(conv);
        }
    }
}

TEST_F(CudnnProposals, PlanThatWasWrittenDownIsTheSamePlan) {
    const auto& api = cudnn_.api;
    for (const ConvPass pass : kPasses) {
        const ConvDescriptor conv = bare(convs_of("resnet50_v1.5")[2], pass);
        const auto all = proposals(conv, false);
        ASSERT_FALSE(all.empty());
        const cuda::ExecutionPlan plan = execution_plan(api, all[0].config, target());
        ASSERT_NE(plan.plan.raw(), nullptr);
        const std::string json = json_of(api, plan.plan);
        const cuda::ExecutionPlan again = plan_of(api, json, target());
        ASSERT_NE(again.plan.raw(), nullptr) << json;
        EXPECT_EQ(again.workspace_bytes, plan.workspace_bytes);
        const cuda::CudnnDescriptor config = config_of(api, again.plan);
        ASSERT_NE(config.raw(), nullptr);
        const cuda::EngineFacts engine = engine_facts(api, config);
        EXPECT_EQ(engine.index, all[0].engine.index);
        EXPECT_EQ(engine.knobs, all[0].engine.knobs);
        EXPECT_TRUE(engine.tensor_cores);
        EXPECT_EQ(plan_of(api, json.substr(0, json.size() / 2), target()).plan.raw(), nullptr);
        EXPECT_EQ(plan_of(api, "", target()).plan.raw(), nullptr);
    }
}

// A result with gaps needs room for a copy of it: the program's workspace has that room.
TEST_F(CudnnProposals, WorkspaceHoldsTheCopiesOfABatchAsLargeAsItMayBe) {
    const auto program = built_in_program("googlenet", 2672);
    ASSERT_TRUE(program);
    const std::uint64_t room = workspace_bytes(program->view());
    EXPECT_GT(room, kWorkspaceBytes);
    for (const ConvDescriptor& conv : describe_convs(*program)) {
        bool fast = false;
        for (const cuda::Proposal& proposal : proposals(conv, true)) {
            if (proposal.engine.tensor_cores && !proposal.engine.compiled && !fast) {
                const auto plan = execution_plan(cudnn_.api, proposal.config, target());
                fast = plan.plan.raw() != nullptr && plan.workspace_bytes <= room;
            }
        }
        EXPECT_TRUE(fast) << shape_key(conv);
    }
}

std::string name_of(const testing::TestParamInfo<DescribedDevice>& info) {
    return std::to_string(info.param.compute);
}
INSTANTIATE_TEST_SUITE_P(Compute, CudnnPlan, testing::ValuesIn(kDevices), name_of);

}  // namespace
}  // namespace throughline::network
