// SPDX-License-Identifier: Apache-2.0
#include "engine/model/node_events.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/model/predict.h"

namespace throughline::model {
namespace {

/// Sum of 1/1 … 1/n: the mean of the largest of n exponential times of mean 1.
double harmonic(std::uint64_t n) {
    double sum = 0.0;
    for (std::uint64_t i = 1; i <= n; ++i) {
        sum += 1.0 / static_cast<double>(i);
    }
    return sum;
}

TEST(NodeEvents, WithoutVariationTheSlowestStageSetsThePace) {
    const NodeStep step{.images = 100.0,
                        .read_s = 0.2,
                        .prepare_s = 0.5,
                        .device_s = 0.3,
                        .exchange_s = 0.1,
                        .places = 2};
    const NodeEvents played = play_nodes(step, {.nodes = 4});
    EXPECT_NEAR(played.images_per_s, 4 * 100.0 / 0.5, 1e-6);
    EXPECT_NEAR(played.data_share, 0.1 / 0.5, 1e-9);
    EXPECT_NEAR(played.device_share, 0.3 / 0.5, 1e-9);
    EXPECT_NEAR(played.exchange_share, 0.1 / 0.5, 1e-9);
    EXPECT_NEAR(played.peers_share, 0.0, 1e-9);
}

TEST(NodeEvents, WithoutPlacesAheadTheTimesAddUp) {
    const NodeStep step{
        .images = 10.0, .read_s = 0.2, .prepare_s = 0.5, .device_s = 0.3, .places = 0};
    EXPECT_NEAR(play_nodes(step, {.nodes = 3}).images_per_s, 3 * 10.0 / 1.0, 1e-6);
}

// Source: order statistics of exponential times, which nothing that is read ahead evens out.
TEST(NodeEvents, NodesThatMeetWaitForTheSlowest) {
    for (const std::uint64_t nodes : {1U, 4U, 64U}) {
        const NodeStep step{.images = 1.0, .prepare_s = 1.0, .variability_c2 = 1.0, .places = 0};
        const NodeEvents played = play_nodes(step, {.nodes = nodes, .steps = 4000});
        EXPECT_NEAR(played.step_s, harmonic(nodes), 0.04 * harmonic(nodes)) << nodes;
        EXPECT_NEAR(played.peers_share, 1.0 - 1.0 / harmonic(nodes), 0.02) << nodes;
    }
}

TEST(NodeEvents, WhatIsReadAheadEvensOut) {
    NodeStep step{.images = 1.0, .prepare_s = 1.0, .device_s = 1.0, .variability_c2 = 0.25};
    double before = 0.0;
    for (const std::uint64_t places : {1U, 4U, 16U}) {
        step.places = places;
        const double rate = play_nodes(step, {.nodes = 16, .steps = 2000}).images_per_s;
        EXPECT_GT(rate, before * 1.02) << places;
        before = rate;
    }
    EXPECT_LT(before, 16.0);
}

TEST(NodeEvents, SharedStorageServesNoMoreThanItCan) {
    const NodeStep step{
        .images = 50.0, .read_s = 0.1, .served_s = 0.05, .device_s = 0.2, .places = 3};
    const NodeEvents few = play_nodes(step, {.nodes = 2});
    EXPECT_NEAR(few.images_per_s, 2 * 50.0 / 0.2, 1e-6);
    EXPECT_NEAR(few.served_share, 2 * 0.05 / 0.2, 0.03);
    const NodeEvents many = play_nodes(step, {.nodes = 32});
    EXPECT_NEAR(many.images_per_s, 50.0 / 0.05, 0.02 * 50.0 / 0.05);
    EXPECT_GT(many.served_share, 0.97);
    EXPECT_GT(many.last_data_share, 0.8);
}

TEST(NodeEvents, TheSlowNodeIsNamedAndSetsThePace) {
    const NodeStep step{.images = 10.0,
                        .read_s = 0.1,
                        .prepare_s = 0.2,
                        .device_s = 1.0,
                        .variability_c2 = 0.25,
                        .places = 3};
    const NodeEvents played = play_nodes(step, {.nodes = 8, .slow_node = 1.1});
    EXPECT_EQ(played.last_node, 7U);
    EXPECT_GT(played.last_share, 0.99);
    EXPECT_NEAR(played.images_per_s, 8 * 10.0 / 1.1, 0.01 * 8 * 10.0 / 1.1);
}

// Goal: what one node meets once in many steps, one of many nodes meets in most of them.
TEST(NodeEvents, RareSlowReadsHitManyNodes) {
    const NodeStep step{.images = 100.0, .read_s = 0.1, .device_s = 0.1, .places = 1};
    const ReadTail tail{.share = 1e-4, .excess_s = {0.5}};
    const double alone = play_nodes(step, {.nodes = 1, .steps = 3000, .tail = tail}).images_per_s;
    EXPECT_GT(alone, 0.9 * 1000.0);
    const double many = play_nodes(step, {.nodes = 1000, .steps = 100, .tail = tail}).images_per_s;
    EXPECT_LT(many, 0.5 * 1000.0 * 1000.0);
}

TEST(NodeEvents, SharesAddUpAndTheSameSeedGivesTheSame) {
    const NodeStep step{.images = 32.0,
                        .read_s = 0.3,
                        .served_s = 0.02,
                        .prepare_s = 0.35,
                        .device_s = 0.3,
                        .exchange_s = 0.05,
                        .variability_c2 = 1.0,
                        .places = 2};
    const NodeEvents one = play_nodes(step, {.nodes = 12, .seed = 7});
    EXPECT_NEAR(
        one.data_share + one.device_share + one.peers_share + one.exchange_share, 1.0, 1e-9);
    EXPECT_EQ(one.images_per_s, play_nodes(step, {.nodes = 12, .seed = 7}).images_per_s);
    EXPECT_NE(one.images_per_s, play_nodes(step, {.nodes = 12, .seed = 8}).images_per_s);
}

TEST(NodeEvents, WithoutAnyTimeTheRateHasNoLimit) {
    EXPECT_EQ(play_nodes({.images = 1.0}, {.nodes = 3}).images_per_s, kUnlimited);
}

// Goal: where nothing varies and the GPUs limit, the analytic model and the play agree.
// Source of the published efficiency: 8 p3.16xlarge with 8 V100 each, ring, 90 % (whatif-model).
TEST(NodeStepOfInputs, GivesTheModelsRateAndThePublishedEfficiency) {
    Inputs inputs;
    inputs.image_bytes = 100'000;
    inputs.gpus_per_node = 8;
    inputs.gpu_rate = 711.8;
    inputs.grad_bytes = 1.024e8;
    inputs.link_bps = 2.5e10;
    inputs.variability_c2 = 0.25;
    inputs.nodes = 1;
    const double alone = play_nodes(node_step(inputs), {.nodes = 1}).images_per_s;
    inputs.nodes = 8;
    const double eight = play_nodes(node_step(inputs), {.nodes = 8}).images_per_s;
    EXPECT_NEAR(eight, rates_of(inputs).images_per_s, 0.01 * eight);
    EXPECT_NEAR(eight / (8 * alone), 0.90, 0.05);
}

TEST(NodeStepOfInputs, SharedStorageIsServedAndOwnStorageIsRead) {
    Inputs inputs;
    inputs.image_bytes = 100'000;
    inputs.batch_per_gpu = 100;
    inputs.gpus_per_node = 1;
    inputs.gpu_rate = 1000;
    inputs.sto_bw = 1e9;
    inputs.nodes = 4;
    EXPECT_EQ(node_step(inputs).served_s, 0.0);
    EXPECT_GT(node_step(inputs).read_s, 0.0);
    inputs.sto_shared = true;
    EXPECT_NEAR(node_step(inputs).served_s, 100 * 100'000 / 1e9, 1e-9);
}

}  // namespace
}  // namespace throughline::model
