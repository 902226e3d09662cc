// SPDX-License-Identifier: Apache-2.0
// Goal: the figure of a series weighs each interval by what it stands for: its length, and for
// means over requests the requests made in it.
#include <gtest/gtest.h>

#include <string>

#include "tests/engine/importers/imported.h"

namespace throughline::importers::tests {
namespace {

constexpr double kKiB = 1024.0;
const std::string kSarBanner = "Linux 5.4.0 (db1) \t11/30/2021 \t_x86_64_\t(4 CPU)\n\n";
const std::string kSarHead = " DEV tps rkB/s wkB/s dkB/s areq-sz aqu-sz await %util\n";

// (1000 x 10 + 1000 x 10 + 0 x 600) / 620 s.
TEST(Gap, OfSarIsAsLongAsItsClockSays) {
    const auto file = imported(kSarBanner + "10:00:00" + kSarHead +
                                   "10:00:10 sda 100.00 1000.00 0.00 0.00 15.00 0.50 5.00 20.00\n"
                                   "10:00:20 sda 100.00 1000.00 0.00 0.00 15.00 0.50 5.00 20.00\n"
                                   "10:10:20 sda 0.00 0.00 0.00 0.00 0.00 0.00 0.00 0.00\n",
                               "sar.txt");
    EXPECT_NEAR(*figure(file, "read_bytes_per_second{device=sda}"), 20'000.0 / 620.0 * kKiB, 1e-6);
    EXPECT_EQ(figure(file, "disk_await{device=sda}"), 0.005);
    EXPECT_EQ(figure(file, "disk_request_size{device=sda}"), 15.0 * kKiB);
}

// The clock of the header behind the restart begins the interval, not the row before it.
TEST(Gap, OfARestartIsNoIntervalOfSar) {
    const auto file =
        imported(kSarBanner + "10:00:00" + kSarHead +
                     "10:00:10 sda 1.00 1000.00 0.00 0.00 15.00 0.50 5.00 20.00\n"
                     "10:00:12  LINUX RESTART\t(4 CPU)\n"
                     "11:00:00" +
                     kSarHead + "11:00:10 sda 1.00 3000.00 0.00 0.00 15.00 0.50 5.00 20.00\n",
                 "sar.txt");
    EXPECT_EQ(figure(file, "read_bytes_per_second{device=sda}"), 2000.0 * kKiB);
    EXPECT_EQ(file.study.runs.at(0).samples.at(1).dt_s, 10.0);
}

// Nobody looked for ten minutes: the reading behind them stands for three usual gaps.
TEST(Gap, OfReadingsIsCutAndSaid) {
    const std::string head = "timestamp, index, utilization.gpu [%]\n";
    const auto file = imported(head +
                                   "2024/03/15 13:00:00.000, 0, 100 %\n"
                                   "2024/03/15 13:00:01.000, 0, 100 %\n"
                                   "2024/03/15 13:00:02.000, 0, 100 %\n"
                                   "2024/03/15 13:10:02.000, 0, 0 %\n",
                               "gpu.csv");
    EXPECT_EQ(figure(file, "gpu_utilisation{gpu=0}"), 50.0);
    EXPECT_TRUE(has_note(file, "import.gap"));
    const auto even = imported(head +
                                   "2024/03/15 13:00:00.000, 0, 100 %\n"
                                   "2024/03/15 13:00:01.000, 0, 0 %\n",
                               "gpu.csv");
    EXPECT_FALSE(has_note(even, "import.gap"));
}

// iostat averages over all the time since its last report.
TEST(Gap, OfIostatCountsWhole) {
    const auto file = imported(
        R"({"sysstat":{"hosts":[{"nodename":"h","statistics":[
        {"timestamp":"2020-06-20T01:00:00Z","disk":[{"disk_device":"sda","r/s":100}]},
        {"timestamp":"2020-06-20T01:00:10Z","disk":[{"disk_device":"sda","r/s":100}]},
        {"timestamp":"2020-06-20T01:00:20Z","disk":[{"disk_device":"sda","r/s":100}]},
        {"timestamp":"2020-06-20T01:02:00Z","disk":[{"disk_device":"sda","r/s":10}]}]}]}})",
        "iostat.json");
    EXPECT_DOUBLE_EQ(*figure(file, "read_iops{device=sda}"), (20.0 * 100 + 100.0 * 10) / 120.0);
    EXPECT_FALSE(has_note(file, "import.gap"));
}

const std::string kBanner = "Linux 5.8.0 (hostA) \t12/02/2021 \t_x86_64_\t(2 CPU)\n\n";
const std::string kHead =
    "Device r/s rkB/s r_await rareq-sz w/s wkB/s w_await wareq-sz aqu-sz %util\n";

// 1000 requests of 10 ms and 100 of 2 ms, and an interval without any.
TEST(PerRequest, LatencyAndSizeAreWeightedByRequests) {
    const auto file = imported(
        kBanner + "12/02/2021 10:00:00 AM\n" + kHead + "sda 1 1 1 1 0 0 0 0 0 0\n\n" +
            "12/02/2021 10:00:05 AM\n" + kHead + "sda 1000 64000 10.0 64.0 0 0 0 0 10 90\n\n" +
            "12/02/2021 10:00:10 AM\n" + kHead + "sda 100 400 2.0 4.0 0 0 0 0 1 10\n\n" +
            "12/02/2021 10:00:15 AM\n" + kHead + "sda 0 0 0 0 0 0 0 0 0 0\n",
        "iostat.txt");
    EXPECT_DOUBLE_EQ(*figure(file, "read_await{device=sda}"), (1000 * 0.010 + 100 * 0.002) / 1100);
    EXPECT_DOUBLE_EQ(*figure(file, "read_request_size{device=sda}"), 64'400.0 * kKiB / 1100);
    const auto& idle = file.study.runs.at(0).samples.back().metrics;
    EXPECT_FALSE(idle.contains("read_await{device=sda}"));
    EXPECT_TRUE(idle.contains("read_iops{device=sda}"));
    EXPECT_FALSE(figure(file, "write_await{device=sda}"));
    EXPECT_TRUE(is_absent(file, "write_await{device=sda}"));
}

TEST(PerRequest, OldIostatCountsBothDirections) {
    const auto file = imported(
        R"({"sysstat":{"hosts":[{"nodename":"h","statistics":[
        {"disk":[{"disk_device":"sda","r/s":30,"w/s":10,"await":4}]},
        {"disk":[{"disk_device":"sda","r/s":0,"w/s":10,"await":8}]},
        {"disk":[{"disk_device":"sda","r/s":0,"w/s":0,"await":0}]}]}]}})",
        "iostat.json",
        {{"mode", "no_boot_report"}, {"period_seconds", "1"}});
    EXPECT_DOUBLE_EQ(*figure(file, "disk_await{device=sda}"), 0.24 / 50.0);
}

// Prometheus gives counts and times as series of their own.
TEST(PerRequest, CountsMayStandInAnotherSample) {
    const auto series = [](const std::string& name, const std::string& values) {
        return R"({"metric":{"__name__":")" + name +
               R"(","device":"sda","instance":"n"},"values":[)" + values + "]}";
    };
    const auto file = imported(
        R"({"status":"success","data":{"resultType":"matrix","result":[)" +
            series("node_disk_reads_completed_total", R"([10,"0"],[20,"1000"],[30,"1100"])") + "," +
            series("node_disk_read_time_seconds_total", R"([10,"0"],[20,"10"],[30,"10.2"])") +
            "]}}",
        "prom.json");
    EXPECT_NEAR(*figure(file, "read_await{device=sda}"), 10.2 / 1100.0, 1e-12);
}

}  // namespace
}  // namespace throughline::importers::tests
