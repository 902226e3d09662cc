// SPDX-License-Identifier: Apache-2.0
// Goal: what monitors of GPUs print (DCGM exporter, amd-smi, rocm-smi, nvidia-smi's table) comes
// out with its units, GPU by GPU, and placed in time where the file has times.
#include <gtest/gtest.h>

#include <string>

#include "engine/spec/settings.h"
#include "tests/engine/importers/imported.h"

namespace throughline::importers::tests {
namespace {

constexpr double kMiB = 1024.0 * 1024.0;

TEST(GpuFiles, ALongTableOfDcgmIsOneRunForEachHost) {
    const auto file = imported_fixture("gpu/dcgm-exporter-long.csv");
    EXPECT_EQ(file.format, "dcgm-csv");
    ASSERT_EQ(file.study.runs.size(), 2U);
    EXPECT_EQ(condition(file, "host", 0), "node-a");
    EXPECT_EQ(condition(file, "gpu_count", 0), "2");
    EXPECT_EQ(condition(file, "gpu_count", 1), "1");
    EXPECT_EQ(figure(file, "gpu_utilisation{gpu=0}", 0), 85.0);
    EXPECT_EQ(figure(file, "gpu_utilisation{gpu=1}", 0), 65.0);
    EXPECT_EQ(figure(file, "gpu_utilisation{gpu=0}", 1), 20.0);
    EXPECT_EQ(figure(file, "gpu_memory{gpu=0}", 0), 6144.0 * kMiB);
    EXPECT_EQ(figure(file, "gpu_clock{gpu=0}", 0), 1980e6);
    EXPECT_EQ(figure(file, "gpu_engine_activity{gpu=0}", 0), 75.0);
    EXPECT_EQ(file.study.runs[0].samples.size(), 2U);
    EXPECT_EQ(file.study.runs[0].samples[1].dt_s, 5.0);
    EXPECT_TRUE(has_note(file, "dcgm.left_out"));
}

TEST(GpuFiles, AWideTableOfDcgmHasAColumnForEachField) {
    const auto file = imported_fixture("gpu/dcgm-fields-wide.csv", {{"time_zone", "Z"}});
    EXPECT_EQ(file.format, "dcgm-csv");
    EXPECT_EQ(figure(file, "gpu_utilisation{gpu=0}"), 50.0);
    EXPECT_EQ(figure(file, "gpu_utilisation{gpu=1}"), 20.0);  // the empty cell is no 0
    EXPECT_EQ(figure(file, "gpu_power{gpu=1}"), 205.5);
    EXPECT_EQ(figure(file, "gpu_temperature{gpu=0}"), 51.0);
}

// Exporters are configured by a CSV that only names the fields.
TEST(GpuFiles, TheExportersConfigurationIsNotItsOutput) {
    EXPECT_FALSE(
        import_bytes("# Format\nDCGM_FI_DEV_GPU_UTIL, gauge, GPU utilization (in %).\n"
                     "DCGM_FI_DEV_FB_USED, gauge, Framebuffer memory used (in MiB).\n",
                     "default-counters.csv"));
}

TEST(GpuFiles, AmdSmiWatchedIsPlacedByItsTimes) {
    const auto file = imported_fixture("gpu/amd-smi-metric-watch.csv");
    EXPECT_EQ(file.format, "amd-smi-csv");
    ASSERT_EQ(file.study.runs.size(), 1U);
    EXPECT_EQ(condition(file, "gpu_count"), "2");
    EXPECT_EQ(file.study.runs[0].samples.size(), 2U);
    EXPECT_EQ(file.study.runs[0].samples[0].dt_s, 2.0);
    EXPECT_EQ(figure(file, "gpu_utilisation{gpu=0}"), 95.0);
    EXPECT_EQ(figure(file, "gpu_memory_utilisation{gpu=0}"), 45.0);
    EXPECT_EQ(figure(file, "gpu_power{gpu=0}"), 620.0);
    EXPECT_EQ(figure(file, "gpu_power{gpu=1}"), 150.0);  // N/A is no reading
    EXPECT_EQ(figure(file, "gpu_clock{gpu=0}"), 2100e6);
    EXPECT_EQ(figure(file, "gpu_temperature{gpu=0}"), 71.0);
    EXPECT_FALSE(asks(file, "period_seconds"));
}

TEST(GpuFiles, AmdSmiMonitorOnceIsAMoment) {
    const auto file = imported_fixture("gpu/amd-smi-monitor.csv");
    EXPECT_EQ(figure(file, "gpu_utilisation{gpu=0}"), 98.0);
    EXPECT_EQ(figure(file, "gpu_memory{gpu=0}"), 8192.0 * kMiB);
    EXPECT_EQ(figure(file, "gpu_memory_total{gpu=0}"), 16384.0 * kMiB);
    EXPECT_EQ(figure(file, "gpu_temperature{gpu=0}"), 63.0);
    EXPECT_TRUE(has_note(file, "gpu.moment"));
    EXPECT_EQ(file.rows_dropped, 1U);  // a partition of the same GPU
}

TEST(GpuFiles, AmdSmiJsonHasItsUnitsBesideTheValues) {
    const auto file = imported_fixture("gpu/amd-smi-metric.json");
    EXPECT_EQ(file.format, "amd-smi-json");
    EXPECT_EQ(figure(file, "gpu_utilisation{gpu=0}"), 47.0);
    EXPECT_EQ(figure(file, "gpu_power{gpu=0}"), 239.0);
    EXPECT_EQ(figure(file, "gpu_clock{gpu=0}"), 2100e6);
    EXPECT_EQ(figure(file, "gpu_temperature{gpu=0}"), 36.0);
    EXPECT_EQ(figure(file, "gpu_memory{gpu=0}"), 283.0 * kMiB);
    EXPECT_EQ(figure(file, "gpu_memory_total{gpu=0}"), 294896.0 * kMiB);
    const auto gigabytes = imported(
        R"([{"gpu": 0, "power_usage": {"value": 245, "unit": "W"},
             "vram_used": {"value": 2, "unit": "GB"}}])",
        "monitor.json");
    EXPECT_EQ(figure(gigabytes, "gpu_memory{gpu=0}"), 2048.0 * kMiB);
}

TEST(GpuFiles, RocmSmiRepeatedIsInOrderAndAsksHowFarApart) {
    const auto file = imported_fixture("gpu/rocm-smi.csv");
    EXPECT_EQ(file.format, "rocm-smi-csv");
    EXPECT_EQ(figure(file, "gpu_utilisation{gpu=0}"), 87.0);
    EXPECT_EQ(figure(file, "gpu_utilisation{gpu=1}"), 7.0);
    EXPECT_EQ(figure(file, "gpu_memory{gpu=0}"), 34351349760.0);
    EXPECT_EQ(figure(file, "gpu_power{gpu=0}"), 216.0);
    EXPECT_EQ(figure(file, "gpu_clock{gpu=0}"), 1725e6);
    EXPECT_EQ(figure(file, "gpu_temperature{gpu=0}"), 45.5);
    EXPECT_EQ(figure(file, "gpu_temperature{gpu=1}"), 60.0);
    EXPECT_TRUE(asks(file, "period_seconds"));
    EXPECT_EQ(condition(file, "step_axis"), "readings");
    EXPECT_TRUE(has_note(file, "amd.memory_share"));
    const auto told = imported_fixture("gpu/rocm-smi.csv", {{"period_seconds", "10"}});
    EXPECT_EQ(told.study.runs.at(0).samples.at(1).dt_s, 10.0);
    EXPECT_FALSE(asks(told, "period_seconds"));
}

TEST(GpuFiles, RocmSmiJsonIsReadDocumentByDocument) {
    const auto file = imported_fixture("gpu/rocm-smi.json");
    EXPECT_EQ(file.format, "rocm-smi-json");
    EXPECT_EQ(figure(file, "gpu_utilisation{gpu=0}"), 69.0);
    EXPECT_EQ(figure(file, "gpu_utilisation{gpu=1}"), 5.0);
    EXPECT_EQ(figure(file, "gpu_memory{gpu=0}"), 28823961600.0);
}

TEST(GpuFiles, TablesOfNvidiaSmiAreReadingsByTheirDates) {
    const auto file = imported_fixture("gpu/nvidia-smi-table-twice.txt", {{"time_zone", "Z"}});
    EXPECT_EQ(file.format, "nvidia-smi-table");
    EXPECT_EQ(condition(file, "gpu_count"), "2");
    EXPECT_EQ(figure(file, "gpu_utilisation{gpu=0}"), 40.0);
    EXPECT_EQ(figure(file, "gpu_utilisation{gpu=1}"), 5.0);
    EXPECT_EQ(figure(file, "gpu_memory{gpu=0}"), 1536.0 * kMiB);
    EXPECT_EQ(figure(file, "gpu_memory_total{gpu=0}"), 40960.0 * kMiB);
    EXPECT_EQ(figure(file, "gpu_power{gpu=0}"), 65.0);
    EXPECT_FALSE(figure(file, "gpu_power{gpu=1}"));  // N/A: the cap is not the draw
    EXPECT_EQ(figure(file, "gpu_temperature{gpu=0}"), 37.0);
    EXPECT_EQ(file.study.runs.at(0).samples.at(0).dt_s, 5.0);
    EXPECT_EQ(spec::setting_text(file.study.header.environment.at("gpu.driver")), "535.54.03");
    const auto old = imported_fixture("gpu/nvidia-smi-table-old.txt");
    EXPECT_EQ(figure(old, "gpu_power{gpu=0}"), 10.0);
    EXPECT_EQ(figure(old, "gpu_memory{gpu=0}"), 0.0);
    EXPECT_EQ(spec::setting_text(old.study.header.environment.at("gpu.0.model")), "Tesla T4");
}

// A training that prints the table first is a log of the training.
TEST(GpuFiles, ALogWithATableAtItsTopIsNotAMonitor) {
    std::string log =
        "| NVIDIA-SMI 418.67       Driver Version: 418.67       CUDA Version: 10.1     |\n"
        "|   0  Tesla T4            Off  | 00000000:00:04.0 Off |                    0 |\n"
        "| N/A   45C    P8    10W /  70W |      0MiB / 15079MiB |      0%      Default |\n";
    for (int step = 0; step < 20; ++step) {
        log += "a line of something else\n";
    }
    EXPECT_FALSE(import_bytes(log, "train.log"));
}

// The shares of a process are not those of its GPU, and text of a row's length is no GPU.
TEST(GpuFiles, ProcessesBesideATableOfDmonAreLeftOut) {
    const auto file = imported(
        "# gpu         pid   type     sm    mem    enc    dec    command\n"
        "# Idx           #    C/G      %      %      %      %    name\n"
        "    0      11327     C     99     10      -      -    train\n"
        "    0      11328     C     12      1      -      -    other\n"
        "# gpu    pwr  gtemp  mtemp     sm    mem    enc    dec\n"
        "# Idx      W      C      C      %      %      %      %\n"
        "    0    300     60      -     40     20      0      0\n"
        "    |      0      1      2      3      4      5      |\n",
        "capture.txt");
    EXPECT_EQ(file.format, "nvidia-smi-dmon");
    ASSERT_EQ(file.study.runs.size(), 1U);
    EXPECT_EQ(file.study.runs[0].samples.size(), 1U);
    EXPECT_EQ(figure(file, "gpu_utilisation{gpu=0}"), 40.0);
    EXPECT_FALSE(figure(file, "gpu_power{gpu=|}"));
    EXPECT_TRUE(has_note(file, "dmon.processes"));
}

TEST(GpuFiles, DcgmiDmonTellsTheUseOfMemory) {
    const auto file = imported(
        "#Entity   GPUTL   MCUTL   POWER\nID                        W\n"
        "GPU 0     75      42      185.3\n",
        "dcgmi.txt");
    EXPECT_EQ(file.format, "dcgmi-dmon");
    EXPECT_EQ(figure(file, "gpu_memory_utilisation{gpu=0}"), 42.0);
}

}  // namespace
}  // namespace throughline::importers::tests
