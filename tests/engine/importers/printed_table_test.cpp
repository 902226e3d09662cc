// SPDX-License-Identifier: Apache-2.0
// Goal: what people copy from a terminal (collectl's tables, sadf -p, /proc/diskstats in a loop)
// has its units, its devices and its times.
#include <gtest/gtest.h>

#include <string>

#include "tests/engine/importers/imported.h"

namespace throughline::importers::tests {
namespace {

constexpr double kKiB = 1024.0;

const std::string kBrief =
    "#<--------CPU--------><----------Disks-----------><----------Network---------->\n"
    "#cpu sys inter  ctxsw KBRead  Reads KBWrit Writes   KBIn  PktIn  KBOut  PktOut\n"
    "  13   5   790   1322    100     10     92      7      4     13      0       5\n"
    "  17   7   719   1188    300     30      0      0      6      9      2       6\n";

TEST(CollectlText, BriefLinesHaveThePeriodThatCollectlAnnounced) {
    const auto file = imported("waiting for 2 second sample...\n" + kBrief, "c.txt");
    EXPECT_EQ(file.format, "collectl-text");
    ASSERT_EQ(file.study.runs.size(), 1U);
    const auto& samples = file.study.runs[0].samples;
    ASSERT_EQ(samples.size(), 2U);
    EXPECT_DOUBLE_EQ(samples[1].t_s - samples[0].t_s, 2.0);
    EXPECT_EQ(samples[1].metrics.at("read_bytes_per_second"), 300.0 * kKiB);
    EXPECT_DOUBLE_EQ(*figure(file, "read_iops"), 20.0);
    EXPECT_DOUBLE_EQ(*figure(file, "write_bytes_per_second"), 46.0 * kKiB);
    EXPECT_DOUBLE_EQ(*figure(file, "cpu_utilisation"), 15.0);
    EXPECT_DOUBLE_EQ(*figure(file, "cpu_system"), 6.0);
    EXPECT_DOUBLE_EQ(*figure(file, "network_receive_bytes_per_second"), 5.0 * kKiB);
    EXPECT_FALSE(asks(file, "period_seconds"));
}

TEST(CollectlText, WithoutAPeriodItIsAsked) {
    EXPECT_TRUE(asks(imported(kBrief, "c.txt"), "period_seconds"));
    const auto told = imported(kBrief, "c.txt", {{"period_seconds", "5"}});
    const auto& samples = told.study.runs.at(0).samples;
    ASSERT_EQ(samples.size(), 2U);
    EXPECT_DOUBLE_EQ(samples[1].t_s - samples[0].t_s, 5.0);
}

TEST(CollectlText, AClockWithoutADateGoesOverMidnight) {
    const auto file = imported(
        "#         <----------Disks----------->\n"
        "#Time     KBRead  Reads KBWrit Writes\n"
        "23:59:59.500   1      1      0      0\n00:00:00.500   3      3      0      0\n"
        "00:00:01.500  3K      5      0      0\n",
        "c.txt");
    const auto& samples = file.study.runs.at(0).samples;
    ASSERT_EQ(samples.size(), 3U);
    EXPECT_DOUBLE_EQ(samples[2].t_s - samples[0].t_s, 2.0);
    EXPECT_EQ(samples[2].metrics.at("read_bytes_per_second"), 3.0 * kKiB * kKiB);
}

TEST(CollectlText, TheTableOfDisksIsASampleOfAllOfThem) {
    const std::string head =
        "# DISK STATISTICS (/sec)\n"
        "#                   <---------reads---------><---------writes---------><--------averages"
        "--------> Pct\n"
        "#Time     Name  KBytes Merged  IOs Size  KBytes Merged  IOs Size  RWSize  QLen  Wait "
        "SvcTim Util\n";
    const auto file = imported(head +
                                   "09:47:43 vda    0  0    0   0   0 0 0  0   0   0   0 0   0\n"
                                   "09:47:43 vdb   10  2    5   2  17 1 5  3   2   2   6 2   1\n" +
                                   head +
                                   "09:47:44 vda 7380  1   60 123   0 0 0  0 123 431  58 0 100\n"
                                   "09:47:44 vdb   30  4   15   2  17 1 5  3   2   2   6 2   3\n",
                               "c.txt");
    const auto& samples = file.study.runs.at(0).samples;
    ASSERT_EQ(samples.size(), 2U);
    EXPECT_EQ(samples[1].metrics.at("read_bytes_per_second{device=vda}"), 7380.0 * kKiB);
    EXPECT_EQ(samples[1].metrics.at("read_iops{device=vda}"), 60.0);
    EXPECT_EQ(samples[1].metrics.at("read_request_size{device=vda}"), 123.0 * kKiB);
    EXPECT_EQ(samples[1].metrics.at("disk_queue_length{device=vda}"), 431.0);
    EXPECT_EQ(samples[1].metrics.at("disk_await{device=vda}"), 0.058);
    EXPECT_EQ(samples[1].metrics.at("disk_utilisation{device=vda}"), 100.0);
    EXPECT_EQ(samples[0].metrics.count("read_request_size{device=vda}"), 0U);
    EXPECT_DOUBLE_EQ(*figure(file, "read_merges_per_second{device=vdb}"), 3.0);
    EXPECT_DOUBLE_EQ(*figure(file, "write_iops{device=vdb}"), 5.0);
    EXPECT_FALSE(figure(file, "read_await{device=vdb}"));
}

TEST(CollectlText, LaterVersionsHaveAWaitOfEachDirection) {
    const auto file = imported(
        "#Name  KBytes Merged  IOs Size  Wait  KBytes Merged  IOs Size  Wait  RWSize  QLen  Wait "
        "SvcTim Util\n"
        "sdc     26404   2858  611   43    54       8      0    2    4     7      43    34    55 "
        "     1   96\n",
        "c.txt",
        {{"period_seconds", "1"}});
    EXPECT_DOUBLE_EQ(*figure(file, "read_await{device=sdc}"), 0.054);
    EXPECT_DOUBLE_EQ(*figure(file, "write_await{device=sdc}"), 0.007);
    EXPECT_DOUBLE_EQ(*figure(file, "disk_queue_length{device=sdc}"), 34.0);
}

TEST(CollectlText, RecordsOfVerboseOutputAreMoments) {
    const auto record = [](const std::string& at, const std::string& rows) {
        return "### RECORD    1 >>> node7 <<< (" + at + ") (Fri May 18 09:07:20 2007) ###\n\n" +
               "# CPU SUMMARY (INTR, CTXSW & PROC /sec)\n"
               "#User  Nice   Sys  Wait   IRQ  Soft Steal  Idle\n" +
               rows +
               "\n# DISK SUMMARY (/sec)\n"
               "#KBRead RMerged  Reads SizeKB  KBWrite WMerged Writes SizeKB\n"
               "    512       2      4    128       16       1      2      8\n\n";
    };
    const auto file = imported(record("1179493640.005", "10 0 5 5 1 2 0 77") +
                                   record("1179493641.005", "20 0 5 5 1 2 0 67"),
                               "c.txt");
    EXPECT_EQ(condition(file, "host"), "node7");
    const auto& samples = file.study.runs.at(0).samples;
    ASSERT_EQ(samples.size(), 2U);
    EXPECT_NEAR(samples[1].t_s - samples[0].t_s, 1.0, 1e-6);
    EXPECT_EQ(samples[0].metrics.at("cpu_utilisation"), 18.0);
    EXPECT_EQ(samples[0].metrics.at("cpu_system"), 8.0);
    EXPECT_EQ(samples[0].metrics.at("write_bytes_per_second"), 16.0 * kKiB);
    EXPECT_EQ(samples[0].metrics.at("read_merges_per_second"), 2.0);
}

TEST(SadfLines, ValuesOfOneTimeAreOneSample) {
    const auto at = [](const std::string& time, const std::string& idle) {
        const std::string begin = "node1\t5\t" + time + "\t";
        return begin + "all\t%user\t10.00\n" + begin + "all\t%iowait\t2.00\n" + begin +
               "all\t%idle\t" + idle + "\n" + begin + "cpu0\t%idle\t0.00\n" + begin +
               "sda\trd_sec/s\t2048.00\n" + begin + "sda\tawait\t1.50\n" + begin +
               "eth0\trxkB/s\t8.00\n" + begin + "-\tproc/s\t3.00\n";
    };
    const auto file = imported(at("2016-03-25 16:18:10 UTC", "80.00") +
                                   "node1\t-1\t2016-03-25 16:18:12 UTC\tLINUX-RESTART\n" +
                                   at("2016-03-25 16:18:20 UTC", "60.00"),
                               "sadf.txt");
    EXPECT_EQ(file.format, "sadf-lines");
    const auto& samples = file.study.runs.at(0).samples;
    ASSERT_EQ(samples.size(), 2U);
    EXPECT_DOUBLE_EQ(samples[1].t_s - samples[0].t_s, 10.0);
    EXPECT_EQ(samples[0].metrics.at("cpu_utilisation"), 18.0);
    EXPECT_EQ(samples[0].metrics.at("cpu_iowait"), 2.0);
    EXPECT_EQ(samples[0].metrics.at("read_bytes_per_second{device=sda}"), 2048.0 * 512.0);
    EXPECT_EQ(samples[0].metrics.at("disk_await{device=sda}"), 0.0015);
    EXPECT_EQ(samples[0].metrics.at("network_receive_bytes_per_second{interface=eth0}"),
              8.0 * kKiB);
    EXPECT_EQ(condition(file, "host"), "node1");
    EXPECT_EQ(file.rows_dropped, 0U);
}

TEST(SadfLines, TimesMayBeSecondsSince1970) {
    const auto file = imported(
        "h\t2\t1458922690\tsda\ttps\t5.00\nh\t2\t1458922692\tsda\ttps\t7.00\n", "sadf.txt");
    EXPECT_EQ(file.study.runs.at(0).started.at, "2016-03-25T16:18:08.000Z");
    EXPECT_DOUBLE_EQ(*figure(file, "mixed_iops{device=sda}"), 6.0);
}

/// Busy for half of the time, reading `reads` requests of 4 KiB.
std::string disk_row(const std::string& device, long long reads, long long busy_ms) {
    return " 254 0 " + device + " " + std::to_string(reads) + " 0 " + std::to_string(reads * 8) +
           " " + std::to_string(reads * 2) + " 0 0 0 0 0 " + std::to_string(busy_ms) + " " +
           std::to_string(busy_ms) + "\n";
}

TEST(Diskstats, ALineWithATimeBeginsASnapshot) {
    for (const auto& [first, second] :
         {std::pair("2024-03-14T17:53:14+00:00\n", "2024-03-14T17:53:24+00:00\n"),
          std::pair("Thu Mar 14 17:53:14 UTC 2024\n", "Thu Mar 14 17:53:24 UTC 2024\n"),
          std::pair("1710438794\n", "1710438804\n"),
          std::pair("TS 1710438794.0 2024-03-14 17:53:14\n",
                    "TS 1710438804.0 2024-03-14 17:53:24\n")}) {
        const auto file = imported(first + disk_row("vda", 1000, 5000) + second +
                                       disk_row("vda", 2000, 10'000) + disk_row("vdb", 7, 7),
                                   "d.txt");
        EXPECT_EQ(file.format, "diskstats");
        EXPECT_FALSE(asks(file, "period_seconds")) << first;
        EXPECT_EQ(file.study.runs.at(0).started.at, "2024-03-14T17:53:14.000Z") << first;
        EXPECT_DOUBLE_EQ(figure(file, "read_iops{device=vda}").value_or(-1.0), 100.0) << first;
        EXPECT_DOUBLE_EQ(figure(file, "disk_utilisation{device=vda}").value_or(-1.0), 50.0);
        EXPECT_FALSE(figure(file, "read_iops{device=vdb}"));
    }
}

TEST(Diskstats, WithATimeMissingThePeriodIsAsked) {
    const auto file = imported(
        "2024-03-14T17:53:14Z\n" + disk_row("vda", 1000, 5000) + disk_row("vda", 2000, 10'000),
        "d.txt");
    EXPECT_TRUE(asks(file, "period_seconds"));
    EXPECT_TRUE(is_absent(file, "read_bytes_per_second"));
}

}  // namespace
}  // namespace throughline::importers::tests
