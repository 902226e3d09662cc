// SPDX-License-Identifier: Apache-2.0
// Goal: logs that print a rate give it in its own unit: tokens are not samples, steps are no rate
// of samples, and samples are images only where somebody says so.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/engine/importers/imported.h"

namespace throughline::importers::tests {
namespace {

using ::testing::HasSubstr;

TEST(TfEstimator, ExamplesAreSamplesAndStepsHaveATime) {
    const auto file = imported(
        "INFO:tensorflow:loss = 0.37, step = 100\n"
        "I0319 15:02:38.951204 46912496437696 tpu_estimator.py:2307] global_step/sec: 2\n"
        "INFO:tensorflow:examples/sec: 64\n"
        "INFO:tensorflow:loss = 0.35, step = 200 (0.875 sec)\n"
        "INFO:tensorflow:global_step/sec: 4\n"
        "INFO:tensorflow:examples/sec: 128\n");
    EXPECT_EQ(file.format, "tf-estimator");
    ASSERT_EQ(file.study.runs.size(), 1U);
    // Rows of as many steps: 2 rows in 1/2 s + 1/4 s a step.
    EXPECT_DOUBLE_EQ(*figure(file, "step_time"), 0.375);
    EXPECT_DOUBLE_EQ(*figure(file, "samples_per_second"), 2.0 / (1.0 / 64 + 1.0 / 128));
    EXPECT_DOUBLE_EQ(*figure(file, "steady_samples_per_second"), 128.0);
    EXPECT_FALSE(figure(file, "images_per_second"));
    EXPECT_EQ(file.study.runs[0].samples.size(), 2U);
    const auto images =
        imported("INFO:tensorflow:global_step/sec: 2\nINFO:tensorflow:examples/sec: 64\n",
                 "x.txt",
                 {{"samples_are", "images"}});
    EXPECT_DOUBLE_EQ(*figure(images, "images_per_second"), 64.0);
}

TEST(TfEstimator, StepsAloneAreNoRateOfSamples) {
    const auto file = imported("INFO:tensorflow:global_step/sec: 2\n");
    EXPECT_FALSE(figure(file, "samples_per_second"));
    EXPECT_TRUE(is_absent(file, "samples_per_second"));
    EXPECT_DOUBLE_EQ(*figure(file, "step_time"), 0.5);
}

TEST(TfEstimator, TheTutorialsRowsAndTheSentencesOfBert) {
    const auto rows = imported(
        "2017-01-01 10:00:00.1: step 0, loss = 4.68 (200.0 examples/sec; 0.500 sec/batch)\n"
        "2017-01-01 10:00:01.1: step 10, loss = 4.66 (1000.0 examples/sec; 0.100 sec/batch)\n");
    EXPECT_DOUBLE_EQ(*figure(rows, "steady_samples_per_second"), 1000.0);
    EXPECT_DOUBLE_EQ(*figure(rows, "step_time"), 0.3);
    const auto bert = imported(
        "INFO:tensorflow:global_step/sec: 1.5\n"
        "INFO:tensorflow:Throughput Average (sentences/sec) with overhead = 38.08\n"
        "INFO:tensorflow:Throughput Average (sentences/sec) = 46.67\n");
    EXPECT_DOUBLE_EQ(*figure(bert, "samples_per_second"), 46.67);
    EXPECT_TRUE(has_note(bert, "estimator.sentences"));
}

TEST(Fairseq, TokensAreNotSamples) {
    const auto file = imported(
        "2021-03-01 10:00:00 | INFO | fairseq_cli.train | training on 8 devices\n"
        "2021-03-01 10:01:00 | INFO | train_inner | epoch 001:    100 / 2000 loss=9.1, ppl=10, "
        "wps=30000, ups=1.5, wpb=20000, bsz=800, num_updates=100, lr=1e-05, train_wall=66\n"
        "2021-03-01 10:02:00 | INFO | train_inner | epoch 001:    200 / 2000 loss=8.1, ppl=10, "
        "wps=60000, ups=3, wpb=20000, bsz=800, num_updates=200, lr=1e-05, train_wall=33\n"
        "2021-03-01 10:03:00 | INFO | valid | epoch 001 | valid on 'valid' subset | loss 2.0 | wps "
        "99999 | ups 9 | wpb 100 | bsz 10\n"
        "2021-03-01 10:03:01 | INFO | train | epoch 001 | loss 8.5 | wps 45000 | ups 2.25 | wpb "
        "20000 | bsz 800 | num_updates 200\n");
    EXPECT_EQ(file.format, "fairseq");
    EXPECT_DOUBLE_EQ(*figure(file, "tokens_per_second"), 40000.0);
    EXPECT_DOUBLE_EQ(*figure(file, "step_time"), 0.5);
    EXPECT_DOUBLE_EQ(*figure(file, "samples_per_second"), 1600.0);
    EXPECT_FALSE(figure(file, "images_per_second"));
    ASSERT_EQ(file.study.runs.at(0).samples.size(), 2U);
    EXPECT_DOUBLE_EQ(file.study.runs[0].samples[1].dt_s, 60.0);
}

const std::string kHfEnd =
    "{'train_runtime': 1414.62, 'train_samples_per_second': 33.516, 'train_steps_per_second': 2.0, "
    "'train_loss': 0.55, 'epoch': 3.0}\n";

TEST(HfTrainer, TheSummaryIsTheResultAndTheRowsAreASeries) {
    const auto file = imported(
        "  Instantaneous batch size per device = 8\n"
        "  Total train batch size (w. parallel, distributed & accumulation) = 64\n"
        " 10%|#         | 10/100 [00:10<01:30, 1.00it/s]\r{'loss': 1.5, 'learning_rate': 5e-05, "
        "'epoch': 0.5}\n"
        "{'eval_loss': 0.4, 'eval_runtime': 40.9, 'eval_samples_per_second': 96.564, 'epoch': "
        "3.0}\n" +
        kHfEnd);
    EXPECT_EQ(file.format, "hf-trainer-log");
    EXPECT_DOUBLE_EQ(*figure(file, "samples_per_second"), 33.516);
    EXPECT_DOUBLE_EQ(*figure(file, "step_time"), 0.5);
    EXPECT_DOUBLE_EQ(*figure(file, "evaluation_samples_per_second"), 96.564);
    EXPECT_EQ(condition(file, "batch_size"), "8");
    EXPECT_EQ(condition(file, "global_batch_size"), "64");
    EXPECT_EQ(file.study.runs.at(0).samples.size(), 1U);
    EXPECT_TRUE(has_note(file, "hf.whole_time"));
}

TEST(HfTrainer, ItsJsonSaysTheSame) {
    const auto file = imported(
        R"({"epoch": 3.0, "train_loss": 0.5, "train_runtime": 1414.62,
            "train_samples_per_second": 33.516, "train_steps_per_second": 2.0})",
        "all_results.json");
    EXPECT_EQ(file.format, "hf-trainer-json");
    EXPECT_DOUBLE_EQ(*figure(file, "samples_per_second"), 33.516);
    const auto state = imported(
        R"({"global_step": 20, "train_batch_size": 8, "log_history": [
            {"epoch": 0.5, "loss": 1.5, "step": 10}, {"epoch": 1.0, "loss": 1.2, "step": 20}]})",
        "trainer_state.json");
    EXPECT_EQ(state.study.runs.at(0).samples.size(), 2U);
    EXPECT_EQ(state.study.runs[0].status, record::RunStatus::Interrupted);
    EXPECT_TRUE(is_absent(state, "samples_per_second"));
}

std::string rank_line(int rank, int step, const std::string& seconds) {
    return "[INFO] 2023-06-27T21:27:5" + std::to_string(step) + ".680070 Rank " +
           std::to_string(rank) + " step " + std::to_string(step) + " processed 4 samples in " +
           seconds + " s [/usr/lib/statscounter.py:259]\n";
}

TEST(DlioRankLog, ARankIsNotTheRun) {
    const auto one = imported(rank_line(3, 1, "3.0") + rank_line(3, 2, "1.0"));
    EXPECT_EQ(one.format, "dlio-rank-log");
    EXPECT_DOUBLE_EQ(*figure(one, "samples_per_second"), 2.0);
    EXPECT_DOUBLE_EQ(*figure(one, "step_time"), 2.0);
    EXPECT_EQ(condition(one, "batch_size"), "4");
    EXPECT_EQ(condition(one, "job"), "rank 3");
    EXPECT_EQ(one.study.runs.at(0).samples.size(), 2U);
    const auto two = imported(rank_line(0, 1, "2.0") + rank_line(1, 1, "1.0"));
    EXPECT_DOUBLE_EQ(*figure(two, "samples_per_second"), 2.0 + 4.0);
    EXPECT_THAT(two.study.runs.at(0).notes.at(0).text, HasSubstr("sum of the 2 ranks"));
}

TEST(DlioOutput, ARankHasItsRateAndUtilisation) {
    const auto file = imported(
        R"({"1": {"load": {"block1": [0.1]}, "proc": {"block1": [0.5]},
                  "throughput": {"block1": 8.0}, "au": {"block1": 90.0}},
            "2": {"load": {"block1": [0.1]}, "proc": {"block1": [0.5]},
                  "throughput": {"block1": 10.0}, "au": {"block1": 98.0}}, "hostname": "n1"})",
        "3_output.json");
    EXPECT_EQ(file.format, "dlio-output");
    EXPECT_DOUBLE_EQ(*figure(file, "samples_per_second"), 9.0);
    EXPECT_DOUBLE_EQ(*figure(file, "accelerator_utilisation"), 94.0);
    EXPECT_TRUE(has_note(file, "dlio.ranks"));
}

}  // namespace
}  // namespace throughline::importers::tests
