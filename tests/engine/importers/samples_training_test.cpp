// SPDX-License-Identifier: Apache-2.0
// Goal: every figure that samples/INDEX.md gives for training logs comes out of the import.
#include <string>

#include "engine/base/file_descriptor.h"
#include "engine/run/settings.h"
#include "tests/engine/importers/sample_table.h"

namespace throughline::importers::tests {
namespace {

TEST(SamplesTraining, TfCnnBenchmarksOnEightGpus) {
    THROUGHLINE_SAMPLE(real, "tf-cnn-benchmarks/8xA100-alexnet-real.log");
    real.format("tf-cnn-benchmarks");
    real.condition(0, "model", "alexnet");
    real.condition(0, "data", "real");
    real.condition(0, "gpu_count", "8");
    real.condition(0, "global_batch_size", "28672");
    real.condition(0, "batch_size", "3584");
    real.condition(0, "phase", "training");
    real.figure(0, "images_per_second", 30'694.95);
    real.rows(0, "running_images_per_second", 11);
    real.first(0, "running_images_per_second", 28'792.8);
    real.last(0, "running_images_per_second", 30'700.3);
    const auto& samples = real.run(0).samples;
    real.number("seconds from first to last row",
                1599330174.0 - 1599330082.0,
                samples.back().t_s - samples.front().t_s,
                1e-9);
    THROUGHLINE_SAMPLE(synthetic, "tf-cnn-benchmarks/8xA100-alexnet-synthetic.log");
    synthetic.condition(0, "data", "synthetic");
    synthetic.figure(0, "images_per_second", 93'466.23);
    synthetic.last(0, "running_images_per_second", 93'479.8);
}

TEST(SamplesTraining, TfCnnBenchmarksEvaluationAndCopiedConsole) {
    THROUGHLINE_SAMPLE(evaluation, "tf-cnn-benchmarks/tf1.11-resnet50-eval.txt");
    evaluation.condition(0, "phase", "evaluation");
    evaluation.figure(0, "images_per_second", 472.41);
    evaluation.last(0, "running_images_per_second", 475.0);
    evaluation.last(0, "step", 200);
    evaluation.condition(0, "global_batch_size", "250");
    THROUGHLINE_SAMPLE(copied, "tf-cnn-benchmarks/tf1.6-resnet50-1gpu-copied-console.txt");
    copied.condition(0, "model", "resnet50");
    copied.condition(0, "data", "synthetic");
    copied.condition(0, "gpu_count", "1");
    copied.condition(0, "batch_size", "64");
    copied.figure(0, "images_per_second", 351.23);
    // INDEX.md says 6 rows; the file holds 11, from step 1 to step 100.
    copied.rows(0, "running_images_per_second", 11);
    copied.last(0, "running_images_per_second", 351.1);
    copied.last(0, "step", 100);
}

TEST(SamplesTraining, Dllogger) {
    THROUGHLINE_SAMPLE(begun, "dllogger/bert-dlll-json-first-200-lines.json");
    begun.format("dllogger-json");
    begun.condition(0, "batch_size", "10");
    begun.no_figure(0, "samples_per_second");
    THROUGHLINE_SAMPLE(ended, "dllogger/bert-dlll-json-last-200-lines.json");
    ended.figure(0, "samples_per_second", 128.27777476981666);
    ended.figure(0, "training_time", 125'578.67013645172);
    THROUGHLINE_SAMPLE(text, "dllogger/resnet50-horovod-dll-text.txt");
    text.format("dllogger-text");
    text.condition(0, "model", "resnet50");
    text.condition(0, "batch_size", "256");
    text.condition(0, "gpu_count", "8");
    text.rows(0, "images_per_second", 721);
    text.first(0, "images_per_second", 6724.377, 1e-6);
    text.last(0, "images_per_second", 6774.626, 1e-6);
    text.mean(0, "images_per_second", 6640.995, 1e-6);
    text.figure(0, "images_per_second", 6638.003508038038);
}

TEST(SamplesTraining, Mllog) {
    THROUGHLINE_SAMPLE(bert, "mllog/bert-8gpu-two-workers.txt");
    bert.format("mllog");
    bert.condition(0, "model", "bert");
    bert.condition(0, "global_batch_size", "448");
    bert.condition(0, "batch_size", "56");
    bert.condition(0, "gpu_count", "8");
    bert.figure(0, "training_time", 1229.453);
    bert.figure(0, "samples_per_second", 2427.4356684047016);
    bert.note("mllog.derived");
    THROUGHLINE_SAMPLE(resnet, "mllog/resnet-mxnet-lines-420-720.txt");
    resnet.condition(0, "global_batch_size", "3264");
    resnet.condition(0, "batch_size", "408");
    resnet.rows(0, "images_per_second", 9);
    resnet.first(0, "images_per_second", 18'824.003, 1e-6);
    resnet.last(0, "images_per_second", 23'669.594, 1e-6);
    resnet.note("mllog.speed");
    std::string also;
    for (const auto& format : resnet.file().also_holds) {
        also += format;
    }
    resnet.text("also holds", "mxnet-speedometer", also);
}

TEST(SamplesTraining, MxnetLinesInsideAnMlperfLog) {
    const std::string path = sample_path("mllog/resnet-mxnet-lines-420-720.txt");
    if (path.empty()) {
        GTEST_SKIP() << "the samples of other tools are not on this machine";
    }
    const auto bytes = read_whole_file(path);
    ASSERT_TRUE(bytes);
    const auto file = import_bytes_as("mxnet-speedometer", *bytes, path);
    ASSERT_TRUE(file) << describe(file.error());
    ASSERT_EQ(file->study.runs.size(), 1U);
    EXPECT_EQ(file->rows_taken, 177U);
    double sum = 0.0;
    for (const auto& row : file->study.runs[0].samples) {
        sum += row.metrics.at("samples_per_second");
    }
    EXPECT_NEAR(sum / 177.0, 23'222.117, 1e-3);
}

TEST(SamplesTraining, HorovodSynthetic) {
    THROUGHLINE_SAMPLE(sample, "horovod/pytorch-synthetic-resnet50-8gpu.txt");
    sample.format("horovod");
    sample.condition(0, "model", "resnet50");
    sample.condition(0, "batch_size", "96");
    sample.condition(0, "gpu_count", "8");
    sample.condition(0, "data", "synthetic");
    sample.figure(0, "images_per_second", 14'281.2);
    const auto& total = sample.run(0).metrics.at("images_per_second");
    sample.number("high - total", 25.0, total.high.value_or(0.0) - total.value, 1e-6);
    sample.figure(0, "images_per_second_per_gpu", 1785.2);
    const auto& each = sample.run(0).metrics.at("images_per_second_per_gpu");
    sample.number("high - each", 3.1, each.high.value_or(0.0) - each.value, 1e-6);
    sample.rows(0, "images_per_second_per_gpu", 10);
}

TEST(SamplesTraining, PytorchImagenet) {
    THROUGHLINE_SAMPLE(sample, "pytorch-imagenet/resnet50-1gpu-real.txt");
    sample.format("pytorch-imagenet");
    sample.condition(0, "model", "resnet50");
    sample.condition(0, "global_batch_size", "128");
    sample.condition(0, "workers", "36");
    sample.condition(0, "gpu_count", "1");
    sample.rows(0, "step_time", 30);
    sample.figure(0, "images_per_second", 327.366, 2e-6);
    sample.figure(0, "steady_images_per_second", 353.895, 2e-6);
    sample.figure(0, "stage_starved{stage=consumer}", 7.417, 1e-4);
}

TEST(SamplesTraining, MxnetSpeedometer) {
    THROUGHLINE_SAMPLE(two, "mxnet-speedometer/alexnet-2gpu-range-batches.txt");
    two.format("mxnet-speedometer");
    two.condition(0, "model", "alexnet");
    two.condition(0, "gpu_count", "2");
    two.condition(0, "global_batch_size", "512");
    two.condition(0, "data", "synthetic");
    two.rows(0, "samples_per_second", 24);
    two.mean(0, "samples_per_second", 540.027, 1e-6);
    two.figure(0, "epoch_time", 476.694);
    THROUGHLINE_SAMPLE(one, "mxnet-speedometer/resnet-1gpu-single-batch.txt");
    one.condition(0, "model", "resnet-v1-50");
    one.condition(0, "gpu_count", "1");
    one.condition(0, "global_batch_size", "32");
    one.rows(0, "samples_per_second", 41);
    one.mean(0, "samples_per_second", 177.935, 3e-6);
    one.figure(0, "steady_samples_per_second", 177.807, 3e-6);
    one.figure(0, "epoch_time", 91.045);
}

TEST(SamplesTraining, KerasBenchmarkMetric) {
    THROUGHLINE_SAMPLE(sample, "keras-benchmark-metric/v100-images-per-second.txt");
    sample.format("keras-benchmark");
    sample.rows(0, "images_per_second", 12);
    sample.figure(0, "images_per_second", 2107.976, 1e-6);
    sample.condition(0, "global_batch_size", "512");
    sample.figure(0, "wall_images_per_second", 930.909091, 1e-9);
}

TEST(SamplesTraining, Timm) {
    THROUGHLINE_SAMPLE(csv, "timm/benchmark-train-amp-nhwc-rtx3090.csv");
    csv.format("timm-csv");
    csv.runs(834);
    std::size_t resnet = 0;
    for (std::size_t i = 0; i < csv.file().study.runs.size(); ++i) {
        if (run::setting_text(csv.run(i).started.settings.at("model")) == "resnet50") {
            resnet = i;
        }
    }
    csv.figure(resnet, "samples_per_second", 1218.01);
    csv.figure(resnet, "step_time", 0.419528);
    csv.condition(resnet, "batch_size", "512");
    csv.condition(resnet, "image_size_px", "224");
    csv.condition(0, "model", "tinynet_e");
    csv.figure(0, "samples_per_second", 11'915.85);
    THROUGHLINE_SAMPLE(log, "timm/train-log-resnet50-imagenette.txt");
    log.format("timm-log");
    log.rows(0, "samples_per_second", 2);
    log.last(0, "samples_per_second", 400.32);
    log.last(0, "step", 50);
    log.figure(0, "samples_per_second", 272.39);
    log.figure(0, "step_time", 0.470);  // the running averages: 128 / 0.470 is that rate
    log.figure(0, "data_wait_time", 0.047);
    log.figure(0, "stage_starved{stage=consumer}", 10.0);
    log.condition(0, "global_batch_size", "128");
    log.last(0, "data_wait_time", 0.217);
    log.last(0, "step_time", 0.320);
}

TEST(SamplesTraining, LightningWithoutARateIsSaid) {
    THROUGHLINE_SAMPLE(sample, "lightning/metrics-step-rows.csv");
    sample.format("lightning-csv");
    sample.runs(0);
    sample.note("lightning.no_rate");
}

}  // namespace
}  // namespace throughline::importers::tests
