// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/reach.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>


namespace throughline::whatif {
namespace {

using model::Input;
using ::testing::ElementsAre;
using ::testing::Pair;

/// Two cores that decode 715 images/s each, and nothing else that limits.
Resolved two_cores() {
    Resolved scenario = defaults();
    scenario.inputs.threads = 2.0;
    scenario.inputs.cores = 2.0;
    scenario.inputs.cpu_s_per_image = 1.0 / 715.0;
    return scenario;
}

TEST(Reach, MoreThreadsThanCoresAreNoUseAndBothTogetherAre) {
    const Reach said = reach(two_cores(), 4000.0, Input::Threads);

    ASSERT_TRUE(said.alone);
    EXPECT_FALSE(said.alone->reaches_target);
    EXPECT_TRUE(said.reaches_target);
    EXPECT_THAT(said.counts, ElementsAre(Pair(Input::Cores, 6.0), Pair(Input::Threads, 6.0)));
    EXPECT_EQ(reach_text(said),
              "Not by decode threads: 2 cores end at \u2248 1\u202f430 images/s. 6 cores with 6 "
              "decode threads reach 4\u202f000 images/s.");
}

TEST(Reach, ThreadsAloneWhereCoresWait) {
    Resolved scenario = two_cores();
    scenario.inputs.cores = 16.0;
    EXPECT_EQ(reach_text(reach(scenario, 4000.0)), "6 decode threads reach 4\u202f000 images/s.");
    EXPECT_EQ(reach_text(reach(scenario, 4000.0, Input::Threads)),
              "6 decode threads reach 4\u202f000 images/s.");
    EXPECT_EQ(reach_text(reach(scenario, 1000.0)), "Reached already: \u2248 1\u202f430 images/s.");
    EXPECT_EQ(reach_text(reach(scenario, 1234.0), 2),
              "Reached already: \u2248 1\u202f400 images/s.");
    EXPECT_EQ(reach_text(reach(scenario, 500.0, Input::Threads)),
              "1 decode thread reaches 500.0 images/s; there are enough now.");
}

TEST(Reach, SeveralLimitsAreRaisedInTurnAndNoneFurtherThanNeeded) {
    Resolved scenario = two_cores();
    scenario.inputs.sto_bw = 100e6;
    scenario.inputs.image_bytes = 100e3;
    scenario.inputs.gpus_per_node = 1.0;
    scenario.inputs.gpu_rate = 2000.0;
    scenario.inputs.prefetch_batches = 64.0;

    const Reach said = reach(scenario, 3000.0);

    ASSERT_TRUE(said.reaches_target) << reach_text(said);
    EXPECT_GE(said.images_per_s, 3000.0);
    EXPECT_EQ(said.counts.front().first, Input::StoUnits);  // what limits first
    for (std::size_t i = 0; i < said.counts.size(); ++i) {
        model::Inputs fewer = scenario.inputs;
        for (std::size_t j = 0; j < said.counts.size(); ++j) {
            model::number_of(fewer, said.counts[j].first) =
                said.counts[j].second - (i == j ? 1.0 : 0.0);
        }
        EXPECT_LT(model::rates_of(fewer).images_per_s, 3000.0) << i;
    }
}

// A node takes eight GPUs; more rate than that takes more nodes.
TEST(Reach, MoreGpusThanANodeTakesAreOtherNodes) {
    Resolved scenario = defaults();
    scenario.inputs.sto_latency_s = 0.0;
    scenario.inputs.gpus_per_node = 4.0;
    scenario.inputs.gpu_rate = 1000.0;
    EXPECT_EQ(reach_text(reach(scenario, 20000.0)),
              "3 nodes with 7 GPUs each reach 20\u202f000 images/s.");
    scenario.inputs.nodes = 2.0;
    EXPECT_EQ(reach_text(reach(scenario, 10000.0)),
              "5 GPUs in each node reach 10\u202f000 images/s.");
}

TEST(Reach, WhatNoCountReachesIsSaidWithWhatEndsIt) {
    Resolved scenario = two_cores();
    scenario.inputs.cpu_s_per_image = 0.0;
    scenario.inputs.link_bps = 1e9;
    scenario.inputs.sto_remote = true;
    scenario.inputs.sto_shared = true;
    scenario.inputs.sto_conn_bw = 1e6;
    scenario.inputs.sto_latency_s = 0.0;
    scenario.inputs.h2d_bw = 0.0;
    const Reach said = reach(scenario, 1e6, Input::GpusPerNode);
    EXPECT_FALSE(said.reaches_target);
    EXPECT_THAT(reach_text(said),
                testing::HasSubstr("No number of disks, cores, GPUs or nodes is enough: the "
                                   "hand-over to the GPUs ends at"));
}

}  // namespace
}  // namespace throughline::whatif
