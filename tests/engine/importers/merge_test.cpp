// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/draft/merge.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/importers/importer.h"

namespace throughline::importers {
namespace {

ImportedFile imported(const std::string& text, const std::string& name, Assumptions assume = {}) {
    auto file = import_bytes(text, name, {.assume = std::move(assume)});
    EXPECT_TRUE(file) << file.error().what;
    return *std::move(file);
}

const std::string kTraining =
    "DLL 2020-06-20 01:00:10.0 - (0, 1) total_ips : 100\n"
    "DLL 2020-06-20 01:00:20.0 - (0, 2) total_ips : 200\n";
const std::string kDisk =
    R"({"sysstat":{"hosts":[{"nodename":"h","statistics":[
    {"timestamp":"2020-06-20T01:00:15Z","disk":[{"disk_device":"sda","r/s":5}]},
    {"timestamp":"2020-06-20T01:00:25Z","disk":[{"disk_device":"sda","r/s":7}]}]}]}})";

// The training log starts at 01:00:00 (its interval is 10 s), the disk's first report ends 15 s on.
TEST(Merge, FilesWithTimesOfDayAreAlignedByThem) {
    std::vector<MergePart> parts;
    parts.push_back({.file = imported(kTraining, "train.txt")});
    parts.push_back({.file = imported(kDisk, "iostat.json")});
    const auto merged = merge_files(std::move(parts));
    ASSERT_TRUE(merged) << merged.error().what;
    ASSERT_EQ(merged->study.runs.size(), 1U);
    const auto& samples = merged->study.runs[0].samples;
    ASSERT_EQ(samples.size(), 4U);
    EXPECT_DOUBLE_EQ(samples[0].t_s, 10.0);
    EXPECT_DOUBLE_EQ(samples[1].t_s, 15.0);
    EXPECT_EQ(samples[1].metrics.at("read_iops{device=sda}"), 5.0);
    EXPECT_DOUBLE_EQ(samples[3].t_s, 25.0);
}

TEST(Merge, AClockThatIsAheadIsSetBack) {
    std::vector<MergePart> parts;
    parts.push_back({.file = imported(kTraining, "train.txt")});
    parts.push_back({.file = imported(kDisk, "iostat.json"), .clock_ahead_s = 3.0});
    const auto merged = merge_files(std::move(parts));
    ASSERT_TRUE(merged);
    EXPECT_DOUBLE_EQ(merged->study.runs[0].samples[1].t_s, 12.0);
    const record::Header& header = merged->study.header;
    EXPECT_EQ(header.environment.at("file2.import.clock_ahead_s"), spec::SettingValue(3.0));
    EXPECT_EQ(header.environment.count("import.clock_ahead_s"), 0U);
    EXPECT_EQ(header.title, "train.txt + iostat.json");
}

TEST(Merge, FilesThatShareNoTimeAreRefused) {
    std::vector<MergePart> parts;
    parts.push_back({.file = imported(kTraining, "train.txt")});
    parts.push_back({.file = imported(kDisk, "iostat.json"), .clock_ahead_s = 3600.0});
    const auto merged = merge_files(std::move(parts));
    ASSERT_FALSE(merged);
    EXPECT_EQ(merged.error().code, ErrorCode::Usage);
    EXPECT_NE(merged.error().what.find("does not overlap in time"), std::string::npos)
        << merged.error().what;
}

TEST(Merge, RatesOfSeveralFioProcessesAreAdded) {
    std::vector<MergePart> parts;
    parts.push_back({.file = imported("1000, 100, 0, 0\n2000, 200, 0, 0\n", "x_iops.1.log")});
    parts.push_back({.file = imported("1001, 10, 0, 0\n2001, 20, 0, 0\n", "x_iops.2.log")});
    const auto merged = merge_files(std::move(parts));
    ASSERT_TRUE(merged) << merged.error().what;
    const auto& run = merged->study.runs[0];
    ASSERT_EQ(run.samples.size(), 2U);
    EXPECT_EQ(run.samples[0].metrics.at("read_requests_per_second"), 110.0);
    EXPECT_EQ(run.metrics.at("read_requests_per_second").value, 165.0);
}

// The last window, which only one of them has, would be a dip that never was.
TEST(Merge, OnlyWindowsThatAllProcessesHaveAreAdded) {
    const std::string longer = "1000, 100, 0, 0\n2000, 200, 0, 0\n3000, 300, 0, 0\n";
    const std::string shorter = "1000, 10, 0, 0\n2000, 20, 0, 0\n";
    for (const bool longer_first : {true, false}) {
        std::vector<MergePart> parts;
        parts.push_back({.file = imported(longer_first ? longer : shorter, "x_iops.1.log")});
        parts.push_back({.file = imported(longer_first ? shorter : longer, "x_iops.2.log")});
        const auto merged = merge_files(std::move(parts));
        ASSERT_TRUE(merged) << merged.error().what;
        const auto& run = merged->study.runs[0];
        ASSERT_EQ(run.samples.size(), 2U);
        EXPECT_EQ(run.metrics.at("read_requests_per_second").value, 165.0);
        EXPECT_EQ(run.notes.back().code, "merge.windows");
    }
}

// fio's JSON speaks of all processes; each of them wrote a log.
TEST(Merge, SeveralLogsBesideTheJsonOfTheirRun) {
    const std::string json =
        R"({"fio version": "fio-3.33", "timestamp_ms": 1700000003000, "jobs": [{"jobname": "a",
            "job options": {"numjobs": "2", "group_reporting": ""},
            "read": {"io_bytes": 3000000, "bw_bytes": 1000000, "iops": 333.0, "runtime": 3000,
                     "total_ios": 999}}]})";
    for (const bool json_first : {true, false}) {
        std::vector<MergePart> parts;
        parts.push_back({.file = imported("1000, 100, 0, 0\n2000, 200, 0, 0\n", "x_iops.1.log")});
        parts.push_back({.file = imported("1000, 10, 0, 0\n2000, 20, 0, 0\n", "x_iops.2.log")});
        parts.insert(json_first ? parts.begin() : parts.end(), {.file = imported(json, "x.json")});
        const auto merged = merge_files(std::move(parts));
        ASSERT_TRUE(merged) << merged.error().what;
        const auto& run = merged->study.runs[0];
        EXPECT_EQ(run.metrics.at("read_requests_per_second").value, 333.0) << json_first;
        ASSERT_EQ(run.samples.size(), 2U);
        EXPECT_EQ(run.samples[1].metrics.at("read_requests_per_second"), 220.0);
    }
}

TEST(Merge, TheClockOfTheFirstFileCountsToo) {
    std::vector<MergePart> parts;
    parts.push_back({.file = imported(kTraining, "train.txt"), .clock_ahead_s = 3.0});
    parts.push_back({.file = imported(kDisk, "iostat.json")});
    const auto merged = merge_files(std::move(parts));
    ASSERT_TRUE(merged);
    const auto& run = merged->study.runs[0];
    EXPECT_EQ(run.started.at, "2020-06-20T00:59:57.000Z");
    EXPECT_DOUBLE_EQ(run.samples[0].t_s, 10.0);
    EXPECT_DOUBLE_EQ(run.samples[1].t_s, 18.0);
}

TEST(Merge, LatenciesOfSeveralProcessesCannotBeAdded) {
    const Assumptions ns{{"latency_unit", "ns"}};
    std::vector<MergePart> parts;
    parts.push_back({.file = imported("1000, 100, 0, 0\n", "x_clat.1.log", ns)});
    parts.push_back({.file = imported("1000, 10, 0, 0\n", "x_clat.2.log", ns)});
    const auto merged = merge_files(std::move(parts));
    ASSERT_FALSE(merged);
    EXPECT_EQ(merged.error().code, ErrorCode::Usage);
}

TEST(Merge, AFileOfSeveralRunsIsRefused) {
    std::vector<MergePart> parts;
    parts.push_back({.file = imported("model,train_samples_per_sec\na,1\nb,2\n", "x.csv")});
    EXPECT_EQ(merge_files(std::move(parts)).error().code, ErrorCode::Usage);
    EXPECT_EQ(merge_files({}).error().code, ErrorCode::Usage);
}

const std::string kUntimed =
    "Epoch: [0][   1/5005]\tTime  3.000 ( 3.000)\tData  2.000 ( 2.000)\tLoss 7.0 (7.0)\n"
    "Epoch: [0][  11/5005]\tTime  0.300 ( 0.545)\tData  0.100 ( 0.273)\tLoss 6.0 (7.0)\n";

// Steps are no seconds: in either order the disk's times count, and its start.
TEST(Merge, RowsWithoutTimesGiveTheirFiguresOnly) {
    for (const bool disk_first : {true, false}) {
        const auto disk = imported(kDisk, "iostat.json");
        const auto log = imported(kUntimed, "train.txt", {{"global_batch_size", "128"}});
        std::vector<MergePart> parts;
        parts.push_back({.file = disk_first ? disk : log});
        parts.push_back({.file = disk_first ? log : disk});
        const auto merged = merge_files(std::move(parts));
        ASSERT_TRUE(merged) << merged.error().what;
        const auto& run = merged->study.runs[0];
        EXPECT_EQ(run.samples.size(), 2U);
        EXPECT_FALSE(run.started.settings.contains("step_axis"));
        EXPECT_EQ(run.started.at, disk.study.runs[0].started.at);
        EXPECT_EQ(merged->study.header.started_at, run.started.at);
        EXPECT_NEAR(run.metrics.at("images_per_second").value, 128 / 0.545, 1e-9);
        EXPECT_EQ(std::count_if(run.notes.begin(),
                                run.notes.end(),
                                [](const auto& note) { return note.code == "merge.no_times"; }),
                  1);
    }
}

TEST(Merge, RowsWithoutTimesAreSharedOutByTheUser) {
    std::vector<MergePart> parts;
    parts.push_back({.file = imported(kDisk, "iostat.json")});
    parts.push_back({.file = imported(kUntimed,
                                      "train.txt",
                                      {{"global_batch_size", "128"},
                                       {"period_seconds", "5"},
                                       {"start_time", "2020-06-20T01:00:05Z"}})});
    const auto merged = merge_files(std::move(parts));
    ASSERT_TRUE(merged) << merged.error().what;
    const auto& run = merged->study.runs[0];
    ASSERT_EQ(run.samples.size(), 4U);
    EXPECT_EQ(run.samples[0].metrics.count("step_time"), 1U);
    EXPECT_DOUBLE_EQ(run.samples[0].t_s, 5.0);  // the disk's first interval begins at 01:00:05
}

// DLIO: the ranks' outputs both hold data_wait_time, the summary only has epochs.
TEST(Merge, TheRanksOfDlioAreOneRun) {
    const std::string rank =
        R"({"1":{"load":{"block1":[0.1,0.3]},"proc":{"block1":[0.2,0.4]}},"hostname":"h"})";
    const std::string epochs =
        R"({"1":{"start":"2020-06-20T01:00:05Z","block1":{"duration":"10"},
        "end":"2020-06-20T01:00:15Z","duration":"10"}})";
    std::vector<MergePart> parts;
    parts.push_back({.file = imported(rank, "0_output.json")});
    parts.push_back({.file = imported(rank, "1_output.json")});
    parts.push_back({.file = imported(epochs, "per_epoch_stats.json")});
    const auto merged = merge_files(std::move(parts));
    ASSERT_TRUE(merged) << merged.error().what;
    const auto& run = merged->study.runs[0];
    EXPECT_EQ(run.samples.size(), 1U);
    EXPECT_EQ(run.started.at, "2020-06-20T01:00:05.000Z");
    EXPECT_NEAR(run.metrics.at("step_time").value, 0.3, 1e-12);
}

}  // namespace
}  // namespace throughline::importers
