// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/node_scaling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/analysis/answer.h"
#include "engine/analysis/derive.h"
#include "engine/analysis/verdict.h"
#include "engine/record/straggler_note.h"
#include "tests/engine/record/record_fixture.h"

namespace throughline::analysis {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// A run of nodes n1, n2 … as throughline-mpi writes it.
record::RunData run_of_nodes(int number, const std::vector<double>& rates) {
    double sum = 0.0;
    std::map<std::string, double> metrics{{"start_skew", 0.0004},
                                          {"stage_busy{stage=storage}", 40.0},
                                          {"stage_busy{stage=decode}", 95.0},
                                          {"stage_starved{stage=decode}", 3.0},
                                          {"cpu_utilisation", 60.0}};
    for (std::size_t i = 0; i < rates.size(); ++i) {
        const std::string node = "n" + std::to_string(i + 1);
        metrics["images_per_second{node=" + node + "}"] = rates[i];
        if (i > 0) {
            metrics["clock_uncertainty{node=" + node + "}"] = 0.0001;
        }
        sum += rates[i];
    }
    metrics["images_per_second"] = sum;
    record::RunData run = record::run_of(number, "full", 2, metrics);
    run.started.settings["node_count"] = static_cast<std::int64_t>(rates.size());
    run.started.settings["dataset.nodes"] = static_cast<std::int64_t>(rates.size());
    return run;
}

void name_straggler(record::RunData& run, const std::string& node) {
    run.notes.push_back({.run = run.started.run,
                         .code = record::kStragglerNote,
                         .level = record::Level::Warning,
                         .text = "node " + node + " delivered fewer",
                         .item = node});
}

record::Study derived(std::vector<record::RunData> runs) {
    record::Study study = record::study_of(std::move(runs));
    derive(study);
    study.verdict = judge(study);
    return study;
}

TEST(NodeScaling, SaysHowEfficientTheMostNodesAreAndWhatTheyShare) {
    const record::Study study = derived(
        {run_of_nodes(1, {100}), run_of_nodes(2, {98, 98}), run_of_nodes(3, {97, 97, 97, 97})});

    EXPECT_THAT(study.verdict->sentence,
                HasSubstr("4 nodes deliver 97 % of 4 times what one node delivers."));
    EXPECT_THAT(study.verdict->sentence, HasSubstr("They began within 400"));
    EXPECT_THAT(study.verdict->sentence, Not(HasSubstr("dataset.nodes")));
    EXPECT_DOUBLE_EQ(study.verdict->evidence.at("scaling_efficiency"), 97.0);
    EXPECT_DOUBLE_EQ(study.verdict->evidence.at("clock_uncertainty"), 0.0001);
    const Answer answer = answer_of(study);
    EXPECT_EQ(answer.headline, "Decoding is the bottleneck.");
    EXPECT_THAT(answer.figures, HasSubstr("97 % of 4 times one node."));
}

TEST(NodeScaling, NamesTheNodeThatHoldsTheOthersBack) {
    std::vector<record::RunData> runs{run_of_nodes(1, {100}), run_of_nodes(2, {98, 97, 60, 99})};
    name_straggler(runs[1], "n3");
    const record::Study study = derived(std::move(runs));

    EXPECT_EQ(answer_of(study).headline, "Node n3 holds the others back.");
    EXPECT_THAT(study.verdict->sentence,
                HasSubstr("Node n3 holds the others back: it delivers 39 % less than their "
                          "median."));
    EXPECT_DOUBLE_EQ(study.verdict->evidence.at("images_per_second{node=n3}"), 60.0);
    const auto rates = node_rates(study.runs[1]);
    ASSERT_EQ(rates.size(), 4U);
    EXPECT_TRUE(rates[2].holds_back);
    EXPECT_FALSE(rates[3].holds_back);
}

// Nodes that meet after each step are all as fast as the slowest of them.
TEST(NodeScaling, OfNodesThatMeetAtEachStepSaysWhomTheOthersWaitFor) {
    std::vector<record::RunData> runs{run_of_nodes(1, {100}), run_of_nodes(2, {60, 60, 60})};
    name_straggler(runs[1], "n3");

    EXPECT_THAT(derived(std::move(runs)).verdict->sentence,
                HasSubstr("Node n3 holds the others back: they wait for it after each step."));
}

// Goal: whom they wait for, and how much of the time, is said beside the rate. Method: the times at
// the barrier that the engines of four nodes tell, one of which comes last.
TEST(NodeScaling, OfNodesThatMeetAtEachStepSaysHowMuchOfTheTimeTheOthersWait) {
    const auto study = [](bool named, double of_third) {
        std::vector<record::RunData> runs{run_of_nodes(1, {100}),
                                          run_of_nodes(2, {60, 60, 60, 60})};
        const std::vector<double> waits{31.0, 33.0, of_third, 32.0};
        for (std::size_t i = 0; i < waits.size(); ++i) {
            runs[1].metrics["step_wait{node=n" + std::to_string(i + 1) + "}"].value = waits[i];
        }
        runs[1].metrics["step_wait"].value = 25.0;
        if (named) {
            name_straggler(runs[1], "n3");
        }
        return derived(std::move(runs));
    };
    const record::Study held = study(true, 2.0);
    const Answer answer = answer_of(held);
    EXPECT_EQ(answer.headline, "Node n3 holds the others back.");
    EXPECT_THAT(answer.figures,
                HasSubstr("4 nodes deliver 240 images/s: 60 % of 4 times one node. "
                          "The others wait 32 % of the time for node n3."));
    EXPECT_DOUBLE_EQ(held.verdict->evidence.at("step_wait{node=n3}"), 2.0);
    EXPECT_DOUBLE_EQ(held.verdict->evidence.at("step_wait"), 25.0);
    EXPECT_EQ(others_wait_percent(held.runs[0], "n1"), std::nullopt) << "it is alone";

    const Answer all = answer_of(study(false, 30.0));
    EXPECT_EQ(all.headline, "4 nodes wait for whichever of them is the slowest in a step.");
    EXPECT_THAT(all.figures, HasSubstr("They wait 25 % of the time for the slowest of a step."));
}

// Goal: storage that all share is told from a node that is slower than the others. Method: times of
// reads as nodes behind one link showed them, and as nodes show them of which one has a slow link.
TEST(NodeScaling, ANodeThatIsServedLastIsNoSlowerOne) {
    const auto four = [](double rate, const std::vector<double>& read_ms) {
        record::RunData run = run_of_nodes(2, {rate, rate, rate, rate});
        for (std::size_t i = 0; i < read_ms.size(); ++i) {
            run.metrics["read_latency_mean{node=n" + std::to_string(i + 1) + "}"].value =
                read_ms[i] / 1e3;
        }
        run.metrics["read_latency_mean"].value = 0.4;
        run.metrics["step_wait"].value = 50.0;
        return run;
    };
    const auto own = [](double starved, double read_ms) {
        record::RunData run = run_of_nodes(3, {16});
        run.metrics["stage_starved{stage=decode}"].value = starved;
        run.metrics["read_latency_mean"].value = read_ms / 1e3;
        return run;
    };
    record::RunData one = run_of_nodes(1, {33});
    one.metrics["read_latency_mean"].value = 0.24;
    EXPECT_FALSE(is_slower_itself(four(33, {240, 237, 240, 241}), "n4", own(90, 241), &one))
        << "nothing is lost";
    const record::RunData shared = four(16, {468, 448, 337, 483});
    EXPECT_FALSE(is_slower_itself(shared, "n4", own(90, 483), &one));
    EXPECT_TRUE(is_slower_itself(shared, "n4", own(3, 483), &one)) << "slow to decode";
    EXPECT_TRUE(is_slower_itself(shared, "n4", own(90, 2400), &one)) << "a slow link of its own";
    EXPECT_TRUE(is_slower_itself(four(16, {240, 230, 235, 483}), "n4", own(90, 483), &one));
    EXPECT_TRUE(is_slower_itself(four(16, {}), "n4", own(90, 483), &one));
    EXPECT_TRUE(is_slower_itself(shared, "n4", own(90, 483), nullptr));
    EXPECT_FALSE(is_held_back({.straggler = "n4"})) << "then it is not said to hold them back";

    record::RunData waiting = shared;
    waiting.metrics["stage_starved{stage=decode}"].value = 44.0;
    one.metrics["stage_starved{stage=decode}"].value = 91.0;
    const record::Study study = derived({one, waiting});
    EXPECT_EQ(answer_of(study).headline, "Storage does not keep up with 4 nodes.");
    EXPECT_THAT(study.verdict->sentence,
                HasSubstr("With more nodes storage is slower: a read takes 400 ms, and 240 ms with "
                          "the fewest nodes."));
    waiting.metrics["stage_starved{stage=decode}"].value = 0.0;
    EXPECT_EQ(answer_of(derived({one, waiting})).headline,
              "4 nodes wait for whichever of them is the slowest in a step.");
}

// Goal: a storage or processors that do not keep up are named, and nothing is where no figure
// tells. Method: runs of half the efficiency that differ in one account.
TEST(NodeScaling, SaysWhatTheNodesWaitFor) {
    const auto headline = [](const char* key, double value) {
        std::vector<record::RunData> runs{run_of_nodes(1, {100}), run_of_nodes(2, {50, 50})};
        runs[1].metrics[key].value = value;
        return answer_of(derived(std::move(runs))).headline;
    };

    EXPECT_EQ(headline("stage_starved{stage=decode}", 45.0),
              "Storage does not keep up with 2 nodes.");
    EXPECT_EQ(headline("step_exchange", 22.0), "The exchange of gradients holds 2 nodes back.");
    EXPECT_EQ(headline("step_wait", 22.0),
              "2 nodes wait for whichever of them is the slowest in a step.");
    EXPECT_EQ(headline("step_wait", 4.0), "2 nodes hold each other back.");
    EXPECT_EQ(headline("cpu_utilisation", 98.0), "The processors of the 2 nodes are full.");
    EXPECT_EQ(headline("cpu_utilisation", 61.0), "2 nodes hold each other back.");
}

// Goal: of an exchange and a wait that both grow, the one that grew more is named.
TEST(NodeScaling, OfExchangeAndWaitTheLargerIncreaseDecides) {
    const auto study = [](double exchange, double wait, double wait_before) {
        std::vector<record::RunData> runs{run_of_nodes(1, {50, 50}),
                                          run_of_nodes(2, {25, 25, 25, 25})};
        runs[0].metrics["step_wait"].value = wait_before;
        runs[0].metrics["step_exchange"].value = 2.0;
        runs[1].metrics["step_wait"].value = wait;
        runs[1].metrics["step_exchange"].value = exchange;
        return derived(std::move(runs));
    };
    EXPECT_EQ(answer_of(study(15.0, 60.0, 3.0)).headline,
              "4 nodes wait for whichever of them is the slowest in a step.");
    EXPECT_EQ(answer_of(study(40.0, 20.0, 3.0)).headline,
              "The exchange of gradients holds 4 nodes back.");
    const record::Study grown = study(20.0, 40.0, 35.0);
    EXPECT_EQ(answer_of(grown).headline, "The exchange of gradients holds 4 nodes back.")
        << "what was long before is no reason";
    EXPECT_THAT(grown.verdict->sentence,
                HasSubstr("With more nodes the exchange of gradients takes longer: 20 % of the "
                          "accelerators' time, and 2.0 % with the fewest nodes."));
}

TEST(NodeScaling, IsOfTheRunsThatDifferInNothingElse) {
    std::vector<record::RunData> runs{run_of_nodes(1, {50}),
                                      run_of_nodes(2, {50, 40}),
                                      run_of_nodes(3, {100}),
                                      run_of_nodes(4, {100, 90})};
    for (const std::size_t fast : {2U, 3U}) {
        runs[fast].started.settings["decode.threads"] = std::int64_t{8};
    }
    const record::Study study = derived(std::move(runs));
    std::vector<const record::RunData*> all;
    for (const record::RunData& run : study.runs) {
        all.push_back(&run);
    }
    const auto scaling = node_scaling(all);

    ASSERT_TRUE(scaling);
    EXPECT_EQ(scaling->most, &study.runs[3]);
    EXPECT_EQ(scaling->fewest, &study.runs[2]);
    EXPECT_DOUBLE_EQ(*scaling->efficiency, 95.0);
    EXPECT_FALSE(node_scaling({all[0]})) << "one node is nothing to scale";
}

TEST(NodeScaling, OfOneGroupAloneNoEfficiencyIsTold) {
    const record::Study study = derived({run_of_nodes(1, {100, 99})});

    EXPECT_THAT(study.verdict->sentence, Not(HasSubstr("nodes deliver")));
    EXPECT_FALSE(study.verdict->evidence.contains("scaling_efficiency"));
}

}  // namespace
}  // namespace throughline::analysis
