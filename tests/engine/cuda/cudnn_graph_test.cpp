// SPDX-License-Identifier: Apache-2.0
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "engine/cuda/conv_graph.cuh"
#include "engine/network/device_program.h"

// cuDNN finalises operation graphs without a device: so each convolution of the catalogue, fused as
// it will run, is shown to cuDNN itself. Whether there is an engine for it only a GPU can tell.
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
