// SPDX-License-Identifier: Apache-2.0
// Goal: benchmarks of GPUs and of what joins them (nvbandwidth, bandwidthTest, nccl-tests): GPU by
// GPU and size by size, never a sum of what ran one after another.
#include <gtest/gtest.h>

#include "tests/engine/importers/imported.h"

namespace throughline::importers::tests {
namespace {

TEST(Nvbandwidth, AMatrixIsARunWithARateForEachGpu) {
    const auto file = imported_fixture("nvbandwidth/two-gpus.txt");
    EXPECT_EQ(file.format, "nvbandwidth");
    EXPECT_EQ(file.tool_version, "v0.5");
    ASSERT_EQ(file.study.runs.size(), 2U);
    EXPECT_EQ(condition(file, "phase", 0), "host_to_device_memcpy_ce");
    EXPECT_EQ(figure(file, "host_to_device_bytes_per_second{gpu=0}", 0), 55.5e9);
    EXPECT_EQ(figure(file, "host_to_device_bytes_per_second{gpu=1}", 0), 55.25e9);
    EXPECT_EQ(figure(file, "device_to_device_bytes_per_second{gpu=1 to 0}", 1), 276.25e9);
    EXPECT_FALSE(figure(file, "device_to_device_bytes_per_second{gpu=0 to 0}", 1));
    EXPECT_TRUE(has_note(file, "nvbandwidth.left_out"));  // ns are not GB/s
}

TEST(Nvbandwidth, JsonSaysTheSame) {
    const auto file = imported_fixture("nvbandwidth/one-gpu.json");
    EXPECT_EQ(file.format, "nvbandwidth-json");
    ASSERT_EQ(file.study.runs.size(), 1U);
    EXPECT_EQ(figure(file, "device_to_host_bytes_per_second{gpu=0}"), 53.75e9);
    EXPECT_TRUE(has_note(file, "nvbandwidth.not_run"));
}

TEST(BandwidthTest, DirectionsOfOneSizeAreOneRun) {
    const auto file = imported_fixture("bandwidth-test/quick-10.1.txt");
    EXPECT_EQ(file.format, "cuda-bandwidth-test");
    ASSERT_EQ(file.study.runs.size(), 1U);
    EXPECT_EQ(figure(file, "host_to_device_bytes_per_second{gpu=0}"), 12.5e9);
    EXPECT_EQ(figure(file, "device_to_host_bytes_per_second{gpu=0}"), 13.25e9);
    EXPECT_EQ(figure(file, "device_to_device_bytes_per_second{gpu=0}"), 739.5e9);
    EXPECT_EQ(condition(file, "block_size"), "32000000");
    EXPECT_EQ(condition(file, "phase"), "pinned host memory");
}

// Before CUDA 10.1 the program divided by 2^20 and wrote MB.
TEST(BandwidthTest, MegabytesOfOldVersionsAreMebibytes) {
    const auto file = imported_fixture("bandwidth-test/quick-8.0.txt");
    EXPECT_EQ(figure(file, "host_to_device_bytes_per_second{gpu=0}"), 10240.0 * 1024 * 1024);
}

TEST(BandwidthTest, ItsCsvLinesAreRead) {
    const auto file = imported(
        "bandwidthTest-H2D-Pinned, Bandwidth = 12.5 GB/s, Time = 0.00256 s, Size = 32000000 "
        "bytes, NumDevsUsed = 1\n",
        "bw.csv");
    EXPECT_EQ(figure(file, "host_to_device_bytes_per_second{gpu=0}"), 12.5e9);
}

TEST(NcclTests, SizesAreRunsOutOfPlaceAndInPlace) {
    const auto file = imported_fixture("nccl-tests/all-reduce-2.13.txt");
    EXPECT_EQ(file.format, "nccl-tests");
    ASSERT_EQ(file.study.runs.size(), 4U);
    EXPECT_EQ(condition(file, "block_size", 0), "1048576");
    EXPECT_EQ(condition(file, "gpu_count", 0), "2");
    EXPECT_EQ(condition(file, "node_count", 0), "1");
    EXPECT_EQ(condition(file, "pattern", 0), "out of place");
    EXPECT_EQ(condition(file, "pattern", 1), "in place");
    EXPECT_EQ(figure(file, "collective_bus_bytes_per_second", 0), 26.25e9);
    EXPECT_EQ(figure(file, "collective_bytes_per_second", 1), 25.5e9);
    EXPECT_NEAR(figure(file, "collective_time", 2).value_or(0.0), 60e-6, 1e-12);
    EXPECT_EQ(figure(file, "collective_bus_bytes_per_second", 3), 34.5e9);
    EXPECT_TRUE(has_note(file, "nccl.wrong"));
}

// all_gather has no operator to print, and some columns are empty.
TEST(NcclTests, EmptyColumnsDoNotMoveTheOthers) {
    const auto file = imported(
        "#  nccl-tests: build/all_gather_perf\n"
        "#       size         count    type     time   algbw   busbw  error     time   algbw   "
        "busbw  error\n"
        "#        (B)    (elements)             (us)  (GB/s)  (GB/s)             (us)  (GB/s)  "
        "(GB/s)\n"
        "     1048576        262144           40.00   26.25   13.00  0e+00    41.00   25.50   "
        "12.75  0e+00\n",
        "nccl.txt");
    ASSERT_EQ(file.study.runs.size(), 2U);
    EXPECT_EQ(figure(file, "collective_bus_bytes_per_second", 0), 13.0e9);
    EXPECT_EQ(figure(file, "collective_bus_bytes_per_second", 1), 12.75e9);
    EXPECT_EQ(condition(file, "pattern", 0), "all_gather_perf, out of place");
}

}  // namespace
}  // namespace throughline::importers::tests
