// SPDX-License-Identifier: Apache-2.0
#include "engine/network/conv_descriptor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

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
DeviceProgram planned(const Graph& graph, std::uint32_t images) {
    auto program = device_program(graph, images);
    EXPECT_TRUE(program) << program.error().what;
    return *std::move(program);
}

TEST(ConvDescriptor, AllOfTheCatalogueAreWhatTensorCoresTake) {
    std::size_t checked = 0;
    for (const Graph& graph : graphs()) {
        for (const ConvDescriptor& conv : describe_convs(planned(graph, 256))) {
            const auto good = check(conv);
            EXPECT_TRUE(good) << graph.id << ": " << (good ? "" : good.error().what);
            ++checked;
        }
    }
    EXPECT_EQ(checked, 860U + 24U) << "and the dense layers, as convolutions of one pixel";
}

TEST(ConvDescriptor, BranchOfAConcatHasTheConcatsPitchAndItsOwnOffset) {
    const auto convs = describe_convs(planned(graph_of("googlenet"), 2));
    const auto branch = std::find_if(convs.begin(), convs.end(), [](const ConvDescriptor& conv) {
        return conv.y.strides[3] > conv.y.sizes[1];
    });
    ASSERT_NE(branch, convs.end());
    EXPECT_EQ(branch->y.strides[2], branch->y.strides[3] * branch->y.sizes[3]);
}

/// A step that makes dx or dw of a convolution's step.
TlGpuStep gradient_of(const TlGpuStep& forward, TlGpuStepKind kind) {
    TlGpuStep step = forward;
    step.kind = kind;
    step.bias = kTlGpuNoBias;
    step.relu = 0;
    step.residual = {};
    if (kind == kTlGpuStepConvDataGradient) {
        std::swap(step.in, step.out);
    } else {
        step.residual = forward.out;
        step.out = {};
        step.weights = 4096;
    }
    return step;
}

TEST(ConvDescriptor, GradientsHaveTheTensorsOfTheForwardPass) {
    const DeviceProgram program = planned(graph_of("resnet50_v1.5"), 4);
    for (const TlGpuStep& step : program.steps) {
        if (!is_conv(step)) {
            continue;
        }
        const ConvDescriptor forward = describe_conv(step, 4);
        const auto dx = describe_conv(gradient_of(step, kTlGpuStepConvDataGradient), 4);
        const auto dw = describe_conv(gradient_of(step, kTlGpuStepConvWeightGradient), 4);
        EXPECT_EQ(dx.pass, ConvPass::DataGradient);
        EXPECT_EQ(dw.pass, ConvPass::WeightGradient);
        EXPECT_EQ(dw.w.offset_elements, 4096);
        for (const ConvDescriptor* gradient : {&dx, &dw}) {
            EXPECT_TRUE(check(*gradient)) << check(*gradient).error().what;
            EXPECT_EQ(gradient->x.sizes, forward.x.sizes);
            EXPECT_EQ(gradient->y.strides, forward.y.strides);
            EXPECT_EQ(gradient->w.sizes, forward.w.sizes);
            EXPECT_EQ(gradient->x.offset_elements, forward.x.offset_elements);
            EXPECT_FALSE(gradient->has_bias || gradient->residual || gradient->relu);
            EXPECT_NE(shape_key(*gradient), shape_key(forward));
        }
        EXPECT_NE(shape_key(dx), shape_key(dw));
    }
}

TEST(ConvDescriptor, ConvolutionWithoutBiasSaysSo) {
    TlGpuStep step = planned(graph_of("vgg16"), 2).steps[1];
    const std::string with = shape_key(describe_conv(step, 2));
    step.bias = kTlGpuNoBias;
    const ConvDescriptor bare = describe_conv(step, 2);
    EXPECT_FALSE(bare.has_bias);
    EXPECT_NE(shape_key(bare), with);
    EXPECT_TRUE(check(bare));
}

TEST(ConvDescriptor, WorkspaceHasRoomForCopiesOfWhatHasGaps) {
    constexpr std::uint64_t kUsual = 256U << 20U;
    EXPECT_EQ(workspace_bytes(planned(graph_of("vgg16"), 512).view()), kUsual) << "no gaps";
    EXPECT_EQ(workspace_bytes(planned(graph_of("googlenet"), 8).view()), kUsual) << "small ones";
    constexpr std::uint64_t kLargest = 2048U * 28 * 28 * 192 * 2;  // 3b.3x3
    EXPECT_EQ(workspace_bytes(planned(graph_of("googlenet"), 2048).view()), kLargest + kUsual / 4);
}

TEST(ConvDescriptor, WhatDoesNotFitIsRefusedWithTheRule) {
    const ConvDescriptor good = describe_convs(planned(graph_of("vgg16"), 64))[1];
    ASSERT_TRUE(check(good));
    const auto why = [&](auto&& spoil) {
        ConvDescriptor bad = good;
        spoil(bad);
        const auto result = check(bad);
        return result ? std::string("accepted") : result.error().what;
    };
    EXPECT_THAT(why([](auto& conv) { conv.x.strides[1] = 2; }), HasSubstr("next to each other"));
    EXPECT_THAT(why([](auto& conv) { conv.y.offset_elements += 4; }), HasSubstr("16 bytes"));
    EXPECT_THAT(why([](auto& conv) { conv.x.strides[0] *= 64; }), HasSubstr("batch smaller"));
    EXPECT_THAT(why([](auto& conv) { conv.groups = 2; }), HasSubstr("do not agree"));
    EXPECT_THAT(why([](auto& conv) { conv.stride[0] = 2; }), HasSubstr("another size"));
    EXPECT_THAT(why([](auto& conv) { conv.pre_padding[1] = 3; }), HasSubstr("padding"));
    EXPECT_THAT(why([](auto& conv) { conv.residual = conv.y, conv.residual->strides[3] += 4; }),
                HasSubstr("16 bytes"));
    EXPECT_THAT(why([](auto& conv) { conv.residual = conv.y, conv.residual->sizes[1] -= 8; }),
                HasSubstr("another size"));
    EXPECT_THAT(why([](auto& conv) { conv.pass = ConvPass::DataGradient; }), HasSubstr("no bias"));
}

}  // namespace
}  // namespace throughline::network
