// SPDX-License-Identifier: Apache-2.0
// Goal: benchmarks of object stores (warp, s3-benchmark): reads and writes apart, failed requests
// said, packed files as they are.
#include <gtest/gtest.h>
#include <zstd.h>

#include <string>

#include "engine/spec/settings.h"
#include "tests/engine/importers/imported.h"

namespace throughline::importers::tests {
namespace {

constexpr double kMiB = 1024.0 * 1024.0;

std::size_t run_of(const ImportedFile& file, const std::string& phase) {
    for (std::size_t i = 0; i < file.study.runs.size(); ++i) {
        if (condition(file, "phase", i) == phase) {
            return i;
        }
    }
    ADD_FAILURE() << "no run of " << phase;
    return 0;
}

// Two threads that read 10 MiB/s each, one half a second later: both are at work for 3.5 s.
TEST(Warp, OperationsBecomeTheRateOfTheTimeInWhichAllThreadsWorked) {
    const auto file = imported_fixture("warp/get-2threads.csv.zst");
    EXPECT_EQ(file.format, "warp-csv");
    EXPECT_EQ(spec::setting_text(file.study.header.environment.at("import.packing")), "zstd");
    ASSERT_EQ(file.study.runs.size(), 2U);
    const std::size_t get = run_of(file, "get");
    EXPECT_NEAR(figure(file, "requested_read_bytes_per_second", get).value_or(0.0),
                20.0 * kMiB,
                0.2 * kMiB);
    EXPECT_NEAR(figure(file, "read_requests_per_second", get).value_or(0.0), 20.0, 0.2);
    EXPECT_NEAR(figure(file, "read_latency_mean", get).value_or(0.0), 0.1, 1e-9);
    EXPECT_NEAR(figure(file, "read_latency_p50", get).value_or(0.0), 0.1, 1e-3);
    EXPECT_NEAR(figure(file, "first_byte_latency", get).value_or(0.0), 0.02, 1e-6);
    EXPECT_EQ(figure(file, "failed_requests", get), 1.0);
    EXPECT_EQ(condition(file, "workers", get), "2");
    EXPECT_EQ(condition(file, "block_size", get), "1048576");
    EXPECT_EQ(file.study.runs[get].samples.size(), 3U);
    EXPECT_NEAR(figure(file, "write_latency_mean", run_of(file, "put")).value_or(0.0), 0.2, 1e-9);
    EXPECT_EQ(spec::setting_text(file.study.header.environment.at("command")),
              "warp get --duration=4s --concurrent=2 --obj.size=1MiB");
}

TEST(Warp, WhatItPrintsIsARunForEachKindOfOperation) {
    const auto file = imported_fixture("warp/get-analysis.txt");
    EXPECT_EQ(file.format, "warp-text");
    ASSERT_EQ(file.study.runs.size(), 2U);
    EXPECT_EQ(figure(file, "requested_write_bytes_per_second", 0), 800.0 * kMiB);
    EXPECT_EQ(figure(file, "write_latency_max", 0), 1.101);
    EXPECT_EQ(figure(file, "requested_read_bytes_per_second", 1), 1714.5 * kMiB);
    EXPECT_EQ(figure(file, "read_requests_per_second", 1), 171.45);
    EXPECT_EQ(figure(file, "read_latency_mean", 1), 0.116);
    EXPECT_EQ(figure(file, "read_latency_p99", 1), 0.203);
    EXPECT_EQ(figure(file, "first_byte_latency", 1), 0.005);
    EXPECT_EQ(figure(file, "failed_requests", 1), 3.0);
    EXPECT_EQ(condition(file, "workers", 1), "20");
    EXPECT_EQ(condition(file, "duration", 1), "60");
    EXPECT_EQ(condition(file, "block_size", 1), "10485760");
}

TEST(Warp, TheTotalOfAMixIsNotAddedToItsParts) {
    const auto file = imported_fixture("warp/mixed-report.txt");
    ASSERT_EQ(file.study.runs.size(), 2U);
    EXPECT_EQ(figure(file, "requested_read_bytes_per_second", 0), 632.28 * kMiB);
    EXPECT_EQ(figure(file, "entries_per_second", 1), 236.38);
    EXPECT_TRUE(has_note(file, "warp.total"));
}

TEST(Warp, ComparisonsOfTwoRunsAreNotResults) {
    EXPECT_FALSE(
        import_bytes("Operation: PUT\nDuration: 1m4s -> 1m2s\n"
                     "* Average: +2.63% (+1.0 MiB/s) throughput, +2.63% (+1.0) obj/s\n",
                     "cmp.txt"));
}

TEST(Warp, BothFormsOfItsJsonAreRead) {
    const auto now = imported_fixture("warp/analysis-1.0.json");
    EXPECT_EQ(now.format, "warp-json");
    ASSERT_EQ(now.study.runs.size(), 2U);
    const std::size_t get = run_of(now, "get");
    EXPECT_EQ(figure(now, "requested_read_bytes_per_second", get), 1048576000.0);
    EXPECT_EQ(figure(now, "read_requests_per_second", get), 100.0);
    EXPECT_EQ(figure(now, "read_latency_p50", get), 0.0755);
    EXPECT_EQ(figure(now, "first_byte_latency", get), 0.0125);
    EXPECT_EQ(figure(now, "failed_requests", get), 2.0);
    EXPECT_EQ(figure(now, "entries_per_second", run_of(now, "delete")), 100.0);
    const auto before = imported_fixture("warp/analysis-0.6.json");
    EXPECT_EQ(figure(before, "requested_write_bytes_per_second"), 524288000.0);
    EXPECT_EQ(figure(before, "write_latency_p90"), 0.040);
}

TEST(S3Benchmark, LoopsBecomeRuns) {
    const auto file = imported_fixture("s3-benchmark/wasabi-2.0.txt");
    EXPECT_EQ(file.format, "s3-benchmark");
    ASSERT_EQ(file.study.runs.size(), 3U);
    EXPECT_EQ(figure(file, "requested_write_bytes_per_second", 0), 100.0 * kMiB);
    EXPECT_EQ(figure(file, "requested_read_bytes_per_second", 1), 250.0 * kMiB);
    EXPECT_EQ(figure(file, "read_requests_per_second", 1), 250.0);
    EXPECT_EQ(figure(file, "entries_per_second", 2), 1430.9);
    EXPECT_EQ(condition(file, "workers", 1), "10");
    EXPECT_EQ(condition(file, "block_size", 1), "1048576");
    EXPECT_TRUE(has_note(file, "s3.slowdowns"));
}

std::string zstd(const std::string& text) {
    std::string packed(ZSTD_compressBound(text.size()), '\0');
    const std::size_t bytes =
        ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3);
    EXPECT_EQ(ZSTD_isError(bytes), 0U);
    packed.resize(bytes);
    return packed;
}

TEST(Zstd, AFileAndItsPackedCopyAreOneStudy) {
    std::string log = "1000, 100, 0, 4096\n2000, 300, 0, 4096\n";
    for (int i = 1; i <= 30'000; ++i) {
        log += std::to_string(10'000 + i * 10) + ", 100, 0, 0\n";  // more than one piece
    }
    const auto plain = import_bytes(log, "x_bw.1.log");
    const auto packed = import_bytes(zstd(log), "x_bw.1.log.zst");
    const auto frames = import_bytes(zstd(log.substr(0, 38)) + zstd(log.substr(38)), "x_bw.1.log");
    ASSERT_TRUE(plain && packed && frames);
    EXPECT_EQ(plain->study.header.study, packed->study.header.study);
    EXPECT_EQ(plain->rows_taken, frames->rows_taken);
}

TEST(Zstd, ACutOneGivesWhatCameBefore) {
    std::string log;
    for (int i = 1; i <= 60'000; ++i) {
        log += std::to_string(i * 10) + ", " + std::to_string(i * 7919 % 1000) + ", 0, 0\n";
    }
    const std::string packed = zstd(log);
    const auto file = import_bytes(packed.substr(0, packed.size() * 3 / 4), "x_bw.1.log");
    ASSERT_TRUE(file) << file.error().what;
    EXPECT_GT(file->rows_taken, 1000U);
    EXPECT_LT(file->rows_taken, 60'000U);
    EXPECT_TRUE(has_note(*file, "import.damaged"));
    EXPECT_FALSE(import_bytes("\x28\xb5\x2f\xfd nothing of the kind", "x.zst"));
}

}  // namespace
}  // namespace throughline::importers::tests
