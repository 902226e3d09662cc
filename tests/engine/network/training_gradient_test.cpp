// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "engine/network/device_program.h"
#include "tests/engine/network/reference_network.h"
#include "tests/engine/network/training_memory.h"

// Gradients of each kind of layer, by central differences of a network in double.
namespace throughline::network {
namespace {

/// A small network around the layers that are tried: what is in front has weights, so that the
/// gradient by their inputs is seen too.
struct Case {
    const char* name;
    const char* layers;  ///< behind the input [3, 7, 9] and a convolution to [16, 7, 9], layer 1
};

constexpr Case kCases[] = {
    {"convolution 3x3, stride 2, padded", R"(
 {"op":"conv","name":"c","in":[1],"out":[24,4,5],"k":[3,3],"s":[2,2],"p":[1,1,1,1]})"},
    {"convolution 2x3, uneven padding, bias", R"(
 {"op":"conv","name":"c","in":[1],"out":[8,8,4],"k":[2,3],"s":[1,2],"p":[1,1,0,1],"bias":true})"},
    {"convolution in two groups", R"(
 {"op":"conv","name":"c","in":[1],"out":[16,7,9],"k":[3,3],"p":[1,1,1,1],"groups":2})"},
    {"batch norm", R"(
 {"op":"bn","name":"b","in":[1],"out":[16,7,9]})"},
    {"batch norm, ReLU", R"(
 {"op":"bn","name":"b","in":[1],"out":[16,7,9]},
 {"op":"relu","name":"r","in":[2],"out":[16,7,9]})"},
    {"batch norm, residual, ReLU", R"(
 {"op":"bn","name":"b","in":[1],"out":[16,7,9]},
 {"op":"relu","name":"r","in":[2],"out":[16,7,9]},
 {"op":"conv","name":"c2","in":[3],"out":[16,7,9],"k":[3,3],"p":[1,1,1,1]},
 {"op":"bn","name":"b2","in":[4],"out":[16,7,9]},
 {"op":"add","name":"a","in":[5,3],"out":[16,7,9]},
 {"op":"relu","name":"r2","in":[6],"out":[16,7,9]})"},
    {"pre-activated residual", R"(
 {"op":"bn","name":"b","in":[1],"out":[16,7,9]},
 {"op":"relu","name":"r","in":[2],"out":[16,7,9]},
 {"op":"conv","name":"c2","in":[3],"out":[16,7,9],"k":[1,1]},
 {"op":"add","name":"a","in":[4,1],"out":[16,7,9]},
 {"op":"bn","name":"b2","in":[5],"out":[16,7,9]},
 {"op":"relu","name":"r2","in":[6],"out":[16,7,9]},
 {"op":"conv","name":"c3","in":[7],"out":[16,7,9],"k":[1,1]},
 {"op":"add","name":"a2","in":[8,5],"out":[16,7,9]})"},
    {"ReLU alone", R"(
 {"op":"add","name":"a","in":[1,1],"out":[16,7,9]},
 {"op":"lrn","name":"n","in":[2],"out":[16,7,9]},
 {"op":"relu","name":"r","in":[3],"out":[16,7,9]})"},
    {"addition, ReLU", R"(
 {"op":"conv","name":"c2","in":[1],"out":[16,7,9],"k":[1,1]},
 {"op":"add","name":"a","in":[2,1],"out":[16,7,9]},
 {"op":"relu","name":"r","in":[3],"out":[16,7,9]})"},
    {"maximum pool 3x3, stride 2, padded", R"(
 {"op":"maxpool","name":"p","in":[1],"out":[16,4,5],"k":[3,3],"s":[2,2],"p":[1,1,1,1]})"},
    {"maximum pool 3x2, stride 1, another reader", R"(
 {"op":"maxpool","name":"p","in":[1],"out":[16,7,9],"k":[3,2],"p":[1,1,1,0]},
 {"op":"add","name":"a","in":[2,1],"out":[16,7,9]})"},
    {"average pool 3x3, padded", R"(
 {"op":"avgpool","name":"p","in":[1],"out":[16,7,9],"k":[3,3],"p":[1,1,1,1]})"},
    {"average pool of everything", R"(
 {"op":"avgpool","name":"p","in":[1],"out":[16,1,1],"k":[7,9]})"},
    {"local response", R"(
 {"op":"lrn","name":"n","in":[1],"out":[16,7,9]})"},
    {"four branches of a concat", R"(
 {"op":"conv","name":"c1","in":[1],"out":[8,7,9],"k":[1,1],"bias":true},
 {"op":"relu","name":"r1","in":[2],"out":[8,7,9]},
 {"op":"conv","name":"c2","in":[1],"out":[16,7,9],"k":[3,3],"p":[1,1,1,1]},
 {"op":"bn","name":"b2","in":[4],"out":[16,7,9]},
 {"op":"relu","name":"r2","in":[5],"out":[16,7,9]},
 {"op":"maxpool","name":"p","in":[1],"out":[16,7,9],"k":[3,3],"p":[1,1,1,1]},
 {"op":"conv","name":"c3","in":[7],"out":[8,7,9],"k":[1,1]},
 {"op":"conv","name":"c4","in":[1],"out":[8,7,9],"k":[1,1],"bias":true},
 {"op":"conv","name":"c5","in":[1],"out":[8,7,9],"k":[1,1]},
 {"op":"conv","name":"c6","in":[1],"out":[8,7,9],"k":[1,1]},
 {"op":"concat","name":"cat","in":[3,6,8,9,10,11],"out":[56,7,9]},
 {"op":"relu","name":"last","in":[12],"out":[56,7,9]})"},
    {"dense, ReLU, dropout", R"(
 {"op":"fc","name":"f","in":[1],"out":[40,1,1],"bias":true},
 {"op":"relu","name":"r","in":[2],"out":[40,1,1]},
 {"op":"dropout","name":"d","in":[3],"out":[40,1,1]})"},
    {"dropout of pixels", R"(
 {"op":"avgpool","name":"p","in":[1],"out":[16,3,4],"k":[3,3],"s":[2,2]},
 {"op":"dropout","name":"d","in":[2],"out":[16,3,4]})"},
};

Graph graph_of(const Case& of) {
    const std::string layers = of.layers;
    std::size_t last = 1;
    for (std::size_t at = 0; (at = layers.find("\"op\"", at)) != std::string::npos; ++at) {
        ++last;
    }
    const auto number = std::to_string(last);
    const std::string text = R"({"models":[{"id":"net","layers":[
 {"op":"input","name":"input","in":[],"out":[3,7,9]},
 {"op":"conv","name":"first","in":[0],"out":[16,7,9],"k":[3,3],"p":[1,1,1,1],"bias":true},)" +
                             layers + R"(,
 {"op":"fc","name":"fc","in":[)" +
                             number + R"(],"out":[11,1,1],"bias":true},
 {"op":"softmax","name":"softmax","in":[)" +
                             std::to_string(last + 1) + R"(],"out":[11,1,1]}]}]})";
    auto graphs = graphs_from(text);
    EXPECT_TRUE(graphs) << of.name << ": " << graphs.error().what;
    return graphs ? graphs->front() : Graph{};
}

/// Gradients by central differences of some weights of each layer beside those of the program.
struct Compared {
    std::size_t weights = 0;
    double error = 0.0;    ///< of all, relative in the Euclidean norm
    double largest = 0.0;  ///< gradient
};
Compared compare(const Graph& graph, TrainingMemory& batch) {
    constexpr std::size_t kOfEach = 40;
    constexpr double kStep = 1e-4;
    ReferenceNetwork reference(graph, batch.program);
    std::vector<double> weights(batch.masters.begin(), batch.masters.end());
    std::mt19937 random(7);
    Compared all;
    double squares = 0.0;
    double off = 0.0;
    const auto compare_some = [&](std::uint64_t first, std::uint64_t count) {
        for (std::size_t i = 0; i < std::min<std::size_t>(count, kOfEach); ++i) {
            const std::uint64_t at = first + (count <= kOfEach ? i : random() % count);
            const double kept = weights[at];
            weights[at] = kept + kStep;
            const double up = reference.loss(weights, batch.input, batch.labels);
            weights[at] = kept - kStep;
            const double down = reference.loss(weights, batch.input, batch.labels);
            weights[at] = kept;
            const double expected = (up - down) / (2.0 * kStep);
            const double got = to_float(batch.gradients[at]) / batch.scale.scale;
            squares += expected * expected;
            off += (got - expected) * (got - expected);
            all.largest = std::max(all.largest, std::fabs(expected));
            ++all.weights;
        }
    };
    for (const TlGpuStep& step : batch.program.steps) {
        if (step.weight_count > 0) {
            compare_some(step.weights, step.weight_count);
        }
        if (step.weight_count > 0 && step.bias != kTlGpuNoBias) {
            compare_some(step.bias, step.in.channels < 11 ? 8 : 11);
        }
    }
    all.error = std::sqrt(off / squares);
    return all;
}

// Goal: the way back is the derivative of the way forward, for each kind of layer, in fp16 too.
// Method: loss and gradients of the program's steps on the host against the graph in double, whose
// gradients are central differences. 3 images of 7 x 9 px; the bound is what fp16 makes of it.
TEST(TrainingGradients, AreDifferencesOfTheLoss) {
    std::printf("%-46s %8s %10s %10s %10s\n", "layers", "weights", "loss off", "gradient", "error");
    for (const Case& one : kCases) {
        const Graph graph = graph_of(one);
        const auto program = training_program(graph, 3);
        ASSERT_TRUE(program) << program.error().what;
        TrainingMemory batch(*program);

        const double loss = batch.step(false);

        const std::vector<double> weights(batch.masters.begin(), batch.masters.end());
        const double expected =
            ReferenceNetwork(graph, *program).loss(weights, batch.input, batch.labels);
        const Compared compared = compare(graph, batch);
        std::printf("%-46s %8zu %10.1e %10.1e %9.2f%%\n",
                    one.name,
                    compared.weights,
                    std::fabs(loss - expected),
                    compared.largest,
                    100.0 * compared.error);
        EXPECT_NEAR(loss, expected, 2e-3) << one.name;
        EXPECT_LT(compared.error, 0.02) << one.name;
        EXPECT_GT(compared.largest, 1e-3) << one.name << ": there is something to compare";
    }
}

}  // namespace
}  // namespace throughline::network
