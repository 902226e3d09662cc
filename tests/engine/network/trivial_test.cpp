// SPDX-License-Identifier: Apache-2.0
#include "engine/network/trivial.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "tests/engine/network/host_launcher.h"
#include "tests/engine/network/trivial_memory.h"

// The launches as the device carries them out, on the host, against a reference in double that is
// written from the network's definition.
namespace throughline::network {
namespace {

using Doubles = std::vector<double>;

Doubles doubles(const float* from, std::uint64_t count) {
    return {from, from + count};
}

/// The network's weights and its loss, in double.
struct Reference {
    explicit Reference(const Trivial& of)
        : net(of),
          w0(doubles(net.weights0, net.inputs)),
          b0(net.bias0[0]),
          w1(doubles(net.weights1, net.hidden)),
          b1(doubles(net.bias1, net.hidden)),
          w2(doubles(net.weights2, std::uint64_t{net.hidden} * net.classes)),
          b2(doubles(net.bias2, net.classes)) {}

    /// The logits of one image.
    Doubles logits(std::uint32_t n) const {
        double a0 = b0;
        for (std::uint64_t i = 0; i < net.inputs; ++i) {
            a0 += w0[i] * to_float(net.pixels[n * net.inputs + i]);
        }
        a0 = std::max(a0, 0.0);
        Doubles out = b2;
        for (std::uint32_t j = 0; j < net.hidden; ++j) {
            const double a1 = std::max(w1[j] * a0 + b1[j], 0.0);
            for (std::uint32_t c = 0; c < net.classes; ++c) {
                out[c] += a1 * w2[std::uint64_t{j} * net.classes + c];
            }
        }
        return out;
    }
    Doubles probabilities(std::uint32_t n) const {
        Doubles values = logits(n);
        double sum = 0.0;
        for (double& value : values) {
            value = std::exp(value);
            sum += value;
        }
        for (double& value : values) {
            value /= sum;
        }
        return values;
    }
    double loss() const {
        double sum = 0.0;
        for (std::uint32_t n = 0; n < net.images; ++n) {
            sum -= std::log(probabilities(n)[net.label(n)]);
        }
        return sum / net.images;
    }
    /// The slope of the loss in one of the weights, by the loss on both sides of it.
    double slope(double& weight) {
        constexpr double kStep = 1e-6;
        const double before = weight;
        weight = before + kStep;
        const double above = loss();
        weight = before - kStep;
        const double below = loss();
        weight = before;
        return (above - below) / (2.0 * kStep);
    }

    Trivial net;
    Doubles w0;
    double b0;
    Doubles w1;
    Doubles b1;
    Doubles w2;
    Doubles b2;
};

TEST(Trivial, ForwardIsTheNetworkByItsDefinition) {
    TrivialMemory memory({});
    HostLauncher run;
    trivial_initialise(memory.net, run);
    const Reference reference(memory.net);

    trivial_forward(memory.net, run);

    for (std::uint32_t n = 0; n < memory.net.images; ++n) {
        const Doubles expected = reference.probabilities(n);
        for (std::uint32_t c = 0; c < memory.net.classes; ++c) {
            EXPECT_NEAR(memory.net.scores[n * memory.net.classes + c], expected[c], 2e-6);
        }
        EXPECT_NEAR(memory.net.loss[n], -std::log(expected[memory.net.label(n)]), 2e-5);
    }
    EXPECT_NEAR(memory.mean_loss(), reference.loss(), 1e-5);
}

/// Compares what a step did to weights with the slopes of the loss.
void expect_step(const char* what,
                 const float* after,
                 double* before,
                 std::uint64_t count,
                 double rate,
                 Reference& reference) {
    for (std::uint64_t i = 0; i < count; ++i) {
        const double slope = reference.slope(before[i]);
        EXPECT_NEAR((before[i] - after[i]) / rate, slope, 2e-3 * std::fabs(slope) + 2e-4)
            << what << " " << i;
    }
}

// Goal: the step goes down the loss and not somewhere near it. Method: with a rate of 1 the change
// of each single parameter is its gradient, which the loss itself tells on both sides of it.
TEST(Trivial, BackwardFollowsTheSlopeOfTheLossInEveryParameter) {
    TrivialMemory memory({});
    memory.net.rate = 1.0F;
    HostLauncher run;
    trivial_initialise(memory.net, run);
    Reference before(memory.net);

    trivial_forward(memory.net, run);
    trivial_backward(memory.net, run);

    const Trivial& net = memory.net;
    expect_step("weights0", net.weights0, before.w0.data(), net.inputs, net.rate0(), before);
    expect_step("bias0", net.bias0, &before.b0, 1, 1.0, before);
    expect_step("weights1", net.weights1, before.w1.data(), net.hidden, 1.0, before);
    expect_step("bias1", net.bias1, before.b1.data(), net.hidden, 1.0, before);
    expect_step("weights2", net.weights2, before.w2.data(), before.w2.size(), 1.0, before);
    expect_step("bias2", net.bias2, before.b2.data(), net.classes, 1.0, before);
}

// Goal: it trains. Method: the sizes of the catalogue but for smaller pictures; one batch again and
// again, and new pictures each step.
TEST(Trivial, LossFallsStepByStep) {
    for (const bool same : {true, false}) {
        TrivialMemory memory({.images = 16, .inputs = 32 * 32 * 8, .hidden = 512, .classes = 101});
        HostLauncher run;
        trivial_initialise(memory.net, run);
        std::vector<double> losses;
        for (unsigned step = 0; step < 40; ++step) {
            if (!same) {
                memory.fill_pixels(step);
            }
            trivial_forward(memory.net, run);
            losses.push_back(memory.mean_loss());
            trivial_backward(memory.net, run);
        }
        EXPECT_NEAR(losses.front(), std::log(101.0), 1.0) << "it begins knowing nothing";
        EXPECT_LT(losses.back(), 0.9 * losses.front()) << (same ? "one batch" : "new batches");
        if (same) {
            EXPECT_TRUE(std::is_sorted(losses.rbegin(), losses.rend())) << "it never rises";
        }
    }
}

TEST(Trivial, GivenLabelsCountInsteadOfPlaces) {
    TrivialMemory memory({});
    const std::vector<std::int32_t> labels(memory.net.images, 4);
    memory.net.labels = labels.data();
    HostLauncher run;
    trivial_initialise(memory.net, run);
    const Reference reference(memory.net);
    trivial_forward(memory.net, run);
    EXPECT_NEAR(memory.mean_loss(), reference.loss(), 1e-5);
    EXPECT_EQ(reference.net.label(3), 4U);
}

TEST(Trivial, LabelsThatAreNoClassGiveWayToPlaces) {
    TrivialMemory memory({});
    const std::vector<std::int32_t> labels{-1, -7, 11, 10, 2147483647, 0};
    memory.net.labels = labels.data();
    const std::vector<std::uint32_t> expected{0, 1, 2, 10, 4, 0};
    for (std::uint32_t n = 0; n < memory.net.images; ++n) {
        EXPECT_EQ(memory.net.label(n), expected[n]) << labels[n];
    }
    HostLauncher run;
    trivial_initialise(memory.net, run);
    trivial_forward(memory.net, run);
    EXPECT_TRUE(std::isfinite(memory.mean_loss()));
}

// Goal: what the ceiling's steps have learned is gone before a fed run begins. Method: what the
// plug-in does between them: the weights to begin with, once more, in memory that has trained.
TEST(Trivial, InitialisedAgainItBeginsAnew) {
    const TrivialMemory::Sizes sizes{
        .images = 16, .inputs = 32 * 32 * 8, .hidden = 512, .classes = 101};
    TrivialMemory fresh(sizes);
    TrivialMemory used(sizes);
    HostLauncher run;
    const std::vector<Half> pixels = used.pixels;
    std::fill(used.pixels.begin(), used.pixels.end(), to_half(0.2F));
    trivial_initialise(used.net, run);
    for (int step = 0; step < 20; ++step) {
        trivial_forward(used.net, run);
        trivial_backward(used.net, run);
    }
    used.pixels.assign(pixels.begin(), pixels.end());

    trivial_initialise(fresh.net, run);
    trivial_initialise(used.net, run);
    for (int step = 0; step < 3; ++step) {
        for (TrivialMemory* memory : {&fresh, &used}) {
            trivial_forward(memory->net, run);
            trivial_backward(memory->net, run);
        }
        EXPECT_EQ(used.mean_loss(), fresh.mean_loss()) << step;
    }
}

TEST(Product, TransposesByItsDistancesAndAddsToWhatIsThere) {
    // A [2, 3] is stored transposed; C = 2 A B + 3 C + bias.
    const std::vector<float> a{1, 4, 2, 5, 3, 6};
    const std::vector<float> b{1, 0, 0, 1, 1, 1};
    const std::vector<float> bias{100, 200};
    std::vector<float> c{1, 2, 3, 4};
    HostLauncher run;
    run.product({.a = a.data(),
                 .b = b.data(),
                 .c = c.data(),
                 .bias = bias.data(),
                 .rows = 2,
                 .columns = 2,
                 .depth = 3,
                 .a_row = 1,
                 .a_depth = 2,
                 .b_depth = 2,
                 .b_column = 1,
                 .alpha = 2.0F,
                 .beta = 3.0F});
    EXPECT_EQ(c, (std::vector<float>{111, 216, 129, 234}));
}

TEST(Product, DoesNotReadWhatItReplaces) {
    const float one = 1.0F;
    float c = std::numeric_limits<float>::quiet_NaN();
    HostLauncher run;
    run.product({.a = &one, .b = &one, .c = &c, .rows = 1, .columns = 1, .depth = 1});
    EXPECT_EQ(c, 1.0F);
}

}  // namespace
}  // namespace throughline::network
