// SPDX-License-Identifier: Apache-2.0
#include "engine/metrics/proc_samplers.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace throughline::metrics {
namespace {

// Three generations of the same row: up to 4.17, with discards (4.18), with flushes (5.5).
constexpr const char* k14Columns = " 254       0 vda 100 5 4096 250 60 7 2048 90 2 300 340\n";
constexpr const char* k18Columns =
    " 254       0 vda 100 5 4096 250 60 7 2048 90 2 300 340 11 0 88 4\n";
constexpr const char* k20Columns =
    " 254       0 vda 100 5 4096 250 60 7 2048 90 2 300 340 11 0 88 4 9 3\n";

TEST(ParseDiskstats, ReadsEveryGenerationOfTheFormatAlike) {
    for (const char* text : {k14Columns, k18Columns, k20Columns}) {
        const auto disks = parse_diskstats(text);
        ASSERT_EQ(disks.size(), 1U) << text;
        const DiskCounters& disk = disks.at("vda");
        EXPECT_EQ(disk.reads, 100U);
        EXPECT_EQ(disk.read_merges, 5U);
        EXPECT_EQ(disk.read_bytes, 4096U * 512U);
        EXPECT_EQ(disk.read_ms, 250U);
        EXPECT_EQ(disk.writes, 60U);
        EXPECT_EQ(disk.write_bytes, 2048U * 512U);
        EXPECT_EQ(disk.io_ms, 300U);
        EXPECT_EQ(disk.weighted_io_ms, 340U);
    }
}

TEST(ParseDiskstats, LeavesOutLinesThatItDoesNotUnderstand) {
    const std::string text = std::string("\n8 0\n") + "8 1 sda1 12 34 56 78\n" +  // 2.6.0 partition
                             "8 0 sda 1 2 three 4 5 6 7 8 9 10 11\n" +
                             "8 0 sdb 1 2 -3 4 5 6 7 8 9 10 11\n" + k20Columns +
                             "8 0 sdc 1 2 3 4 5 6 7 8 9 10";  // cut off
    const auto disks = parse_diskstats(text);
    EXPECT_EQ(disks.size(), 1U);
    EXPECT_TRUE(disks.contains("vda"));
}

TEST(ParseDiskstats, KeepsTheDevicesAskedFor) {
    const std::string text = std::string(k20Columns) + "259 0 nvme0n1 1 2 3 4 5 6 7 8 9 10 11\n" +
                             "259 1 nvme0n1p1 1 2 3 4 5 6 7 8 9 10 11\n";
    const std::vector<std::string> keep{"nvme0n1"};
    const auto disks = parse_diskstats(text, keep);
    EXPECT_EQ(disks.size(), 1U);
    EXPECT_TRUE(disks.contains("nvme0n1"));
    EXPECT_EQ(parse_diskstats(text).size(), 3U);
}

TEST(ParseProcStat, CountsGuestTimeOnceAndKeepsIowaitApart) {
    const auto cpu = parse_proc_stat(
        "cpu  1000 20 300 8000 150 6 7 8 900 10\ncpu0 500 10 150 4000 75 3 3 4 450 5\nintr 1\n");
    ASSERT_TRUE(cpu);
    EXPECT_EQ(cpu->busy, 1000U + 20U + 300U + 6U + 7U + 8U);
    EXPECT_EQ(cpu->idle, 8000U);
    EXPECT_EQ(cpu->iowait, 150U);
}

TEST(ParseProcStat, IsNoneWhenTheLineIsMissingOrShort) {
    EXPECT_FALSE(parse_proc_stat(""));
    EXPECT_FALSE(parse_proc_stat("cpu0 1 2 3 4 5 6 7 8 9 10\n"));
    EXPECT_FALSE(parse_proc_stat("cpu  1 2 3 4\n"));
}

TEST(ParseNetDev, LeavesLoopbackOutAndReadsNamesWithoutABlank) {
    const auto interfaces = parse_net_dev(
        "Inter-|   Receive                                                |  Transmit\n"
        " face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets\n"
        "    lo:  500 5 0 0 0 0 0 0  500 5 0 0 0 0 0 0\n"
        "  eth0: 1000 9 0 0 0 0 0 0 2000 8 0 0 0 0 0 0\n"
        "wlp3s0:4294967296 9 0 0 0 0 0 0 77 8 0 0 0 0 0 0\n");
    ASSERT_EQ(interfaces.size(), 2U);
    EXPECT_EQ(interfaces.at("eth0").receive_bytes, 1000U);
    EXPECT_EQ(interfaces.at("eth0").send_bytes, 2000U);
    EXPECT_EQ(interfaces.at("wlp3s0").receive_bytes, 4294967296U);
}

TEST(ParseFetchedBytes, AreThoseOfStorageNotThoseOfCalls) {
    EXPECT_EQ(parse_fetched_bytes("rchar: 4096\nread_bytes: 8192\nwrite_bytes: 1\n"), 8192U);
    EXPECT_FALSE(parse_fetched_bytes("rchar: 4096\n"));
    EXPECT_FALSE(parse_fetched_bytes("read_bytes: many\n"));
}

TEST(ParseSelfStatus, ReadsResidentMemory) {
    const auto process = parse_self_status("Name:\tx\nVmHWM:\t  900 kB\nVmRSS:\t  812 kB\n");
    ASSERT_TRUE(process);
    EXPECT_EQ(process->resident_bytes, 812U * 1024U);
    EXPECT_FALSE(parse_self_status("Name:\tkthreadd\n"));
    EXPECT_FALSE(parse_self_status("VmRSS:\t many kB\n"));
}

}  // namespace
}  // namespace throughline::metrics
