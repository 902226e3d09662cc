// SPDX-License-Identifier: Apache-2.0
// Goal: what watches a machine (sysstat, collectl, nvidia-smi) is read with its units and its time,
// in the forms that the samples do not show.
#include <gtest/gtest.h>

#include <string>

#include "tests/engine/importers/imported.h"

namespace throughline::importers::tests {
namespace {

constexpr double kKiB = 1024.0;
constexpr double kMiB = 1024.0 * 1024.0;

TEST(Collectl, AHeaderThatIsOneWordIsNotTakenForItsColumns) {
    const std::string text =
        "# Collectl:   V4.3.1-1  HiRes: 1\n#DateTime[CPU]User%\n"
        "abcdefghijklmnopqrstuvwxyzabcdefghijkl\n";
    const auto file = import_bytes(text, "x.tab");
    EXPECT_TRUE(!file || !file->has_runs());
}

const std::string kBanner = "Linux 6.1.0 (node1) \t11/20/2026 \t_x86_64_\t(8 CPU)\n\n";

// The header keeps "wkB/s" while the cells carry their own unit.
TEST(Iostat, CellsOfHumanOutputHaveTheirOwnUnit) {
    const auto file = imported(kBanner +
                                   "avg-cpu:  %user   %nice %system %iowait  %steal   %idle\n"
                                   "           5.0%    0.0%    2.0%    3.0%    0.0%   90.0%\n\n"
                                   "     tps    kB_read/s    kB_wrtn/s    kB_dscd/s Device\n"
                                   "  120.50        12.5k        45.4M         0.0k sda\n",
                               "iostat.txt",
                               {{"mode", "no_boot_report"}});
    EXPECT_DOUBLE_EQ(*figure(file, "read_bytes_per_second{device=sda}"), 12.5 * kKiB);
    EXPECT_DOUBLE_EQ(*figure(file, "write_bytes_per_second{device=sda}"), 45.4 * kMiB);
    EXPECT_DOUBLE_EQ(*figure(file, "mixed_iops{device=sda}"), 120.5);
    EXPECT_DOUBLE_EQ(*figure(file, "cpu_utilisation"), 7.0);
}

// Below 1 KiB the cell counts bytes, and says so.
TEST(Iostat, HumanAmountsBelowAKibibyteAreBytes) {
    const auto file = imported(kBanner +
                                   "     tps    kB_read/s    kB_wrtn/s    kB_dscd/s Device\n"
                                   "    0.50       409.6B         0.0B         0.0B sda\n",
                               "iostat.txt",
                               {{"mode", "no_boot_report"}});
    EXPECT_DOUBLE_EQ(*figure(file, "read_bytes_per_second{device=sda}"), 409.6);
    EXPECT_DOUBLE_EQ(*figure(file, "write_bytes_per_second{device=sda}"), 0.0);
}

TEST(Iostat, AReportOfProcessorsAloneIsRead) {
    const auto file = imported(kBanner +
                                   "avg-cpu:  %user   %nice %system %iowait  %steal   %idle\n"
                                   "           5.00    0.00    2.00    3.00    0.00   90.00\n\n",
                               "iostat-c.txt");
    EXPECT_EQ(file.format, "iostat-text");
    EXPECT_DOUBLE_EQ(*figure(file, "cpu_iowait"), 3.0);
}

const std::string kPretty =
    "     r/s     rkB/s   rrqm/s  %rrqm r_await rareq-sz Device\n"
    "   10.00    100.0k     0.00   0.0%    0.50    10.0k sda\n\n"
    "     w/s     wkB/s   wrqm/s  %wrqm w_await wareq-sz Device\n"
    "   20.00      2.0M     0.00   0.0%    1.50   102.4k sda\n\n"
    "     f/s f_await  aqu-sz  %util Device\n"
    "    0.00    0.00    0.25  40.0% sda\n\n";

TEST(Iostat, TheTablesOfAPrettyReportAreOneReport) {
    const auto file =
        imported(kBanner + kPretty + kPretty, "iostat.txt", {{"period_seconds", "5"}});
    ASSERT_EQ(file.study.runs.size(), 1U);
    EXPECT_EQ(file.study.runs[0].samples.size(), 2U);
    EXPECT_DOUBLE_EQ(*figure(file, "read_iops{device=sda}"), 10.0);
    EXPECT_DOUBLE_EQ(*figure(file, "read_request_size{device=sda}"), 10.0 * kKiB);
    EXPECT_DOUBLE_EQ(*figure(file, "write_bytes_per_second{device=sda}"), 2.0 * kMiB);
    EXPECT_DOUBLE_EQ(*figure(file, "disk_utilisation{device=sda}"), 40.0);
}

TEST(Iostat, AnOnlyReportIsSaidToBeSinceBoot) {
    const std::string one =
        kBanner + "Device r/s w/s rkB/s wkB/s %util\nsda 1.00 2.00 3.00 4.00 5.00\n";
    const auto file = imported(one, "iostat.txt");
    ASSERT_EQ(file.study.runs.size(), 1U);
    ASSERT_FALSE(file.study.runs[0].notes.empty());
    EXPECT_EQ(file.study.runs[0].notes[0].code, "import.since_boot");
    EXPECT_EQ(file.study.runs[0].notes[0].level, record::Level::Warning);
    EXPECT_FALSE(
        has_note(imported(one, "iostat.txt", {{"mode", "no_boot_report"}}), "import.since_boot"));
    const auto json = imported(
        R"({"sysstat":{"hosts":[{"nodename":"h","statistics":[
            {"disk":[{"disk_device":"sda","r/s":5}]}]}]}})",
        "iostat.json");
    EXPECT_TRUE(has_note(json, "import.since_boot"));
}

TEST(Sar, HumanOutputIsRead) {
    const auto file = imported(kBanner +
                                   "13:20:09 tps rkB/s wkB/s dkB/s areq-sz aqu-sz await %util DEV\n"
                                   "13:20:19 6.40 1.6k 45.4M 0.0k 0.5k 0.00 1.00 12.5% sda\n",
                               "sar.txt");
    EXPECT_DOUBLE_EQ(*figure(file, "read_bytes_per_second{device=sda}"), 1.6 * kKiB);
    EXPECT_DOUBLE_EQ(*figure(file, "write_bytes_per_second{device=sda}"), 45.4 * kMiB);
    EXPECT_DOUBLE_EQ(*figure(file, "disk_utilisation{device=sda}"), 12.5);
}

// The second table starts over at the first clock of the same day.
TEST(Sar, TablesOfOneDayStayInThatDay) {
    const auto file = imported(kBanner +
                                   "00:00:01 CPU %user %nice %system %iowait %steal %idle\n"
                                   "00:10:01 all 10.00 0.00 0.00 0.00 0.00 90.00\n"
                                   "23:50:01 all 20.00 0.00 0.00 0.00 0.00 80.00\n"
                                   "Average: all 15.00 0.00 0.00 0.00 0.00 85.00\n\n"
                                   "00:00:01 DEV tps rkB/s wkB/s areq-sz aqu-sz await %util\n"
                                   "00:10:01 sda 1.00 2.00 3.00 4.00 0.10 0.50 6.00\n"
                                   "23:50:01 sda 2.00 2.00 3.00 4.00 0.10 0.50 6.00\n",
                               "sar.txt");
    ASSERT_EQ(file.study.runs.size(), 1U);
    const auto& samples = file.study.runs[0].samples;
    ASSERT_EQ(samples.size(), 2U);
    EXPECT_EQ(samples[0].metrics.at("cpu_utilisation"), 10.0);
    EXPECT_EQ(samples[0].metrics.at("mixed_iops{device=sda}"), 1.0);
    EXPECT_EQ(samples[1].metrics.at("mixed_iops{device=sda}"), 2.0);
}

// As sar prints them live: a table of each kind for each interval, over midnight.
TEST(Sar, TablesInTurnGoOverMidnightTogether) {
    const std::string cpu = " CPU %user %nice %system %iowait %steal %idle\n";
    const std::string disk = " DEV tps rkB/s wkB/s areq-sz aqu-sz await %util\n";
    const auto file =
        imported(kBanner + "23:59:49" + cpu + "23:59:59 all 1.0 0.0 0.0 0.0 0.0 99.0\n\n" +
                     "23:59:49" + disk + "23:59:59 sda 1.0 0.0 0.0 0.0 0.0 0.0 0.0\n\n" +
                     "23:59:59" + cpu + "00:00:09 all 2.0 0.0 0.0 0.0 0.0 98.0\n\n" + "23:59:59" +
                     disk + "00:00:09 sda 2.0 0.0 0.0 0.0 0.0 0.0 0.0\n",
                 "sar.txt");
    const auto& samples = file.study.runs.at(0).samples;
    ASSERT_EQ(samples.size(), 2U);
    EXPECT_DOUBLE_EQ(samples[1].t_s - samples[0].t_s, 10.0);
    EXPECT_EQ(samples[1].metrics.at("mixed_iops{device=sda}"), 2.0);
}

const std::string kCallHead = "Device r/s rkB/s r_await rareq-sz w/s wkB/s w_await %util\n";
std::string report(const std::string& clock, const std::string& reads) {
    return "12/02/2021 " + clock + "\n" + kCallHead + "sda " + reads + " 1 1 1 0 0 0 9\n\n";
}

// "iostat -t 5 >> log": a first report of each call is since boot, other hosts are other runs.
TEST(Iostat, CallsOnOneLogBeginAnewEach) {
    const std::string here = "Linux 5.8.0 (hostA) \t12/02/2021 \t_x86_64_\t(2 CPU)\n\n";
    const std::string there = "Linux 5.8.0 (hostB) \t12/02/2021 \t_x86_64_\t(4 CPU)\n\n";
    const auto file =
        imported(here + report("10:00:00 AM", "7") + report("10:00:05 AM", "100") + here +
                     report("10:10:00 AM", "9") + report("10:10:05 AM", "300") + there +
                     report("10:20:00 AM", "8") + report("10:20:05 AM", "50"),
                 "iostat.txt");
    ASSERT_EQ(file.study.runs.size(), 2U);
    EXPECT_EQ(figure(file, "read_iops{device=sda}"), 200.0);
    EXPECT_EQ(figure(file, "read_iops{device=sda}", 1), 50.0);
    EXPECT_EQ(condition(file, "host", 0), "hostA");
    EXPECT_EQ(condition(file, "host", 1), "hostB");
    EXPECT_EQ(condition(file, "cpu_count", 1), "4");
}

TEST(Sysstat, ADateOfUnclearOrderIsNoted) {
    const auto log = [](const std::string& date) {
        return "Linux 5.8.0 (h) \t" + date + " \t_x86_64_\t(2 CPU)\n\n" + kCallHead +
               "sda 1 1 1 1 0 0 0 9\n";
    };
    EXPECT_TRUE(has_note(imported(log("12/02/2021"), "iostat.txt"), "import.date_order"));
    EXPECT_FALSE(has_note(imported(log("12/22/2021"), "iostat.txt"), "import.date_order"));
    EXPECT_FALSE(has_note(imported(log("2021-12-02"), "iostat.txt"), "import.date_order"));
}

TEST(Dcgmi, WhatIsLeftOutIsSaid) {
    const auto file = imported(
        "#Entity   GPUTL   POWER   PCITX   PCIRX\nID\n"
        "GPU 0     100     250.5   1000000   2000000\n"
        "GPU-I 0/0 N/A     N/A     1000000   2000000\n"
        "GPU 0     50      250.5   3000000   4000000\n",
        "dcgm.txt");
    EXPECT_EQ(figure(file, "gpu_utilisation{gpu=0}"), 75.0);
    EXPECT_EQ(file.rows_dropped, 1U);
    EXPECT_TRUE(has_note(file, "dcgm.pcie"));
    EXPECT_FALSE(figure(file, "host_to_device_bytes_per_second{gpu=0}"));
}

TEST(PlainCsv, TimesInMillisecondsAreSeconds) {
    const auto file = imported("timestamp,util\n1700000000000,10\n1700000001000,20\n",
                               "ms.csv",
                               {{"column.timestamp", "time"}, {"column.util", "cpu_utilisation"}});
    const auto& run = file.study.runs.at(0);
    EXPECT_EQ(run.started.at, "2023-11-14T22:13:19.000Z");
    EXPECT_EQ(run.samples.at(1).t_s - run.samples.at(0).t_s, 1.0);
    EXPECT_TRUE(has_note(file, "csv.milliseconds"));
}

// Of one machine a moment apart: the columns are bits, unless the command asks for bytes.
TEST(Dool, TrafficIsInBitsUnlessTheCommandAsksForBytes) {
    const auto bits = imported_fixture("dool/bits-1.3.8.csv");
    EXPECT_DOUBLE_EQ(*figure(bits, "read_bytes_per_second"), (11206656.0 + 2785280.0) / 2 / 8);
    EXPECT_DOUBLE_EQ(*figure(bits, "cpu_utilisation"), (100.0 - 0.0 + 100.0 - 0.0) / 2);
    EXPECT_TRUE(has_note(bits, "dool.bits"));
    const auto bytes = imported_fixture("dool/bytes-1.3.8.csv");
    EXPECT_DOUBLE_EQ(*figure(bytes, "read_bytes_per_second"), (53248.0 + 1118208.0) / 2);
    const auto said = imported_fixture("dool/bits-1.3.8.csv", {{"traffic_unit", "bytes"}});
    EXPECT_DOUBLE_EQ(*figure(said, "read_bytes_per_second"), (11206656.0 + 2785280.0) / 2);
}

TEST(Dool, TheLastOptionAndTheVersionDecide) {
    const auto read = [](const std::string& version, const std::string& command) {
        const auto file =
            imported("\"dool " + version + " CSV output\"\n\"Cmdline:\",\"" + command +
                         "\"\n\"dsk/total\",,\n\"read\",\"writ\"\n8,8\n16,16\n24,24\n",
                     "dool.csv");
        return figure(file, "read_bytes_per_second").value_or(0.0);
    };
    EXPECT_EQ(read("1.2.0", "dool -d"), 20.0);
    EXPECT_EQ(read("1.3.0", "dool -d"), 2.5);
    EXPECT_EQ(read("1.3.0", "dool -d --byte"), 20.0);
    EXPECT_EQ(read("1.3.2", "dool --dstat -d"), 20.0);
    EXPECT_EQ(read("1.3.2", "dool --bytes --bits -d"), 2.5);
    EXPECT_EQ(read("2.0", "dool -d"), 2.5);
}

std::string dool(const std::string& groups, const std::string& names, const std::string& rows) {
    return "\"Dool 1.3.2 CSV output\"\n\"Host:\",\"gpu01\",,,,\"User:\",\"root\"\n"
           "\"Cmdline:\",\"dool --bytes\",,,,\"Date:\",\"22 Nov 2026 13:00:00 UTC\"\n" +
           groups + "\n" + names + "\n" + rows;
}

TEST(Dool, DisksOfTheirOwnAndMonthNamesAreRead) {
    const auto file = imported(
        dool(
            R"("system","total usage",,,,,"dsk/sda",,"net/eth0",)",
            R"("time","usr","sys","idl","wai","stl","dsk/sda:read","dsk/sda:writ","net/eth0:recv",)"
            R"("net/eth0:send")",
            "Nov-22 13:00:00,1,1,97,1,0,100,200,300,400\n"
            "Nov-22 13:00:10,10,5,80,5,0,1000,2000,3000,4000\n"),
        "dool.csv");
    EXPECT_EQ(figure(file, "read_bytes_per_second{device=sda}"), 1000.0);
    EXPECT_EQ(figure(file, "write_bytes_per_second{device=sda}"), 2000.0);
    EXPECT_EQ(figure(file, "network_send_bytes_per_second{interface=eth0}"), 4000.0);
    EXPECT_EQ(figure(file, "cpu_utilisation"), 15.0);
    EXPECT_EQ(file.study.runs.at(0).started.at, "2026-11-22T12:59:50.000Z");
    EXPECT_EQ(file.study.runs.at(0).samples.at(1).dt_s, 10.0);
}

TEST(Dool, TimesThatCannotBeReadAreAskedFor) {
    const auto file = imported(
        dool(R"("system","dsk/total",)", R"("time","read","writ")", "noon,1,2\nlater,10,20\n"),
        "dool.csv");
    EXPECT_TRUE(has_note(file, "import.clock"));
    EXPECT_TRUE(asks(file, "period_seconds"));
    EXPECT_EQ(condition(file, "step_axis"), "rows");
}

const std::string kUtilisation = "timestamp, utilization.gpu [%], memory.used [MiB]\n";

TEST(NvidiaSmi, GpusWithoutANameAreCountedByEqualTimeStamps) {
    const auto file = imported(kUtilisation +
                                   "2026/11/20 10:00:00.100, 10 %, 100 MiB\n"
                                   "2026/11/20 10:00:00.100, 90 %, 200 MiB\n"
                                   "2026/11/20 10:00:01.100, 20 %, 100 MiB\n"
                                   "2026/11/20 10:00:01.100, 80 %, 200 MiB\n",
                               "gpu.csv");
    EXPECT_EQ(condition(file, "gpu_count"), "2");
    EXPECT_EQ(figure(file, "gpu_utilisation{gpu=0}"), 15.0);
    EXPECT_EQ(figure(file, "gpu_utilisation{gpu=1}"), 85.0);
    EXPECT_FALSE(asks(file, "gpu_count"));
}

TEST(NvidiaSmi, ANumberOfGpusThatIsNotThereIsAskedNotSaid) {
    const std::string rows = "utilization.gpu [%], memory.used [MiB]\n10 %, 1 MiB\n90 %, 2 MiB\n";
    const auto asked = imported(rows, "gpu.csv");
    EXPECT_EQ(condition(asked, "gpu_count"), "");
    EXPECT_TRUE(asks(asked, "gpu_count"));
    const auto told = imported(rows, "gpu.csv", {{"gpu_count", "2"}});
    EXPECT_EQ(condition(told, "gpu_count"), "2");
    EXPECT_EQ(figure(told, "gpu_utilisation{gpu=1}"), 90.0);
}

TEST(NvidiaSmi, ATextAboutItIsNotItsOutput) {
    const auto file = import_bytes(
        "# Notes\n\nThe columns are index, utilization.gpu, memory.used\nand more\n", "notes.md");
    EXPECT_FALSE(file);
    std::string notes = "index, utilization.gpu\n0, 50\n";
    for (int line = 0; line < 40; ++line) {
        notes += "And so on, and so on, and so on.\n";
    }
    const auto mistaken = import_bytes(notes, "notes.md");
    ASSERT_FALSE(mistaken);
    EXPECT_EQ(mistaken.error().code, ErrorCode::Unsupported);
}

// pidstat, cifsiostat and tapestat put other rows into the frame of iostat.
TEST(Iostat, OtherToolsOfSysstatAreNotIostat) {
    for (const char* const rows : {R"("process-list":[{"pid":1,"%CPU":2.0}])",
                                   R"("filesystems":[{"filesystem":"a","r/s":1.0}])",
                                   R"("tape":[{"tape_device":"st0","r/s":1.0}])"}) {
        const std::string json = R"({"sysstat":{"hosts":[{"nodename":"h","statistics":[{)" +
                                 std::string(rows) + "}]}]}}";
        const auto file = import_bytes(json, "x.json");
        EXPECT_TRUE(!file || !file->has_runs()) << rows;
    }
}

// Reports of iostat without a device or a processor are no result.
TEST(Iostat, AResultWithoutAFigureIsNotImported) {
    const auto file = imported(
        R"({"sysstat":{"hosts":[{"nodename":"h","statistics":[{"disk":[]}]}]}})", "x.json");
    EXPECT_FALSE(file.has_runs());
    EXPECT_TRUE(has_note(file, "import.nothing"));
}

TEST(Sadf, AnySixCellsAreNoLinesOfIt) {
    const auto file = imported("a\tb\tc\td\te\tf\n1\t2\t3\t4\t5\t6\n", "x.tsv");
    EXPECT_EQ(file.format, "csv");
}

}  // namespace
}  // namespace throughline::importers::tests
