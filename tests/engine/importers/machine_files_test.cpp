// SPDX-License-Identifier: Apache-2.0
// Goal: mpstat, pidstat, iotop and atop come out with their units, program by program and device by
// device; what is since boot stays out of the figures.
#include <gtest/gtest.h>

#include <string>

#include "tests/engine/importers/imported.h"

namespace throughline::importers::tests {
namespace {

constexpr double kKiB = 1024.0;
constexpr double kMiB = 1024.0 * 1024.0;

TEST(Mpstat, TextAndJsonAreItsOwn) {
    const auto text = imported_fixture("mpstat/all-iso-12.6.1.txt", {{"time_zone", "Z"}});
    EXPECT_EQ(text.format, "mpstat-text");
    EXPECT_EQ(text.tool, "mpstat");
    ASSERT_EQ(text.study.runs.size(), 1U);
    EXPECT_EQ(text.study.runs[0].samples.size(), 2U);
    EXPECT_NEAR(figure(text, "cpu_user").value_or(0.0), (88.67 + 91.22) / 2, 1e-9);
    EXPECT_NEAR(figure(text, "cpu_steal").value_or(0.0), 0.49 / 2, 1e-9);
    EXPECT_EQ(figure(text, "cpu_utilisation"), 100.0);
    EXPECT_EQ(figure(text, "processor_utilisation{cpu=1}"), 100.0);
    EXPECT_EQ(condition(text, "host"), "node1");
    EXPECT_EQ(condition(text, "cpu_count"), "2");
    EXPECT_EQ(text.study.runs[0].started.at, "2026-11-22T22:22:38.000Z");
    EXPECT_FALSE(has_note(text, "import.since_boot"));
    const auto json = imported_fixture("mpstat/all-iso-12.6.1.json", {{"time_zone", "Z"}});
    EXPECT_EQ(json.format, "mpstat-json");
    EXPECT_EQ(json.study.runs.at(0).samples.size(), 2U);
    EXPECT_TRUE(figure(json, "processor_utilisation{cpu=0}"));
    EXPECT_EQ(json.study.runs[0].samples[0].metrics.at("cpu_user"), 50.72 + 38.28);
}

// sysstat 12.0 writes -1 where others write "all".
TEST(Mpstat, ProcessorMinusOneIsAllOfThem) {
    const auto file = imported(
        R"({"sysstat":{"hosts":[{"nodename":"h","number-of-cpus":2,"date":"2026-11-22",
            "statistics":[{"timestamp":"10:00:00","cpu-load":[
            {"cpu":"-1","usr":50.0,"nice":0.0,"sys":10.0,"iowait":5.0,"irq":0.0,"soft":0.0,
             "steal":0.0,"guest":0.0,"gnice":0.0,"idle":35.0}]}]}]}})",
        "mpstat.json");
    EXPECT_EQ(figure(file, "cpu_user"), 50.0);
    EXPECT_EQ(figure(file, "cpu_iowait"), 5.0);
    EXPECT_FALSE(figure(file, "processor_utilisation{cpu=-1}"));
}

TEST(Mpstat, OneReportWithoutAnAverageIsSinceBoot) {
    const std::string once =
        "Linux 6.1.0 (h) \t2026-11-22 \t_x86_64_\t(2 CPU)\n\n"
        "10:00:00     CPU    %usr   %nice    %sys %iowait    %irq   %soft  %steal  %guest  %gnice"
        "   %idle\n"
        "10:00:00     all    1.00    0.00    1.00    3.00    0.00    0.00    0.00    0.00    0.00"
        "   95.00\n";
    const auto file = imported(once, "mpstat.txt");
    EXPECT_EQ(figure(file, "cpu_utilisation"), 2.0);  // waiting for I/O is idle
    EXPECT_EQ(figure(file, "cpu_iowait"), 3.0);
    EXPECT_TRUE(has_note(file, "import.since_boot"));
}

// sar -u ALL has the same columns in another order.
TEST(Mpstat, ATableOfSarStaysWithSar) {
    const auto file = imported(
        "Linux 6.1.0 (h) \t2026-11-22 \t_x86_64_\t(2 CPU)\n\n"
        "10:00:00 CPU %usr %nice %sys %iowait %steal %irq %soft %guest %gnice %idle\n"
        "10:00:10 all 1.00 0.00 1.00 3.00 0.00 0.00 0.00 0.00 0.00 95.00\n",
        "sar.txt");
    EXPECT_EQ(file.format, "sar-text");
}

TEST(Pidstat, ProgramsHaveTheirCpuAndTheirIo) {
    const auto file = imported_fixture("pidstat/u-d-12.6.1.txt", {{"time_zone", "Z"}});
    EXPECT_EQ(file.format, "pidstat");
    ASSERT_EQ(file.study.runs.size(), 1U);
    EXPECT_EQ(file.study.runs[0].samples.size(), 3U);
    EXPECT_NEAR(figure(file, "program_cpu{program=python3}").value_or(0.0), 2.99 / 3, 1e-9);
    EXPECT_NEAR(figure(file, "program_read_bytes_per_second{program=python3}").value_or(0.0),
                (34816.0 + 38526.73 + 34816.0) / 3 * kKiB,
                1e-3);
    EXPECT_FALSE(has_note(file, "import.since_boot"));
}

// With -t a process has a TGID instead of a PID, and its threads stand below it.
TEST(Pidstat, ThreadsAreInTheFiguresOfTheirProcess) {
    const auto file = imported(
        "Linux 6.1.0 (h) \t2026-11-22 \t_x86_64_\t(2 CPU)\n\n"
        "10:00:00 UID TGID TID %usr %system %guest %wait %CPU CPU Command\n"
        "10:00:10 0 41 - 60.00 10.00 0.00 0.00 70.00 1 python\n"
        "10:00:10 0 - 41 20.00 5.00 0.00 0.00 25.00 1 |__python\n"
        "10:00:10 0 - 42 40.00 5.00 0.00 0.00 45.00 0 |__python\n",
        "pidstat-t.txt");
    EXPECT_EQ(file.format, "pidstat");
    ASSERT_EQ(file.study.runs.size(), 1U);
    const auto& values = file.study.runs[0].samples.at(0).metrics;
    ASSERT_EQ(values.size(), 1U);
    EXPECT_EQ(values.begin()->second, 70.0);
}

// pidstat lists who did something: who is missing did nothing, also where nobody is listed.
TEST(Pidstat, WhoIsNotListedDidNothing) {
    const std::string head = "    UID       PID   kB_rd/s   kB_wr/s kB_ccwr/s iodelay  Command\n";
    const auto file = imported("Linux 6.1.0 (h) \t2026-11-22 \t_x86_64_\t(2 CPU)\n\n10:00:00" +
                                   head + "10:00:01 0 7 100.00 0.00 0.00 0 dd\n" +
                                   "10:00:01 0 8 60.00 0.00 0.00 0 dd\n\n10:00:01" + head +
                                   "\n10:00:02" + head + "10:00:03 0 7 20.00 -1.00 0.00 0 dd\n\n" +
                                   "Average:" + head + "Average: 0 7 40.00 0.00 0.00 0 dd\n",
                               "pidstat.txt");
    EXPECT_EQ(file.study.runs.at(0).samples.size(), 3U);
    EXPECT_EQ(figure(file, "program_read_bytes_per_second{program=dd}"), 60.0 * kKiB);
}

TEST(Iotop, DevicesAndProgramsAreRead) {
    const auto file = imported_fixture("iotop/t-o-0.6.txt");
    EXPECT_EQ(file.format, "iotop");
    ASSERT_EQ(file.study.runs.size(), 1U);
    EXPECT_EQ(file.study.runs[0].samples.size(), 3U);
    // What the devices moved, not what was asked of them (21.50 M/s in the first report).
    EXPECT_NEAR(figure(file, "read_bytes_per_second").value_or(0.0),
                (10.75 + 34.63 + 28.95) / 3 * kMiB,
                1.0);
    EXPECT_NEAR(figure(file, "program_read_bytes_per_second{program=python3}").value_or(0.0),
                (21.50 + 34.63 + 28.95) / 3 * kMiB,
                1.0);
    EXPECT_FALSE(asks(file, "period_seconds"));
    const auto untimed = imported_fixture("iotop/o-0.6.txt");
    EXPECT_TRUE(asks(untimed, "period_seconds"));
    EXPECT_NEAR(figure(untimed, "write_bytes_per_second").value_or(0.0), 2040.94 / 2 * kKiB, 1.0);
}

// iotop -d 0.5: the clock has whole seconds, and reports of one second are not one report.
TEST(Iotop, ReportsOfOneSecondStayApart) {
    const std::string report =
        "10:00:00 Total DISK READ : 4.00 M/s | Total DISK WRITE : 0.00 B/s\n"
        "10:00:00 Actual DISK READ: 2.00 M/s | Actual DISK WRITE: 0.00 B/s\n"
        "10:00:00  7 be/4 root 4.00 M/s 0.00 B/s  0.00 % 12.00 % dd if=x\n";
    const auto file = imported(report + report, "iotop.txt");
    EXPECT_EQ(figure(file, "read_bytes_per_second"), 2.0 * kMiB);
    EXPECT_EQ(figure(file, "program_read_bytes_per_second{program=dd}"), 4.0 * kMiB);
    EXPECT_TRUE(asks(file, "period_seconds"));
}

TEST(Iotop, AFileThatBeginsInTheMiddleOfAReportBeginsWithTheNext) {
    const auto file = imported(
        "10:00:00 Actual DISK READ: 9.00 M/s | Actual DISK WRITE: 0.00 B/s\n"
        "10:00:01 Total DISK READ : 4.00 M/s | Total DISK WRITE : 0.00 B/s\n"
        "10:00:01 Actual DISK READ: 2.00 M/s | Actual DISK WRITE: 0.00 B/s\n"
        "10:00:01  7 be/4 root 4.00 M/s 0.00 B/s  0.00 % 12.00 % dd if=x\n",
        "iotop.txt");
    EXPECT_EQ(figure(file, "read_bytes_per_second"), 2.0 * kMiB);
}

TEST(Atop, CountsOfIntervalsBecomeRates) {
    const auto file = imported_fixture("atop/P-2.8.1.txt");
    EXPECT_EQ(file.format, "atop-parseable");
    ASSERT_EQ(file.study.runs.size(), 1U);
    EXPECT_EQ(file.study.runs[0].samples.size(), 3U);
    EXPECT_EQ(file.study.runs[0].samples[0].phase, record::Phase::Warmup);  // since boot
    EXPECT_EQ(figure(file, "read_iops{device=vda}"), (118.0 + 97.0) / 2);
    EXPECT_EQ(figure(file, "read_bytes_per_second{device=vda}"), (72840.0 + 68672.0) / 2 * 512);
    EXPECT_EQ(figure(file, "write_iops{device=vda}"), 6.0);
    EXPECT_NEAR(figure(file, "disk_utilisation{device=vda}").value_or(0.0), 4.0, 1e-9);
    EXPECT_EQ(figure(file, "network_receive_bytes_per_second{interface=eth0}"), 0.0);
    EXPECT_FALSE(figure(file, "network_receive_bytes_per_second{interface=upper}"));
    EXPECT_EQ(file.study.runs[0].samples[1].metrics.at("cpu_user"), 100.0 * 184 / 203);
    EXPECT_EQ(condition(file, "host"), "node1");
}

TEST(Atop, ScreensAreReadWhereTheyAreWideEnough) {
    const auto file = imported_fixture("atop/screens-2.8.1.txt", {{"time_zone", "Z"}});
    EXPECT_EQ(file.format, "atop-text");
    ASSERT_EQ(file.study.runs.size(), 1U);
    EXPECT_EQ(file.study.runs[0].samples.size(), 3U);
    EXPECT_EQ(figure(file, "read_iops{device=vda}"), (69.0 + 82.0) / 2);
    EXPECT_EQ(figure(file, "disk_utilisation{device=vda}"), 5.5);
    EXPECT_EQ(figure(file, "cpu_utilisation"), 100.0);
    EXPECT_FALSE(figure(file, "read_bytes_per_second{device=vda}"));
    EXPECT_TRUE(has_note(file, "atop.narrow"));
    EXPECT_TRUE(has_note(file, "import.since_boot"));
    const auto wide = imported(
        "ATOP - h   2026/11/22  10:00:10   ------   10s elapsed\n"
        "CPU | sys      20% | user     80% | irq       0% | idle    250% | wait     50% |\n"
        "DSK |          sda | busy     50% | read     100 | write     20 | KiB/r   1024 | "
        "MBr/s   10.0 | MBw/s    0.5 | avio 4.00 ms |\n",
        "atop.txt");
    EXPECT_EQ(figure(wide, "read_iops{device=sda}"), 10.0);
    EXPECT_EQ(figure(wide, "read_bytes_per_second{device=sda}"), 10.0 * kMiB);
    EXPECT_EQ(figure(wide, "cpu_utilisation"), 25.0);
    EXPECT_EQ(figure(wide, "cpu_iowait"), 12.5);
}

// Older versions write it in small letters.
TEST(Atop, AReportSinceBootIsKnownInEitherWriting) {
    const std::string disk = "DSK |          sda | busy      1% | read    9000 | write      0 |\n";
    const auto file =
        imported("ATOP - h   2026/11/22  10:00:00   ------   25m0s elapsed\n" + disk +
                     "*** system and process activity since boot ***\n"
                     "ATOP - h   2026/11/22  10:00:10   ------   10s elapsed\n"
                     "DSK |          sda | busy     50% | read     100 | write      0 |\n",
                 "atop.txt");
    EXPECT_EQ(figure(file, "read_iops{device=sda}"), 10.0);
    EXPECT_EQ(figure(file, "disk_utilisation{device=sda}"), 50.0);
}

}  // namespace
}  // namespace throughline::importers::tests
