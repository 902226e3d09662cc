// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/network/batch_fit.h"
#include "engine/network/conv_descriptor.h"
#include "engine/network/device_program.h"
#include "tests/engine/network/training_memory.h"

namespace throughline::network {
namespace {

using testing::HasSubstr;

std::vector<const TlGpuTensor*> tensors_of(const TlGpuStep& step) {
    std::vector<const TlGpuTensor*> all;
    for (const TlGpuTensor* tensor : {&step.in,
                                      &step.residual,
                                      &step.out,
                                      &step.kept,
                                      &step.mask,
                                      &step.more[0],
                                      &step.more[1],
                                      &step.more[2]}) {
        if (tensor->channels > 0) {
            all.push_back(tensor);
        }
    }
    return all;
}

/// How many of the buffers that are in use at a step have the whole tensor in them.
int homes_of(const DeviceProgram& program,
             const TlGpuTensor& tensor,
             std::uint32_t step,
             bool bytes) {
    const std::uint64_t pixels = std::uint64_t{program.images} * tensor.height * tensor.width;
    const std::uint64_t values = (pixels - 1) * tensor.pixel_pitch + tensor.channels;
    const std::uint64_t begin = tensor.first * kHalfBytes;
    const std::uint64_t end = begin + values * (bytes ? 1 : kHalfBytes);
    return static_cast<int>(std::count_if(
        program.buffers.begin(), program.buffers.end(), [&](const BufferPlan& buffer) {
            return buffer.first_kernel <= step && step <= buffer.last_kernel &&
                   buffer.offset_bytes <= begin && end <= buffer.offset_bytes + buffer.bytes;
        }));
}

void expect_apart(const DeviceProgram& program) {
    for (const BufferPlan& a : program.buffers) {
        ASSERT_LE(a.offset_bytes + a.bytes, program.result_elements * kHalfBytes);
        for (const BufferPlan& b : program.buffers) {
            const bool together =
                a.first_kernel <= b.last_kernel && b.first_kernel <= a.last_kernel;
            const bool overlap = a.offset_bytes < b.offset_bytes + b.bytes &&
                                 b.offset_bytes < a.offset_bytes + a.bytes;
            ASSERT_FALSE(&a != &b && together && overlap) << a.layer << " " << b.layer;
        }
    }
}

/// Where gradients are written must be where weights are, each once.
void expect_all_learned(const DeviceProgram& program) {
    std::multiset<std::uint64_t> made;
    std::multiset<std::uint64_t> learned;
    for (const TlGpuStep& step : program.steps) {
        const bool has_bias = step.bias != kTlGpuNoBias;
        switch (step.kind) {
            case kTlGpuStepConvolution:
            case kTlGpuStepNormStatistics:
                made.insert(step.weights);
                if (has_bias) {
                    made.insert(step.bias);
                }
                EXPECT_EQ(step.weights < program.decayed_elements,
                          step.kind == kTlGpuStepConvolution);
                break;
            case kTlGpuStepConvWeightGradient:
                learned.insert(step.weights);
                break;
            case kTlGpuStepNormGradientSums:
                learned.insert({step.weights, step.bias});
                break;
            case kTlGpuStepReluGradient:
                if (has_bias) {
                    learned.insert(step.bias);
                }
                break;
            default:
                break;
        }
    }
    EXPECT_EQ(made, learned);
}

// Goal: every network of the catalogue can be trained, in batches of any size: all weights learn,
// cuDNN can take every convolution, and no buffer lies on another that is still needed.
TEST(TrainingProgram, EveryNetworkOfTheCatalogueIsPlanned) {
    const auto graphs = built_in_graphs();
    ASSERT_TRUE(graphs);
    std::printf(
        "%-14s %6s %8s %14s %14s\n", "network", "steps", "buffers", "MB an image", "weights MB");
    for (const Graph& graph : *graphs) {
        for (const std::uint32_t images : {1U, 7U, 32U, 256U}) {
            SCOPED_TRACE(graph.id + " " + std::to_string(images));
            const auto program = training_program(graph, images);
            ASSERT_TRUE(program) << program.error().what;
            expect_apart(*program);
            expect_all_learned(*program);
            for (std::uint32_t index = 0; index < program->steps.size(); ++index) {
                const TlGpuStep& step = program->steps[index];
                for (const TlGpuTensor* tensor : tensors_of(step)) {
                    const bool bytes =
                        tensor == &step.mask &&
                        (step.kind == kTlGpuStepMaxPool || step.kind == kTlGpuStepMaxPoolGradient);
                    ASSERT_EQ(homes_of(*program, *tensor, index, bytes), 1) << index;
                    ASSERT_EQ(tensor->first % 8, 0U);
                    ASSERT_EQ(tensor->pixel_pitch % 8, 0U);
                }
            }
            for (const ConvDescriptor& conv : describe_convs(*program)) {
                const auto taken = check(conv);
                // Trivial's first layer has one channel; the network is not run as a program.
                ASSERT_TRUE(taken || graph.id == "trivial") << taken.error().what;
            }
            if (images == 256) {
                std::printf("%-14s %6zu %8zu %14.1f %14.1f\n",
                            graph.id.c_str(),
                            program->steps.size(),
                            program->buffers.size(),
                            2e-6 * static_cast<double>(program->result_elements) / images,
                            16e-6 * static_cast<double>(program->weight_elements));
            }
        }
    }
}

// The catalogue counts what training ResNet-50 keeps. We keep a little less, since a projection is
// added to the other branch at once, and need a little more, for gradients on their way.
TEST(TrainingProgram, MemoryIsAboutWhatTheCatalogueSays) {
    const auto program = built_in_program("resnet50_v1.5", 256, Purpose::Training);
    ASSERT_TRUE(program);
    const double bytes = 2.0 * static_cast<double>(program->result_elements) / 256;
    EXPECT_NEAR(bytes, 42151936.0, 0.03 * 42151936.0);
    const auto inference = built_in_program("resnet50_v1.5", 256);
    EXPECT_GT(program->bytes(), 5 * inference->bytes());
    const auto largest = largest_batch("resnet50_v1.5", 80'000'000'000, 3, 4096, Purpose::Training);
    ASSERT_TRUE(largest);
    EXPECT_GT(*largest, 1000U);
    EXPECT_LT(*largest, *largest_batch("resnet50_v1.5", 80'000'000'000, 3, 4096));
}

constexpr const char* kResidualNetwork = R"({"models":[{"id":"net","layers":[
 {"op":"input","name":"input","in":[],"out":[3,10,10]},
 {"op":"conv","name":"c1","in":[0],"out":[16,10,10],"k":[3,3],"p":[1,1,1,1]},
 {"op":"bn","name":"b1","in":[1],"out":[16,10,10]},
 {"op":"relu","name":"r1","in":[2],"out":[16,10,10]},
 {"op":"conv","name":"c2","in":[3],"out":[16,10,10],"k":[3,3],"p":[1,1,1,1]},
 {"op":"bn","name":"b2","in":[4],"out":[16,10,10]},
 {"op":"add","name":"a","in":[5,3],"out":[16,10,10]},
 {"op":"relu","name":"r2","in":[6],"out":[16,10,10]},
 {"op":"maxpool","name":"p","in":[7],"out":[16,5,5],"k":[2,2],"s":[2,2]},
 {"op":"avgpool","name":"g","in":[8],"out":[16,1,1],"k":[5,5]},
 {"op":"fc","name":"f","in":[9],"out":[7,1,1],"bias":true},
 {"op":"softmax","name":"softmax","in":[10],"out":[7,1,1]}]}]})";

Graph graph_of(const char* text) {
    auto graphs = graphs_from(text);
    EXPECT_TRUE(graphs) << graphs.error().what;
    return graphs->front();
}

// Goal: the steps together learn. Method: one batch again and again; its loss goes from that of not
// knowing to nearly nothing, and each update is that of gradient descent in double.
TEST(TrainingProgram, LearnsOneBatchByHeart) {
    auto program = training_program(graph_of(kResidualNetwork), 6);
    ASSERT_TRUE(program) << program.error().what;
    program->rate = 0.1F;
    TrainingMemory batch(*program);
    std::vector<double> weights(batch.masters.begin(), batch.masters.end());
    std::vector<double> speed(weights.size());
    std::vector<double> losses;
    for (int step = 0; step < 60; ++step) {
        losses.push_back(batch.step(true));
        for (std::size_t i = 0; i < weights.size(); ++i) {
            const double decay = i < program->decayed_elements ? 1e-4 * weights[i] : 0.0;
            speed[i] = 0.9 * speed[i] + to_float(batch.gradients[i]) / 1024.0 + decay;
            weights[i] -= double{program->rate} * speed[i];
        }
    }
    std::printf("loss of steps 1, 11, …: ");
    for (std::size_t i = 0; i < losses.size(); i += 10) {
        std::printf("%.4f ", losses[i]);
    }
    std::printf("and of the last: %.5f\n", losses.back());
    EXPECT_NEAR(losses.front(), std::log(7.0), 0.3);
    EXPECT_LT(losses.back(), 0.02);
    for (std::size_t i = 0; i < weights.size(); ++i) {
        ASSERT_NEAR(batch.masters[i], weights[i], 1e-5 * std::fabs(weights[i]) + 1e-5) << i;
        ASSERT_EQ(batch.weights[i].bits, to_half(batch.masters[i]).bits);
    }
    EXPECT_EQ(batch.scale.steps, 60U);
    EXPECT_EQ(batch.scale.skipped, 0U);
}

// Goal: of a smaller batch the images that are missing teach nothing. Method: two images of a
// network without norms, in a program for three and in one for two.
TEST(TrainingProgram, MissingImagesHaveNoPart) {
    const Graph graph = graph_of(R"({"models":[{"id":"net","layers":[
 {"op":"input","name":"input","in":[],"out":[3,6,6]},
 {"op":"conv","name":"c1","in":[0],"out":[8,6,6],"k":[3,3],"p":[1,1,1,1],"bias":true},
 {"op":"relu","name":"r1","in":[1],"out":[8,6,6]},
 {"op":"fc","name":"f","in":[2],"out":[5,1,1],"bias":true},
 {"op":"softmax","name":"softmax","in":[3],"out":[5,1,1]}]}]})");
    TrainingMemory three(*training_program(graph, 3));
    TrainingMemory two(*training_program(graph, 2));
    two.labels = {three.labels[0], three.labels[1]};
    std::copy_n(three.pixels.begin(), two.pixels.size(), two.pixels.begin());
    three.step(false);
    std::fill(three.loss.begin(), three.loss.end(), -1.0F);
    const auto end = static_cast<std::uint32_t>(three.program.steps.size()) - 1;
    run_network(three.program.view(), three.memory, 2, three.run, {0, end});
    two.step(false);
    EXPECT_EQ(three.loss[0], two.loss[0]);
    EXPECT_EQ(three.loss[2], -1.0F);
    for (std::size_t i = 0; i < two.gradients.size(); ++i) {
        EXPECT_NEAR(to_float(three.gradients[i]), to_float(two.gradients[i]), 1e-2) << i;
    }
}

TEST(TrainingProgram, UnknownLabelsAreTheImagesPlaces) {
    TrainingMemory batch(*training_program(graph_of(kResidualNetwork), 6));
    batch.labels = {0, 1, 2, 3, 4, 5};
    const double by_place = batch.step(false);
    batch.labels = {-1, -1, 2, 7, 4, 5};
    EXPECT_EQ(batch.step(false), by_place);
    batch.memory.labels = nullptr;
    EXPECT_EQ(batch.step(false), by_place);
}

// Goal: the loss scale as an automaton. Method: the update alone, with gradients made by hand.
TEST(TrainingProgram, OverflowLeavesAStepOutAndHalvesTheScale) {
    TrainingMemory batch(*training_program(graph_of(kResidualNetwork), 2));
    const TlGpuProgram program = batch.program.view();
    const auto update = [&](float gradient) {
        std::fill(batch.gradients.begin(), batch.gradients.end(), to_half(0.5F));
        batch.gradients[137] = to_half(gradient);
        step_detail::run_update(program, batch.memory, batch.run);
    };
    const std::vector<float> before = batch.masters;
    for (const float bad : {INFINITY, -INFINITY, NAN}) {
        update(bad);
        EXPECT_EQ(batch.masters, before);
    }
    EXPECT_EQ(batch.scale.scale, 128.0F);
    EXPECT_EQ(batch.scale.skipped, 3U);
    EXPECT_EQ(batch.scale.overflowed, 0U);
    update(0.5F);
    EXPECT_NEAR(before[5] - batch.masters[5],
                program.rate * (0.5F / 128.0F + program.decay * before[5]),
                1e-6);
    for (int step = 1; step < 2000; ++step) {
        update(0.0F);
    }
    EXPECT_EQ(batch.scale.scale, 256.0F) << "doubled after 2000 steps without an overflow";
    for (int step = 0; step < 3 * 2000; ++step) {
        update(0.0F);
    }
    EXPECT_EQ(batch.scale.scale, 1024.0F) << "and never more than it began with";
    for (int step = 0; step < 20; ++step) {
        update(INFINITY);
    }
    EXPECT_EQ(batch.scale.scale, 1.0F);
    EXPECT_EQ(batch.scale.steps, 3U + 4U * 2000U + 20U);
}

TEST(TrainingProgram, WhatCannotBeTrainedIsRefusedWithTheReason) {
    const auto why = [](const char* layers) {
        const auto program =
            training_program(graph_of((std::string(R"({"models":[{"id":"net","layers":[
 {"op":"input","name":"input","in":[],"out":[8,8,8]},)") +
                                       layers + "]}]}")
                                          .c_str()),
                             2);
        return program ? std::string() : program.error().what;
    };
    EXPECT_THAT(why(R"({"op":"conv","name":"c","in":[0],"out":[8,8,8],"k":[1,1]})"),
                HasSubstr("is not the softmax"));
    EXPECT_THAT(why(R"(
 {"op":"conv","name":"c","in":[0],"out":[8,8,8],"k":[1,1]},
 {"op":"dropout","name":"d","in":[1],"out":[8,8,8]},
 {"op":"add","name":"a","in":[2,1],"out":[8,8,8]},
 {"op":"fc","name":"f","in":[3],"out":[4,1,1]},
 {"op":"softmax","name":"s","in":[4],"out":[4,1,1]})"),
                HasSubstr("is read by a dropout and by another layer"));
    EXPECT_THAT(why(R"(
 {"op":"conv","name":"c","in":[0],"out":[8,8,8],"k":[1,1]},
 {"op":"relu","name":"unused","in":[1],"out":[8,8,8]},
 {"op":"fc","name":"f","in":[0],"out":[4,1,1]},
 {"op":"softmax","name":"s","in":[3],"out":[4,1,1]})"),
                HasSubstr("has no part in what the network says"));
}

}  // namespace
}  // namespace throughline::network
