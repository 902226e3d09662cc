// SPDX-License-Identifier: Apache-2.0
#include "engine/network/device_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "engine/network/memory_plan.h"
#include "engine/network/network_steps.h"
#include "tests/engine/network/host_launcher.h"

namespace throughline::network {
namespace {

using testing::HasSubstr;

/// Every kind of layer in one small network: convolutions with stride, padding and groups, folded
/// norms and one that cannot be, branches side by side, both kinds of residual, all pools.
constexpr const char* kNetwork = R"({"models":[{"id":"net","layers":[
 {"op":"input","name":"input","in":[],"out":[3,12,12]},
 {"op":"conv","name":"c1","in":[0],"out":[16,12,12],"k":[3,3],"p":[1,1,1,1],"bias":true},
 {"op":"bn","name":"b1","in":[1],"out":[16,12,12]},
 {"op":"relu","name":"r1","in":[2],"out":[16,12,12]},
 {"op":"lrn","name":"n1","in":[3],"out":[16,12,12]},
 {"op":"maxpool","name":"p1","in":[4],"out":[16,6,6],"k":[3,3],"s":[2,2],"p":[1,1,1,1]},
 {"op":"conv","name":"a1","in":[5],"out":[8,6,6],"k":[1,1]},
 {"op":"relu","name":"a1r","in":[6],"out":[8,6,6]},
 {"op":"conv","name":"a2","in":[5],"out":[16,6,6],"k":[3,3],"p":[1,1,1,1],"groups":2},
 {"op":"relu","name":"a2r","in":[8],"out":[16,6,6]},
 {"op":"concat","name":"cat","in":[7,9],"out":[24,6,6]},
 {"op":"bn","name":"pre","in":[10],"out":[24,6,6]},
 {"op":"relu","name":"prer","in":[11],"out":[24,6,6]},
 {"op":"conv","name":"c2","in":[12],"out":[24,6,6],"k":[3,3],"p":[1,1,1,1]},
 {"op":"add","name":"s1","in":[13,10],"out":[24,6,6]},
 {"op":"relu","name":"s1r","in":[14],"out":[24,6,6]},
 {"op":"avgpool","name":"p2","in":[15],"out":[24,6,6],"k":[3,3],"p":[1,1,1,1]},
 {"op":"add","name":"s2","in":[16,15],"out":[24,6,6]},
 {"op":"conv","name":"c3","in":[17],"out":[32,3,3],"k":[3,3],"s":[2,2],"p":[0,1,0,1]},
 {"op":"dropout","name":"d","in":[18],"out":[32,3,3]},
 {"op":"fc","name":"f1","in":[19],"out":[40,1,1],"bias":true},
 {"op":"relu","name":"f1r","in":[20],"out":[40,1,1]},
 {"op":"fc","name":"f2","in":[21],"out":[11,1,1],"bias":true},
 {"op":"softmax","name":"softmax","in":[22],"out":[11,1,1]}]}]})";

Graph small_network() {
    auto graphs = graphs_from(kNetwork);
    EXPECT_TRUE(graphs) << graphs.error().what;
    return graphs->front();
}

/// The graph itself in double, layer by layer, as its authors would compute it; it knows nothing of
/// kernels and places. Norms that are folded into a convolution's weights are not done twice.
class Reference {
public:
    Reference(const Graph& graph,
              const DeviceProgram& program,
              const Half* weights,
              std::uint32_t images)
        : graph_(graph), program_(program), weights_(weights), images_(images) {}

    /// [layer][image, y, x, channel]
    std::vector<std::vector<double>> run(const std::vector<double>& input) {
        results_.assign(graph_.layers.size(), {});
        results_[0] = input;
        for (std::uint32_t index = 1; index < graph_.layers.size(); ++index) {
            layer_ = &graph_.layers[index];
            results_[index].resize(images_ * layer_->out.elements());
            const auto own = std::find_if(program_.steps.begin(),
                                          program_.steps.end(),
                                          [&](const TlGpuStep& s) { return s.layer == index; });
            step_ = own == program_.steps.end() ? nullptr : &*own;
            compute(index);
        }
        return results_;
    }

private:
    const Shape& shape(std::size_t input) const { return graph_.layers[layer_->inputs[input]].out; }
    double in(
        std::size_t input, std::uint32_t n, std::int64_t y, std::int64_t x, std::uint32_t c) const {
        const Shape& s = shape(input);
        return results_[layer_->inputs[input]]
                       [((std::uint64_t{n} * s.height + y) * s.width + x) * s.channels + c];
    }
    double weight(std::uint64_t at) const { return to_float(weights_[at]); }

    void compute(std::uint32_t index) {
        const Shape& out = layer_->out;
        std::size_t i = 0;
        for (std::uint32_t n = 0; n < images_; ++n) {
            for (std::uint32_t y = 0; y < out.height; ++y) {
                for (std::uint32_t x = 0; x < out.width; ++x) {
                    for (std::uint32_t c = 0; c < out.channels; ++c) {
                        results_[index][i++] = value(n, y, x, c);
                    }
                }
            }
        }
        if (layer_->op == Op::Softmax) {
            softmax(results_[index], out.channels);
        }
    }
    static void softmax(std::vector<double>& rows, std::uint32_t classes) {
        for (std::size_t first = 0; first < rows.size(); first += classes) {
            double sum = 0.0;
            for (std::size_t c = 0; c < classes; ++c) {
                sum += rows[first + c] = std::exp(rows[first + c]);
            }
            for (std::size_t c = 0; c < classes; ++c) {
                rows[first + c] /= sum;
            }
        }
    }

    double value(std::uint32_t n, std::uint32_t y, std::uint32_t x, std::uint32_t c) const {
        switch (layer_->op) {
            case Op::Conv:
                return convolution(n, y, x, c);
            case Op::Dense:
                return dense(n, c);
            case Op::BatchNorm:
                return step_ == nullptr ? in(0, n, y, x, c)
                                        : in(0, n, y, x, c) * weight(step_->weights + c) +
                                              weight(step_->bias + c);
            case Op::Relu:
                return std::max(in(0, n, y, x, c), 0.0);
            case Op::MaxPool:
            case Op::AveragePool:
                return pool(n, y, x, c);
            case Op::Lrn:
                return local_response(n, y, x, c);
            case Op::Add:
                return in(0, n, y, x, c) + in(1, n, y, x, c);
            case Op::Concat:
                return c < shape(0).channels ? in(0, n, y, x, c)
                                             : in(1, n, y, x, c - shape(0).channels);
            default:
                return in(0, n, y, x, c);
        }
    }
    double convolution(std::uint32_t n, std::uint32_t y, std::uint32_t x, std::uint32_t k) const {
        const Window& w = layer_->window;
        const std::uint32_t inputs = shape(0).channels / layer_->groups;
        const std::uint32_t stored = step_->in.channels / layer_->groups;  // the colours are padded
        const std::uint32_t first = k / (layer_->out.channels / layer_->groups) * inputs;
        double sum = weight(step_->bias + k);
        for (std::uint32_t r = 0; r < w.height; ++r) {
            for (std::uint32_t s = 0; s < w.width; ++s) {
                const std::int64_t row = std::int64_t{y} * w.stride_y + r - w.pad_top;
                const std::int64_t column = std::int64_t{x} * w.stride_x + s - w.pad_left;
                if (row < 0 || column < 0 || row >= shape(0).height || column >= shape(0).width) {
                    continue;
                }
                for (std::uint32_t c = 0; c < inputs; ++c) {
                    sum += in(0, n, row, column, first + c) *
                           weight(step_->weights +
                                  ((std::uint64_t{k} * w.height + r) * w.width + s) * stored + c);
                }
            }
        }
        return sum;
    }
    double dense(std::uint32_t n, std::uint32_t k) const {
        const std::uint64_t inputs = shape(0).elements();
        const double* const from = results_[layer_->inputs[0]].data() + n * inputs;
        double sum = weight(step_->bias + k);
        for (std::uint64_t i = 0; i < inputs; ++i) {
            sum += from[i] * weight(step_->weights + k * inputs + i);
        }
        return sum;
    }
    double pool(std::uint32_t n, std::uint32_t y, std::uint32_t x, std::uint32_t c) const {
        const Window& w = layer_->window;
        double largest = -1e300;
        double sum = 0.0;
        int count = 0;
        for (std::uint32_t r = 0; r < w.height; ++r) {
            for (std::uint32_t s = 0; s < w.width; ++s) {
                const std::int64_t row = std::int64_t{y} * w.stride_y + r - w.pad_top;
                const std::int64_t column = std::int64_t{x} * w.stride_x + s - w.pad_left;
                if (row < 0 || column < 0 || row >= shape(0).height || column >= shape(0).width) {
                    continue;
                }
                largest = std::max(largest, in(0, n, row, column, c));
                sum += in(0, n, row, column, c);
                ++count;
            }
        }
        return layer_->op == Op::MaxPool ? largest : sum / count;
    }
    double local_response(std::uint32_t n,
                          std::uint32_t y,
                          std::uint32_t x,
                          std::uint32_t c) const {
        double squares = 0.0;
        for (std::uint32_t other = c < 2 ? 0 : c - 2;
             other <= std::min(c + 2, shape(0).channels - 1);
             ++other) {
            squares += std::pow(in(0, n, y, x, other), 2.0);
        }
        return in(0, n, y, x, c) / std::pow(1.0 + 1e-4 / 5.0 * squares, 0.75);
    }

    const Graph& graph_;
    const DeviceProgram& program_;
    const Half* weights_;
    std::uint32_t images_;
    std::vector<std::vector<double>> results_;
    const Layer* layer_ = nullptr;
    const TlGpuStep* step_ = nullptr;
};

// Goal: what a plug-in is given is the network: kernels fused, norms folded, branches side by side,
// memory used again. Method: the program's steps on the host against the graph itself in double.
TEST(DeviceProgram, StepsComputeTheGraph) {
    constexpr std::uint32_t kImages = 3;
    const Graph graph = small_network();
    const auto program = device_program(graph, kImages);
    ASSERT_TRUE(program) << program.error().what;
    std::vector<Half> results(program->result_elements, to_half(NAN));  // nothing is there before
    std::vector<Half> weights(program->weight_elements);
    std::vector<float> probabilities(probability_values(program->view()));
    const NetworkMemory memory{results.data(), weights.data(), probabilities.data()};
    HostLauncher run;
    run.images = kImages;
    fill_weights(program->view(), memory, run);
    std::vector<double> input(kImages * graph.layers[0].out.elements());
    std::mt19937 random(5);
    std::normal_distribution<float> normal;
    const TensorView pixels = step_detail::view_of(program->steps[0].out, results.data());
    for (std::uint32_t pixel = 0; pixel < kImages * 12 * 12; ++pixel) {
        for (std::uint32_t c = 0; c < pixels.channels; ++c) {
            const Half value = to_half(c < 3 ? normal(random) : 0.0F);
            pixels.data[std::uint64_t{pixel} * pixels.pixel_pitch + c] = value;
            if (c < 3) {
                input[std::uint64_t{pixel} * 3 + c] = to_float(value);
            }
        }
    }

    run_network(program->view(), memory, kImages, run);

    const auto expected = Reference(graph, *program, weights.data(), kImages).run(input);
    const std::vector<double>& last = expected.back();
    ASSERT_EQ(last.size(), std::size_t{kImages} * program->classes);
    double spread = 0.0;
    for (std::size_t i = 0; i < last.size(); ++i) {
        EXPECT_NEAR(probabilities[i], last[i], 4e-3 * last[i] + 1e-5) << i;
        spread = std::max(spread, std::fabs(last[i] - 1.0 / program->classes));
    }
    EXPECT_GT(spread, 0.02) << "the network tells the images apart, so that errors would show";
}

// Goal: probabilities also of logits whose exponentials no float holds. Method: the softmax step
// alone, against its formula in double; more classes than lanes.
TEST(DeviceProgram, SoftmaxIsItsFormulaHoweverLargeTheLogits) {
    constexpr std::uint32_t kImages = 3;
    constexpr std::uint32_t kClasses = 1001;
    constexpr std::uint32_t kPitch = 1008;
    std::vector<Half> logits(std::size_t{kImages} * kPitch, to_half(6e4F));  // padding is no class
    std::mt19937 random(2);
    std::normal_distribution<float> normal(0.0F, 3.0F);
    for (std::uint32_t n = 0; n < kImages; ++n) {
        for (std::uint32_t c = 0; c < kClasses; ++c) {
            logits[n * kPitch + c] = to_half(normal(random) + 300.0F * static_cast<float>(n));
        }
    }
    TlGpuStep step{};
    step.kind = kTlGpuStepSoftmax;
    step.in = {.first = 0, .channels = kClasses, .height = 1, .width = 1, .pixel_pitch = kPitch};
    TlGpuProgram program{};
    program.step_count = 1;
    program.steps = &step;
    program.images = kImages;
    program.classes = kClasses;
    std::vector<float> probabilities(probability_values(program), -1.0F);
    HostLauncher run;

    run_network(program, {logits.data(), nullptr, probabilities.data()}, kImages, run);

    for (std::uint32_t n = 0; n < kImages; ++n) {
        double sum = 0.0;
        for (std::uint32_t c = 0; c < kClasses; ++c) {
            sum += std::exp(double{to_float(logits[n * kPitch + c])} - 300.0 * n);
        }
        for (std::uint32_t c = 0; c < kClasses; ++c) {
            const double expected =
                std::exp(double{to_float(logits[n * kPitch + c])} - 300.0 * n) / sum;
            EXPECT_NEAR(probabilities[n * kClasses + c], expected, 1e-4 * expected + 1e-9);
        }
    }
}

TEST(DeviceProgram, EveryNetworkOfTheCatalogueIsPlanned) {
    const auto graphs = built_in_graphs();
    ASSERT_TRUE(graphs);
    for (const Graph& graph : *graphs) {
        const auto program = device_program(graph, 32);
        ASSERT_TRUE(program) << program.error().what;
        EXPECT_EQ(program->classes, graph.layers.back().out.channels) << graph.id;
        EXPECT_EQ(program->width_px, graph.layers.front().out.width) << graph.id;
        for (const TlGpuStep& step : program->steps) {
            for (const TlGpuTensor* tensor : {&step.in, &step.out, &step.residual}) {
                const std::uint64_t end = tensor->first + std::uint64_t{32} * tensor->height *
                                                              tensor->width * tensor->pixel_pitch;
                EXPECT_LE(end, program->result_elements + tensor->pixel_pitch) << graph.id;
            }
            EXPECT_LE(step.weights + step.weight_count, program->weight_elements) << graph.id;
        }
    }
}

TEST(DeviceProgram, NetworkThatDoesNotEndInClassesIsRefused) {
    auto graphs = graphs_from(R"({"models":[{"id":"net","layers":[
        {"op":"input","name":"input","in":[],"out":[3,8,8]},
        {"op":"conv","name":"c","in":[0],"out":[8,8,8],"k":[1,1]}]}]})");
    ASSERT_TRUE(graphs);
    const auto program = device_program(graphs->front(), 2);
    ASSERT_FALSE(program);
    EXPECT_THAT(program.error().what, HasSubstr("'c' is not the softmax"));
    EXPECT_EQ(built_in_program("resnet51", 2).error().code, ErrorCode::NotFound);
}

}  // namespace
}  // namespace throughline::network
