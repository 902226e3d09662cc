// SPDX-License-Identifier: Apache-2.0
#include "engine/network/proxy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "engine/network/device_program.h"
#include "engine/network/memory_plan.h"
#include "tests/engine/network/host_launcher.h"

namespace throughline::network {
namespace {

std::vector<Half> random_halves(std::size_t count, std::mt19937& random) {
    std::normal_distribution<float> normal;
    std::vector<Half> values(count);
    std::generate(values.begin(), values.end(), [&] { return to_half(normal(random)); });
    return values;
}

/// A convolution with the graph that it is of.
struct Convolution {
    const TlGpuStep& step;
    const Graph& graph;

    const Layer& layer() const { return graph.layers[step.layer]; }
    std::string name() const { return graph.id + " " + layer().name; }
};

template <class Check>
void for_each_convolution(std::uint32_t images, Check check) {
    const auto graphs = built_in_graphs();
    ASSERT_TRUE(graphs);
    for (const Graph& graph : *graphs) {
        const auto program = device_program(graph, images);
        ASSERT_TRUE(program) << program.error().what;
        for (const TlGpuStep& step : program->steps) {
            if (step.kind == kTlGpuStepConvolution) {
                check(Convolution{step, graph});
            }
        }
    }
}

std::uint32_t padded(std::uint32_t channels) {
    return channel_pitch(Shape{.channels = channels, .height = 1, .width = 1});
}

// Goal: the stand-in works as hard as its network. Method: its multiplications against those that
// the catalogue counts, which knows nothing of channels that are padded for tensor cores.
TEST(Proxy, MultipliesAsOftenAsTheCatalogueSays) {
    constexpr std::uint32_t kImages = 4;
    for_each_convolution(kImages, [](const Convolution& conv) {
        const ProxyProduct product = proxy_product(conv.step, kImages, {});
        const Layer& layer = conv.layer();
        const std::uint32_t inputs = conv.graph.layers[layer.inputs[0]].out.channels;
        // The three colours take 8 channels, 1001 classes 1008.
        const double more_inputs = double(padded(inputs)) / inputs;
        const double more_outputs = double(padded(layer.out.channels)) / layer.out.channels;
        EXPECT_NEAR(static_cast<double>(product.rows * product.columns * product.depth),
                    more_inputs * more_outputs * static_cast<double>(layer.macs * kImages),
                    0.5)
            << conv.name();
    });
}

TEST(Proxy, ReadsItsInputAndNothingBeyondIt) {
    for (const std::uint32_t images : {1U, 3U, 256U}) {
        for_each_convolution(images, [images](const Convolution& conv) {
            const TlGpuStep& step = conv.step;
            const ProxyProduct product = proxy_product(step, images, {});
            const std::uint64_t pixels = std::uint64_t{images} * step.in.height * step.in.width;
            const std::uint64_t elements = (pixels - 1) * step.in.pixel_pitch + step.in.channels;
            EXPECT_LE(product.a_last + product.depth, elements) << conv.name();
            for (const std::uint64_t distance : {product.a_row,
                                                 product.a_last,
                                                 std::uint64_t{product.depth},
                                                 std::uint64_t{product.columns},
                                                 std::uint64_t{product.c_row},
                                                 std::uint64_t{product.residual_row},
                                                 step.in.first,
                                                 step.out.first,
                                                 step.weights}) {
                EXPECT_EQ(distance % 8, 0U) << conv.name() << ": loads are of 16 bytes";
            }
            const std::uint64_t end =
                std::min((product.rows - 1) * product.a_row, product.a_last) + product.depth;
            EXPECT_GT(static_cast<double>(end), 0.8 * static_cast<double>(elements))
                << conv.name() << ": the whole input is read";
        });
    }
}

TEST(Proxy, ElementIsTheProductWithBiasResidualAndRelu) {
    std::mt19937 random(11);
    constexpr std::uint32_t kRows = 9;
    constexpr std::uint32_t kColumns = 8;
    constexpr std::uint32_t kDepth = 24;
    constexpr std::uint64_t kLast = 40;  // reached by row 5: those behind begin there too
    const auto a = random_halves(kLast + kDepth, random);
    const auto b = random_halves(std::size_t{kColumns} * kDepth, random);
    const auto bias = random_halves(kColumns, random);
    const auto residual = random_halves(std::size_t{kRows} * 16, random);
    std::vector<Half> c(std::size_t{kRows} * 24);
    ProxyProduct by{.a = a.data(),
                    .b = b.data(),
                    .bias = bias.data(),
                    .residual = residual.data(),
                    .c = c.data(),
                    .rows = kRows,
                    .columns = kColumns,
                    .depth = kDepth,
                    .a_row = 8,
                    .a_last = kLast,
                    .c_row = 24,
                    .residual_row = 16,
                    .relu = false};
    int below_zero = 0;
    for (const bool with_relu : {false, true}) {
        by.relu = with_relu;
        for (std::uint32_t row = 0; row < kRows; ++row) {
            for (std::uint32_t column = 0; column < kColumns; ++column) {
                double expected = to_float(bias[column]);
                for (std::uint32_t k = 0; k < kDepth; ++k) {
                    expected += double{to_float(a[std::min<std::uint64_t>(row * 8, kLast) + k])} *
                                to_float(b[column * kDepth + k]);
                }
                expected += to_float(residual[row * 16 + column]);
                below_zero += expected < 0.0 ? 1 : 0;
                proxy_element(by, row, column);
                const double wanted = with_relu ? std::max(expected, 0.0) : expected;
                EXPECT_NEAR(
                    to_float(c[row * 24 + column]), wanted, 2e-3 * std::fabs(wanted) + 1e-3);
            }
        }
    }
    EXPECT_GT(below_zero, 10) << "so that ReLU does something";
}

/// Loops instead of kernels.
struct HostProxyLauncher : HostLauncher {
    void convolve(std::uint32_t /*index*/, const TlGpuStep& step, const NetworkMemory& memory) {
        const ProxyProduct product = proxy_product(step, images, memory);
        for (std::uint64_t row = 0; row < product.rows; ++row) {
            for (std::uint32_t column = 0; column < product.columns; ++column) {
                proxy_element(product, row, column);
            }
        }
    }
};

// Goal: what comes out means nothing, but stays in fp16's range through strides, residuals and
// branches, since a device multiplies infinities at another power than numbers.
TEST(Proxy, WholeProgramStaysInRange) {
    constexpr std::uint32_t kImages = 2;
    const auto graphs = graphs_from(R"({"models":[{"id":"net","layers":[
        {"op":"input","name":"input","in":[],"out":[3,16,16]},
        {"op":"conv","name":"c1","in":[0],"out":[16,8,8],"k":[3,3],"s":[2,2],"p":[0,1,0,1]},
        {"op":"relu","name":"r1","in":[1],"out":[16,8,8]},
        {"op":"conv","name":"a","in":[2],"out":[8,8,8],"k":[1,1]},
        {"op":"conv","name":"b","in":[2],"out":[8,8,8],"k":[3,3],"p":[1,1,1,1],"groups":2},
        {"op":"concat","name":"cat","in":[3,4],"out":[16,8,8]},
        {"op":"conv","name":"c2","in":[5],"out":[16,8,8],"k":[3,3],"p":[1,1,1,1]},
        {"op":"add","name":"s","in":[6,5],"out":[16,8,8]},
        {"op":"relu","name":"sr","in":[7],"out":[16,8,8]},
        {"op":"fc","name":"f","in":[8],"out":[11,1,1],"bias":true},
        {"op":"softmax","name":"softmax","in":[9],"out":[11,1,1]}]}]})");
    ASSERT_TRUE(graphs) << graphs.error().what;
    const auto program = device_program(graphs->front(), kImages);
    ASSERT_TRUE(program) << program.error().what;
    std::mt19937 random(7);
    std::vector<Half> results(program->result_elements);
    std::vector<Half> weights(program->weight_elements);
    std::vector<float> probabilities(probability_values(program->view()));
    const NetworkMemory memory{results.data(), weights.data(), probabilities.data()};
    HostProxyLauncher run;
    run.images = kImages;
    fill_weights(program->view(), memory, run);
    const TlGpuTensor& input = program->steps[0].out;
    const auto pixels = random_halves(std::size_t{kImages} * 16 * 16 * input.pixel_pitch, random);
    std::copy(
        pixels.begin(), pixels.end(), results.begin() + static_cast<std::ptrdiff_t>(input.first));

    run_network(program->view(), memory, kImages, run);

    for (std::uint32_t n = 0; n < kImages; ++n) {
        double sum = 0.0;
        for (std::uint32_t c = 0; c < program->classes; ++c) {
            sum += probabilities[n * program->classes + c];
        }
        EXPECT_NEAR(sum, 1.0, 1e-5) << "NaN where a value left the range";
    }
}

}  // namespace
}  // namespace throughline::network
