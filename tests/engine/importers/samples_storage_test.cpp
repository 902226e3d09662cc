// SPDX-License-Identifier: Apache-2.0
// Goal: every figure that samples/INDEX.md gives for storage benchmarks, cloud metrics and small
// benchmarks comes out of the import.
#include "tests/engine/importers/sample_table.h"

namespace throughline::importers::tests {
namespace {

constexpr double kMiB = 1024.0 * 1024.0;
constexpr double kGiB = 1024.0 * kMiB;
constexpr double kUs = 1e-6;

TEST(SamplesStorage, DlioSummaryOf2023) {
    THROUGHLINE_SAMPLE(sample, "mlperf-storage/dlio-2023-unet3d-2ranks/summary.json");
    sample.format("dlio-summary");
    sample.figure(0, "samples_per_second", 5.095023867138283);
    sample.figure(0, "accelerator_utilisation", 97.99071109677541);
    sample.figure(0, "requested_read_bytes_per_second", 1'195'093'134, 1e-9);
    sample.condition(0, "gpu_count", "2");
    sample.condition(0, "node_count", "absent");
    sample.rows(0, "samples_per_second", 4);
}

TEST(SamplesStorage, DlioRankOutputsAndEpochs) {
    THROUGHLINE_SAMPLE(rank, "mlperf-storage/dlio-2023-unet3d-2ranks/0_output.json");
    rank.format("dlio-output");
    double load = 0.0;
    double proc = 0.0;
    int loads = 0;
    int procs = 0;
    for (const auto& row : rank.run(0).samples) {
        if (row.metrics.at("epoch") != 1.0) {
            continue;
        }
        if (const auto value = row.metrics.find("data_wait_time"); value != row.metrics.end()) {
            load += value->second;
            ++loads;
        }
        if (const auto value = row.metrics.find("step_time"); value != row.metrics.end()) {
            proc += value->second;
            ++procs;
        }
    }
    rank.number("loads of epoch 1", 21, loads, 0.0);
    rank.number("mean load of epoch 1", 0.145932, load / loads, 1e-5);
    rank.number("mean proc of epoch 1", 1.564043, proc / procs, 1e-6);
    THROUGHLINE_SAMPLE(other, "mlperf-storage/dlio-2023-unet3d-2ranks/1_output.json");
    other.format("dlio-output");
    THROUGHLINE_SAMPLE(epochs, "mlperf-storage/dlio-2023-unet3d-2ranks/per_epoch_stats.json");
    epochs.format("dlio-per-epoch-stats");
    epochs.at(0, "epoch_time", 0, 32.90);
    epochs.at(0, "epoch_time", 1, 33.08);
    epochs.at(0, "epoch_time", 2, 32.60);
    epochs.at(0, "epoch_time", 3, 33.61);
}

TEST(SamplesStorage, MlperfStorageV1) {
    const std::string folder = "mlperf-storage/v1.0-hpe-unet3d-h100/";
    THROUGHLINE_SAMPLE(summary, folder + "run-4/summary.json");
    summary.figure(0, "samples_per_second", 39.703263669798254);
    summary.figure(0, "accelerator_utilisation", 92.20920252741806);
    summary.figure(0, "requested_read_bytes_per_second", 5'820'523'388, 1e-9);
    summary.condition(0, "gpu_count", "2");
    summary.condition(0, "node_count", "1");
    summary.condition(0, "file_count", "28000");
    summary.rows(0, "samples_per_second", 5);
    summary.started("2024-08-20T19:28:40.737Z");
    summary.question("model");
    THROUGHLINE_SAMPLE(epochs, folder + "run-4/per_epoch_stats.json");
    epochs.at(0, "epoch_time", 0, 708.60);
    epochs.at(0, "epoch_time", 1, 708.25);
    epochs.at(0, "epoch_time", 2, 704.32);
    epochs.at(0, "epoch_time", 3, 703.55);
    epochs.at(0, "epoch_time", 4, 704.13);
    epochs.first(0, "checkpoint_time", 0.60);
    THROUGHLINE_SAMPLE(report, folder + "mlperf_storage_report.json");
    report.format("mlperf-storage-report");
    report.condition(0, "model", "unet3d");
    report.condition(0, "accelerator", "h100");
    report.condition(0, "gpu_count", "2");
    report.rows(0, "samples_per_second", 5);
    report.figure(0, "samples_per_second", 39.69278747839868);
    report.figure(0, "requested_read_bytes_per_second", 5'818'987'571, 1e-9);
    THROUGHLINE_SAMPLE(other, "mlperf-storage/v1.0-hammerspace-unet3d-h100-report.json");
    other.condition(0, "model", "unet3d");
    other.condition(0, "accelerator", "h100");
    other.condition(0, "gpu_count", "10");
    other.figure(0, "samples_per_second", 206.17781830080122);
    other.figure(0, "requested_read_bytes_per_second", 30'225'797'643, 1e-9);
    other.rows(0, "samples_per_second", 5);
    other.at(0, "samples_per_second", 2, 207.7305864140973);
}

TEST(SamplesStorage, DlioLogOfV3) {
    THROUGHLINE_SAMPLE(sample, "mlperf-storage/v3.0-alluxio-unet3d/dlio-log-tail.log");
    sample.format("dlio-log");
    sample.figure(0, "samples_per_second", 317.0332);
    sample.figure(0, "accelerator_utilisation", 91.7871);
    sample.figure(0, "requested_read_bytes_per_second", 46'477'260'253, 1e-7);
    sample.condition(0, "gpu_count", "8");
    sample.condition(0, "batch_size", "7");
    sample.note("dlio.deviation");
    sample.rows(0, "samples_per_second", 5);
    sample.at(0, "samples_per_second", 0, 323.4525);
    sample.at(0, "samples_per_second", 1, 323.7702);
    sample.at(0, "samples_per_second", 2, 322.5337);
    sample.at(0, "samples_per_second", 3, 312.7676);
    sample.at(0, "samples_per_second", 4, 317.5281);
}

TEST(SamplesStorage, Elbencho) {
    THROUGHLINE_SAMPLE(csv, "elbencho/elbencho-2.1-4hosts-write.csv");
    csv.format("elbencho-csv");
    csv.version("2.1-0");
    csv.runs(1);
    csv.condition(0, "node_count", "4");
    csv.condition(0, "workers", "64");
    csv.condition(0, "block_size", "1048576");
    csv.condition(0, "io_depth", "1");
    csv.condition(0, "direct_io", "1");
    csv.condition(0, "duration", "45.259");
    csv.figure(0, "write_iops", 6043);
    csv.figure(0, "write_bytes_per_second", 6'336'544'768);
    csv.figure(0, "cpu_utilisation", 3);
    csv.figure(0, "write_latency_min", 2334 * kUs);
    csv.figure(0, "write_latency_mean", 10'583 * kUs);
    csv.figure(0, "write_latency_max", 114'909 * kUs);
    THROUGHLINE_SAMPLE(live, "elbencho/elbencho-2.1-4hosts-write.live.csv");
    live.format("elbencho-live");
    live.runs(1);
    live.rows(0, "write_bytes_per_second", 9);
    live.mean(0, "write_bytes_per_second", 6016.333 * kMiB, 1e-6);
    THROUGHLINE_SAMPLE(text, "elbencho/elbencho-2.1-4hosts-write.txt");
    text.format("elbencho-text");
    text.runs(1);
    text.figure(0, "first_done_write_iops", 5998);
    text.figure(0, "write_iops", 6043);
    text.figure(0, "first_done_write_bytes_per_second", 5998 * kMiB);
    text.figure(0, "write_bytes_per_second", 6043 * kMiB);
    THROUGHLINE_SAMPLE(failed, "elbencho/elbencho-3.1-json-s3-read-all-failed.json");
    failed.format("elbencho-json");
    failed.version("3.1-12");
    failed.figure(0, "read_iops", 2069);
    failed.figure(0, "read_bytes_per_second", 749'288);
    failed.figure(0, "failed_requests", 8);
    failed.note("elbencho.errors");
    failed.text("status", "failed", run::name_of(failed.run(0).status));
}

TEST(SamplesStorage, Gdsio) {
    THROUGHLINE_SAMPLE(sample, "gdsio/gdsio-console-nvme-256K.txt");
    sample.format("gdsio");
    sample.runs(5);
    sample.condition(0, "pattern", "read CPUONLY");
    sample.condition(0, "workers", "1");
    sample.condition(0, "block_size", "262144");
    sample.figure(0, "read_bytes_per_second", 1'762'986'365, 1e-6);
    sample.figure(0, "read_latency_mean", 148.591764 * kUs);
    sample.figure(0, "read_requests", 64'960);
    sample.figure(0, "read_iops", 6725.26, 1e-6);
    sample.condition(1, "pattern", "read CPU_GPU");
    sample.figure(1, "read_bytes_per_second", 1.568393 * kGiB);
    sample.figure(1, "read_latency_mean", 155.557090 * kUs);
    sample.condition(2, "pattern", "read GPUD");
    sample.figure(2, "read_bytes_per_second", 1'772'725'203, 1e-6);
    sample.figure(2, "read_latency_mean", 147.865965 * kUs);
    sample.figure(2, "read_iops", 6762.41, 1e-6);
    sample.condition(3, "pattern", "write GPUD");
    sample.condition(3, "block_size", "1024");
    sample.figure(3, "write_bytes_per_second", 0.000893 * kGiB);
    sample.condition(4, "block_size", "2048");
    sample.figure(4, "write_bytes_per_second", 0.001799 * kGiB);
}

TEST(SamplesStorage, Cloudwatch) {
    THROUGHLINE_SAMPLE(cpu, "cloudwatch/get-metric-statistics-cpu.json");
    cpu.format("cloudwatch-statistics");
    cpu.rows(0, "cpu_utilisation", 23);
    cpu.mean(0, "cpu_utilisation", 49.4604, 1e-6);
    cpu.largest(0, "cpu_utilisation", 76.84);
    cpu.condition(0, "period_seconds", "3600");
    cpu.started("2014-04-08T23:18:00.000Z");
    THROUGHLINE_SAMPLE(
        iops, "cloudwatch/get-metric-data-iops.json", {{"metric.Avg Total IOPS", "mixed_iops"}});
    iops.format("cloudwatch-data");
    iops.rows(0, "mixed_iops", 1);
    iops.first(0, "mixed_iops", 96.85);
    iops.started("2024-09-29T22:10:00.000Z");
    THROUGHLINE_SAMPLE(unknown, "cloudwatch/get-metric-data-iops.json");
    unknown.runs(0);
    unknown.question("metric.Avg Total IOPS");
}

TEST(SamplesStorage, PrometheusUpIsNoMetric) {
    THROUGHLINE_SAMPLE(sample, "prometheus/query_range-up.json");
    sample.format("prometheus");
    sample.runs(0);
    sample.number("points", 6, static_cast<double>(sample.file().rows_taken), 0.0);
    sample.note("prometheus.no_metric");
}

TEST(SamplesStorage, SmallBenchmarks) {
    THROUGHLINE_SAMPLE(google, "google-benchmark/test1_run1.json");
    google.format("google-benchmark");
    google.number("rows", 16, static_cast<double>(google.file().rows_taken), 0.0);
    google.runs(14);  // two rows are aggregates (BigO, RMS): no runs of their own
    google.condition(0, "job", "BM_SameTimes");
    google.figure(0, "benchmark_real_time", 10e-9);
    THROUGHLINE_SAMPLE(aggregate, "google-benchmark/test4_run1.json");
    aggregate.runs(0);
    aggregate.note("benchmark.aggregate");
    THROUGHLINE_SAMPLE(hyperfine, "hyperfine/two-commands.json");
    hyperfine.format("hyperfine");
    hyperfine.runs(2);
    hyperfine.figure(0, "command_time", 11.61481411152);
    hyperfine.figure(1, "command_time", 11.55440516752);
    hyperfine.rows(0, "command_time", 3);
    hyperfine.rows(1, "command_time", 3);
}

TEST(SamplesStorage, ChromeTraces) {
    THROUGHLINE_SAMPLE(cut, "chrome-trace/devtools-2018-array-cut.json");
    cut.format("chrome-trace");
    cut.runs(0);
    cut.note("import.mended");
    cut.number("events", 400, static_cast<double>(cut.file().rows_taken), 0.0);
    cut.text(
        "what it holds",
        "400 events, 286 complete ones of 153397 us in all, from 52949277724 to 52949580646 us",
        cut.file().study.notes.at(1).text);
    THROUGHLINE_SAMPLE(whole, "chrome-trace/devtools-2025.json");
    whole.number("events", 63, static_cast<double>(whole.file().rows_taken), 0.0);
}

}  // namespace
}  // namespace throughline::importers::tests
