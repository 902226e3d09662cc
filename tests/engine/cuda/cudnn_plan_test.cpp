// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "engine/cuda/conv_engines.cuh"
#include "engine/cuda/conv_graph.cuh"
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
            const auto program = device_program(graph, images);
            ASSERT_TRUE(program) << program.error().what;
            for (const ConvDescriptor& fused : describe_convs(*program)) {
                std::vector<ConvDescriptor> all{fused};
                for (const ConvPass pass : kPasses) {
                    all.push_back(bare(fused, pass));
                }
                for (const ConvDescriptor& conv : all) {
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

std::string name_of(const testing::TestParamInfo<DescribedDevice>& info) {
    return std::to_string(info.param.compute);
}
INSTANTIATE_TEST_SUITE_P(Compute, CudnnPlan, testing::ValuesIn(kDevices), name_of);

}  // namespace
}  // namespace throughline::network
