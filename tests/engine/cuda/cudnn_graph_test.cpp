// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "engine/cuda/conv_graph.cuh"
#include "engine/network/device_program.h"
#include "tests/engine/cuda/described_cudnn.h"

// cuDNN finalises operation graphs without a device: so each convolution of the catalogue, fused as
// it will run, and its gradients are shown to cuDNN itself.
namespace throughline::network {
namespace {

TEST(CudnnGraph, EveryConvolutionOfTheCatalogueIsFinalisedWithItsGradients) {
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
            for (const ConvPass pass : kPasses) {
                const std::string of_pass =
                    cuda::ConvGraph(cudnn.api, bare(conv, pass)).finalise(nullptr);
                ASSERT_EQ(of_pass, "") << graph.id << " " << graph.layers[conv.layer].name
                                       << ", pass " << static_cast<int>(pass);
            }
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
