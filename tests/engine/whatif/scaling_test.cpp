// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/scaling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>

namespace throughline::whatif {
namespace {

using testing::HasSubstr;

model::Inputs eight_gpus() {
    model::Inputs inputs;
    inputs.image_bytes = 100'000;
    inputs.gpus_per_node = 8;
    inputs.gpu_rate = 700;
    inputs.grad_bytes = 1.024e8;
    inputs.link_bps = 2.5e10;
    inputs.variability_c2 = 0.25;
    return inputs;
}

record::Study study_with(const std::map<std::string, double>& figures) {
    record::Study study;
    record::RunData run;
    run.status = record::RunStatus::Done;
    for (const auto& [key, value] : figures) {
        run.metrics[key] = {.value = value};
    }
    study.runs = {run};
    return study;
}

TEST(ScalingAnswer, SaysHowMuchOfTheIdealIsLeftAndWhatTakesTheRest) {
    const auto answer = answer_scaling("V100", eight_gpus(), {.nodes = {1, 8, 64}});

    ASSERT_TRUE(answer) << describe(answer.error());
    ASSERT_EQ(answer->at.size(), 3U);
    EXPECT_DOUBLE_EQ(answer->at[0].efficiency, 1.0);
    EXPECT_LT(answer->at[2].efficiency, answer->at[1].efficiency + 1e-9);
    EXPECT_NEAR(answer->at[1].played.images_per_s,
                answer->at[1].analytic_images_per_s,
                0.02 * answer->at[1].analytic_images_per_s);
    const std::string sentence = scaling_sentence(*answer);
    EXPECT_THAT(sentence, HasSubstr("64 nodes deliver"));
    EXPECT_THAT(sentence, HasSubstr("the exchange of gradients"));
    const auto document = nlohmann::json::parse(scaling_json(std::vector{*answer}));
    EXPECT_EQ(document.at("scaling").at(0).at("at").at(1).at("nodes"), 8);
}

// Goal: storage that all nodes share is what the curve bends at, and is named.
TEST(ScalingAnswer, SharedStorageBendsTheCurve) {
    model::Inputs inputs = eight_gpus();
    inputs.sto_bw = 2e9;  // what 3.6 such nodes ask for
    inputs.sto_shared = true;
    const auto answer = answer_scaling("shared", inputs, {.nodes = {2, 32}});

    ASSERT_TRUE(answer);
    EXPECT_GT(answer->at[0].efficiency, 0.9);
    EXPECT_NEAR(answer->at[1].played.images_per_s, 20'000.0, 600.0);
    EXPECT_THAT(scaling_sentence(*answer), HasSubstr("waiting for the shared storage"));
}

TEST(ScalingAnswer, TakesTheSlowReadsOfAStudy) {
    const std::vector studies{study_with({{"images_per_second", 100.0}}),
                              study_with({{"read_latency_p50", 0.001},
                                          {"read_latency_p999", 0.101},
                                          {"read_latency_p9999", 0.501}})};
    const model::ReadTail tail = read_tail_in(studies);
    EXPECT_DOUBLE_EQ(tail.share, 1e-3);
    ASSERT_EQ(tail.excess_s.size(), 10U);
    EXPECT_NEAR(tail.excess_s.front(), 0.1, 1e-12);
    EXPECT_NEAR(tail.excess_s.back(), 0.5, 1e-12);
    EXPECT_TRUE(read_tail_in(std::span(studies).first(1)).excess_s.empty());
    // A run out of the page cache that comes later says less.
    std::vector more = studies;
    more.push_back(study_with({{"read_latency_p50", 1e-5}, {"read_latency_p999", 0.002}}));
    EXPECT_NEAR(read_tail_in(more).excess_s.back(), 0.5, 1e-12);

    model::Inputs inputs = eight_gpus();
    inputs.sto_bw = 7e8;
    const auto with = answer_scaling("tail", inputs, {.nodes = {64}, .tail = tail});
    const auto without = answer_scaling("none", inputs, {.nodes = {64}});
    ASSERT_TRUE(with && without);
    EXPECT_LT(with->at[0].played.images_per_s, without->at[0].played.images_per_s);
}

TEST(ScalingAnswer, SaysFromWhichCountsOnWhatTakesMost) {
    EXPECT_EQ(doubled_nodes(100), (std::vector<std::uint64_t>{1, 2, 4, 8, 16, 32, 64, 100}));
    EXPECT_EQ(doubled_nodes(64).size(), 7U);
    EXPECT_EQ(doubled_nodes(1), std::vector<std::uint64_t>{1});

    model::Inputs inputs = eight_gpus();
    inputs.sto_bw = 2e9;  // what 3.6 such nodes ask for
    inputs.sto_shared = true;
    const auto answer = answer_scaling("shared", inputs, {.nodes = doubled_nodes(32)});
    ASSERT_TRUE(answer);
    EXPECT_EQ(losses_sentence(*answer),
              "What takes most of the time besides computing: from 2 nodes on the exchange of "
              "gradients, from 8 nodes on waiting for the shared storage.");
    const auto alone = answer_scaling("alone", inputs, {.nodes = {1}});
    ASSERT_TRUE(alone);
    EXPECT_EQ(losses_sentence(*alone), "");
}

TEST(ScalingAnswer, RefusesWhatCannotBePlayed) {
    model::Inputs unlimited;
    unlimited.sto_latency_s = 0.0;
    EXPECT_FALSE(answer_scaling("none", unlimited, {}));
    EXPECT_FALSE(answer_scaling("many", eight_gpus(), {.nodes = {kScalingNodesMax + 1}}));
    EXPECT_FALSE(answer_scaling("steps", eight_gpus(), {.steps = 1}));
    EXPECT_FALSE(answer_scaling("fast", eight_gpus(), {.slow_node = 0.5}));
}

}  // namespace
}  // namespace throughline::whatif
