// SPDX-License-Identifier: Apache-2.0
// Goal: an MLPerf training log gives the rate of what was trained, or none. Its train_samples is
// mostly the size of the data set.
#include <gtest/gtest.h>

#include <string>

#include "tests/engine/importers/imported.h"

namespace throughline::importers::tests {
namespace {

std::string mllog(int time_s,
                  const std::string& key,
                  const std::string& value = "null",
                  const std::string& metadata = "{}") {
    return R"(:::MLLOG {"namespace": "", "time_ms": )" + std::to_string(time_s) +
           R"(000, "event_type": "POINT_IN_TIME", "key": ")" + key + R"(", "value": )" + value +
           R"(, "metadata": )" + metadata + "}\n";
}

std::string trial(int from_s, const std::string& batch, int epochs) {
    std::string text = mllog(from_s, "cache_clear", "true") +
                       mllog(from_s, "submission_benchmark", "\"resnet\"") +
                       mllog(from_s, "global_batch_size", batch) +
                       mllog(from_s, "train_samples", "1000") + mllog(from_s + 10, "run_start");
    for (int epoch = 1; epoch <= epochs; ++epoch) {
        const std::string number = R"({"epoch_num": )" + std::to_string(epoch) + "}";
        text += mllog(from_s + 10, "epoch_start", "null", number);
        text += mllog(from_s + 10, "epoch_start", "null", number);  // of another rank
        text += mllog(from_s + 20, "eval_accuracy", "0.75", number);
        text += mllog(from_s + 20, "epoch_stop", "null", number);
    }
    return text + mllog(from_s + 110, "run_stop", "null", R"({"status": "success"})");
}

TEST(Mllog, TheDerivedRateIsOverAllEpochs) {
    const auto file = imported(trial(1000, "64", 5), "x.log");
    EXPECT_EQ(figure(file, "samples_per_second"), 50.0);
    EXPECT_EQ(figure(file, "top1_accuracy"), 75.0);
}

TEST(Mllog, WhatStandsBeforeATrialBelongsToIt) {
    const auto file = imported(trial(1000, "64", 1) + trial(2000, "128", 2), "x.log");
    ASSERT_EQ(file.study.runs.size(), 2U);
    EXPECT_EQ(condition(file, "global_batch_size", 0), "64");
    EXPECT_EQ(condition(file, "global_batch_size", 1), "128");
    EXPECT_EQ(figure(file, "samples_per_second", 0), 10.0);
    EXPECT_EQ(figure(file, "samples_per_second", 1), 20.0);
}

TEST(Mllog, OnlyOfImageClassificationIsTheQualityAnAccuracy) {
    const auto file =
        imported(mllog(1, "submission_benchmark", "\"bert\"") + mllog(2, "run_start") +
                     mllog(3, "eval_accuracy", "0.72") + mllog(4, "run_stop"),
                 "x.log");
    EXPECT_FALSE(figure(file, "top1_accuracy"));
    EXPECT_TRUE(has_note(file, "mllog.quality"));
}

TEST(Mllog, Version05SaysMoreThanItsModel) {
    const std::string mark = ":::MLPv0.5.0 resnet 15400000";
    const auto file =
        imported(mark + "00.0 (a.py:1) input_batch_size: 256\n" + mark +
                     "00.0 (a.py:2) preproc_num_train_examples: 1000\n" + mark +
                     "00.0 (a.py:3) run_start\n" + mark + "00.0 (a.py:4) train_epoch: 0\n" + mark +
                     "10.0 (a.py:4) train_epoch: 1\n" + mark +
                     "18.0 (a.py:5) eval_accuracy: {\"epoch\": 1, \"value\": 0.5}\n" + mark +
                     "20.0 (a.py:6) run_stop: {\"success\": true}\n",
                 "x.log");
    EXPECT_EQ(condition(file, "model"), "resnet");
    EXPECT_EQ(condition(file, "global_batch_size"), "256");
    EXPECT_EQ(figure(file, "training_time"), 20.0);
    EXPECT_EQ(figure(file, "samples_per_second"), 100.0);
    EXPECT_EQ(figure(file, "top1_accuracy"), 50.0);
}

/// A trial of `seconds`, with what stands between its start and its stop.
std::string run_of(const std::string& model,
                   int seconds,
                   const std::string& batch,
                   const std::string& train_samples,
                   const std::string& between,
                   const std::string& stop = R"({"status": "success"})") {
    return mllog(100, "submission_benchmark", '"' + model + '"') +
           mllog(100, "global_batch_size", batch) + mllog(100, "train_samples", train_samples) +
           mllog(100, "run_start") + between + mllog(100 + seconds, "run_stop", "null", stop);
}

// A language model is tuned with a part of its data set, a text-to-image model as well.
TEST(Mllog, WhatRunStopCountsIsTheRate) {
    const auto samples =
        run_of("llama2_70b_lora", 1536, "8", "3901", "", R"({"samples_count": 3072})") +
        mllog(1700, "block_stop", "null", R"({"samples_count": 9000})");
    EXPECT_EQ(figure(imported(samples), "samples_per_second"), 2.0);
    const auto steps =
        run_of("stable_diffusion", 5120, "256", "6513144", "", R"({"step_num": 10000})");
    EXPECT_EQ(figure(imported(steps), "samples_per_second"), 500.0);
}

TEST(Mllog, APartOfAnEpochCountsAsThatPart) {
    const auto part = run_of("gnn",
                             400,
                             "10000",
                             "1000000",
                             mllog(110, "epoch_start", "null", R"({"epoch_num": 1})") +
                                 mllog(490, "epoch_stop", "null", R"({"epoch_num": 0.8})"),
                             R"({"epoch_num": 0.8})");
    EXPECT_EQ(figure(imported(part), "samples_per_second"), 2000.0);
}

TEST(Mllog, BertCountsSamplesAsEpochs) {
    const auto bert = run_of("bert",
                             1000,
                             "448",
                             "3600000",
                             mllog(500, "eval_accuracy", "0.7", R"({"epoch_num": 1200000})") +
                                 mllog(999, "eval_accuracy", "0.72", R"({"epoch_num": 2400000})"));
    EXPECT_EQ(figure(imported(bert), "samples_per_second"), 2400.0);
}

// 20 steps of 3,072 sequences of 2,048 tokens.
TEST(Mllog, TokensAreNoSamples) {
    const auto file =
        imported(mllog(99, "max_sequence_length", "2048") +
                 run_of("gpt3",
                        2690,
                        "3072",
                        "125829120",
                        mllog(200, "epoch_start", "null", R"({"epoch_num": 0})") +
                            mllog(300, "tracked_stats", R"({"throughput": 46777})") +
                            mllog(2780, "epoch_stop", "null", R"({"epoch_num": 125829120})")));
    ASSERT_EQ(file.study.runs.size(), 1U);
    EXPECT_FALSE(figure(file, "samples_per_second"));
    EXPECT_TRUE(is_absent(file, "samples_per_second"));
    EXPECT_TRUE(has_note(file, "mllog.tracked"));
}

TEST(Mllog, WithoutWholeEpochsTheDataSetIsNoMeasureOfTheWork) {
    const auto none = imported(run_of("llama2_70b_lora", 100, "8", "3901", ""));
    EXPECT_TRUE(is_absent(none, "samples_per_second"));
    const auto open =
        imported(run_of("rnnt",
                        100,
                        "64",
                        "1000",
                        mllog(110, "epoch_start", "null", R"({"epoch_num": 1})") +
                            mllog(120, "epoch_stop", "null", R"({"epoch_num": 1})") +
                            mllog(130, "epoch_start", "null", R"({"epoch_num": 2})")));
    EXPECT_TRUE(is_absent(open, "samples_per_second"));
}

TEST(Mllog, ARateOfThousandsOfStepsIsNone) {
    const auto file = imported(run_of("dlrm",
                                      100,
                                      "64",
                                      "4000000000",
                                      mllog(110, "epoch_start", "null", R"({"epoch_num": 1})") +
                                          mllog(190, "epoch_stop", "null", R"({"epoch_num": 1})")));
    EXPECT_TRUE(is_absent(file, "samples_per_second"));
}

// The object detectors of several submitters: train_samples counts batches of OpenImages'
// 1,170,301 images, and the throughput they track is that of one GPU.
TEST(Mllog, TheThroughputOfOneGpuIsNotThatOfTheRun) {
    const auto file = imported(run_of("ssd",
                                      1170,
                                      "256",
                                      "4572",
                                      mllog(110, "epoch_start", "null", R"({"epoch_num": 0})") +
                                          mllog(500, "tracked_stats", R"({"throughput": 125})") +
                                          mllog(900, "epoch_stop", "null", R"({"epoch_num": 0})")));
    EXPECT_NEAR(figure(file, "samples_per_second").value_or(0.0), 4572.0 * 256 / 1170, 1e-9);
    EXPECT_TRUE(has_note(file, "mllog.tracked"));
    for (const auto& sample : file.study.runs.at(0).samples) {
        EXPECT_FALSE(sample.metrics.contains("samples_per_second"));
    }
}

TEST(Mllog, ATrackedRateThatAgreesIsTheRate) {
    const auto file = imported(run_of("resnet",
                                      10,
                                      "100",
                                      "9000",
                                      mllog(101, "epoch_start", "null", R"({"epoch_num": 1})") +
                                          mllog(105, "tracked_stats", R"({"throughput": 1000})") +
                                          mllog(109, "epoch_stop", "null", R"({"epoch_num": 1})")));
    EXPECT_EQ(figure(file, "samples_per_second"), 1000.0);
}

}  // namespace
}  // namespace throughline::importers::tests
