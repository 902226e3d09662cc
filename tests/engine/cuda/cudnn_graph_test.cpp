// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>

#include "engine/cuda/conv_engines.cuh"
#include "engine/cuda/conv_graph.cuh"
#include "engine/network/device_program.h"
#include "engine/network/memory_plan.h"

// cuDNN finalises operation graphs without a device, and makes plans for one that is described to
// it: so each convolution of the catalogue, fused as it will run, is shown to cuDNN itself.
namespace throughline::network {
namespace {

struct Cudnn {
    std::unique_ptr<void, int (*)(void*)> library{::dlopen("libcudnn.so.9", RTLD_NOW | RTLD_LOCAL),
                                                  &::dlclose};
    cuda::CudnnApi api;

    bool is_there() { return library && api.load(library.get()).empty(); }
};

TEST(CudnnGraph, EveryFusedConvolutionOfTheCatalogueIsFinalised) {
    Cudnn cudnn;
    if (!cudnn.is_there()) {
        GTEST_SKIP() << "libcudnn.so.9 is not in the loader's path";
    }
    const auto graphs = built_in_graphs();
    ASSERT_TRUE(graphs) << graphs.error().what;
    std::size_t finalised = 0;
    for (const Graph& graph : *graphs) {
        const auto program = device_program(graph, 256);
        ASSERT_TRUE(program) << program.error().what;
        for (const ConvDescriptor& conv : describe_convs(*program)) {
            const std::string fault = cuda::ConvGraph(cudnn.api, conv).finalise(nullptr);
            ASSERT_EQ(fault, "") << graph.id << " " << graph.layers[conv.layer].name;
            ++finalised;
        }
    }
    EXPECT_EQ(finalised, 860U + 24U) << "and the dense layers, as convolutions of one pixel";
}

/// An H200 as cuDNN describes it, or a device with other code. Source: CUDA C++ programming guide,
/// technical specifications by compute capability; NVIDIA H200 data sheet.
std::string device_json(int compute) {
    return R"({"cudaDeviceId":0,"deviceName":"described","deviceVer":)" + std::to_string(compute) +
           R"(,"driverVer":13000,"maxGridSize":[2147483647,65535,65535],
        "maxBlockSize":[1024,1024,64],"regsPerBlock":65536,"multiProcessorCount":132,"warpSize":32,
        "maxSharedMemoryPerBlock":49152,"maxSharedMemoryPerBlockOptin":)" +
           (compute == 900   ? "232448"
            : compute == 800 ? "166912"
                             : "65536") +
           R"(,"reservedSharedMemoryPerBlock":1024,"maxRegistersPerSM":65536,"maxCtasPerSM":32,
        "maxThreadsPerBlock":1024,"maxThreadsPerSM":2048,"pciDeviceId":0,"isTccDriver":0,
        "supportCoopLaunch":1,"smClockRateKHz":1980000,"memClockRateKHz":3201000,
        "l2CacheSize":62914560,"totalGlobalMem":150000000000})";
}

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

class CudnnPlan : public testing::TestWithParam<int> {};

// Goal: no network is refused by a GPU that nobody has tried it on. Method: every convolution is
// planned for a described device of each generation, as far as that goes without one.
TEST_P(CudnnPlan, EveryFusedConvolutionHasAnEngine) {
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
            for (const ConvDescriptor& conv : describe_convs(*program)) {
                if (!planned.insert(shape_key(conv)).second) {
                    continue;
                }
                ASSERT_EQ(missing_plan(cudnn.api, conv, {.device = device.raw()}), "")
                    << graph.id << " " << graph.layers[conv.layer].name << ", batch " << images;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Compute, CudnnPlan, testing::Values(750, 800, 900));

TEST(CudnnGraph, WrongSizeIsRefusedByCudnnToo) {
    Cudnn cudnn;
    if (!cudnn.is_there()) {
        GTEST_SKIP() << "libcudnn.so.9 is not in the loader's path";
    }
    const auto graphs = built_in_graphs();
    ASSERT_TRUE(graphs);
    const auto program = device_program(graphs->at(6), 8);
    ASSERT_TRUE(program);
    ConvDescriptor conv = describe_convs(*program)[1];
    ASSERT_EQ(cuda::ConvGraph(cudnn.api, conv).finalise(nullptr), "");
    conv.y.sizes[2] += 1;
    EXPECT_NE(cuda::ConvGraph(cudnn.api, conv).finalise(nullptr), "");
    EXPECT_FALSE(check(conv));
}

}  // namespace
}  // namespace throughline::network
