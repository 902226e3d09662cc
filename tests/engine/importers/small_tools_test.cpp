// SPDX-License-Identifier: Apache-2.0
// Goal: the one-line tools say their rate in their own unit and direction, and ask where they do
// not say it.
#include <gtest/gtest.h>

#include <string>

#include "tests/engine/importers/imported.h"

namespace throughline::importers::tests {
namespace {

constexpr double kMiB = 1024.0 * 1024.0;

const std::string kDd =
    "64+0 records in\n64+0 records out\n"
    "67108864 bytes (67 MB, 64 MiB) copied, 0.05 s, 1.3 GB/s\n";

TEST(Dd, TheCommandSaysWhetherItReadOrWrote) {
    const auto write = imported("$ dd if=/dev/zero of=/data/x bs=1M count=64 oflag=direct\n" + kDd);
    EXPECT_EQ(write.format, "dd");
    EXPECT_DOUBLE_EQ(*figure(write, "requested_write_bytes_per_second"), 67108864.0 / 0.05);
    EXPECT_FALSE(figure(write, "requested_read_bytes_per_second"));
    EXPECT_EQ(condition(write, "block_size"), "1048576");
    EXPECT_EQ(condition(write, "direct_io"), "1");
    EXPECT_EQ(condition(write, "storage_target"), "/data/x");
    const auto read = imported("dd if=/data/x of=/dev/null\n" + kDd);
    EXPECT_DOUBLE_EQ(*figure(read, "requested_read_bytes_per_second"), 67108864.0 / 0.05);
    EXPECT_TRUE(has_note(read, "dd.cache"));
}

TEST(Dd, WithoutACommandItAsks) {
    const auto file = imported(kDd);
    EXPECT_FALSE(file.has_runs());
    EXPECT_TRUE(asks(file, "pattern"));
    const auto said = imported(kDd, "x.txt", {{"pattern", "read"}});
    EXPECT_DOUBLE_EQ(*figure(said, "requested_read_bytes_per_second"), 67108864.0 / 0.05);
    EXPECT_EQ(condition(said, "block_size"), "1048576") << "bytes by records";
}

TEST(Dd, ProgressLinesAreNoResultAndBsdIsUnderstood) {
    const auto file = imported(
        "dd if=/dev/zero of=y bs=1M status=progress\n"
        "1000 bytes (1.0 kB) copied, 1 s, 1.0 kB/s\r5000 bytes (5.0 kB) copied, 5 s, 1.0 kB/s\n" +
        kDd);
    ASSERT_EQ(file.study.runs.size(), 1U);
    EXPECT_EQ(figure(file, "write_bytes"), 67108864.0);
    const auto bsd = imported(
        "dd if=/dev/disk2 of=/dev/null bs=1m\n10+0 records in\n10+0 records out\n"
        "10485760 bytes transferred in 0.5 secs (20971520 bytes/sec)\n");
    EXPECT_DOUBLE_EQ(*figure(bsd, "requested_read_bytes_per_second"), 20971520.0);
}

TEST(Hdparm, CachedReadsAreNoReadsOfTheDevice) {
    const auto file = imported(
        "\n/dev/sda:\n Timing cached reads:   20484 MB in  1.99 seconds = 10297.53 MB/sec\n"
        " Timing buffered disk reads: 1578 MB in  3.00 seconds = 525.69 MB/sec\n");
    EXPECT_EQ(file.format, "hdparm");
    ASSERT_EQ(file.study.runs.size(), 1U);
    EXPECT_DOUBLE_EQ(*figure(file, "requested_read_bytes_per_second"), 525.69 * kMiB);
    EXPECT_EQ(condition(file, "storage_target"), "/dev/sda");
    EXPECT_TRUE(has_note(file, "hdparm.cached"));
}

TEST(Ioping, LatenciesAndRatesOfTheTimeInRequests) {
    const auto file = imported(
        "4 KiB <<< . (ext4 /dev/vda 252.0 GiB): request=1 time=56.6 us (warmup)\n"
        "4 KiB <<< . (ext4 /dev/vda 252.0 GiB): request=2 time=149.6 us\n\n"
        "--- . (ext4 /dev/vda 252.0 GiB) ioping statistics ---\n"
        "23.5 k requests completed in 952.1 ms, 91.7 MiB read, 24.6 k iops, 96.3 MiB/s\n"
        "generated 23.5 k requests in 1.00 s, 91.7 MiB, 23.5 k iops, 91.7 MiB/s\n"
        "min/avg/max/mdev = 16.9 us / 40.6 us / 8.70 ms / 239.8 us\n");
    EXPECT_EQ(file.format, "ioping");
    EXPECT_DOUBLE_EQ(*figure(file, "read_requests_per_second"), 24600.0);
    EXPECT_DOUBLE_EQ(*figure(file, "requested_read_bytes_per_second"), 96.3 * kMiB);
    EXPECT_NEAR(*figure(file, "read_latency_mean"), 40.6e-6, 1e-12);
    EXPECT_NEAR(*figure(file, "read_latency_max"), 8.7e-3, 1e-9);
    EXPECT_EQ(condition(file, "block_size"), "4096");
}

TEST(DiskMark, CrystalDiskMark) {
    const auto file = imported(
        "CrystalDiskMark 8.0.4 x64 (C) 2007-2021 hiyohiyo\n"
        "* MB/s = 1,000,000 bytes/s [SATA/600 = 600,000,000 bytes/s]\n"
        "* KB = 1000 bytes, KiB = 1024 bytes\n\n[Read]\n"
        "  SEQ    1MiB (Q=  8, T= 1):  3561.214 MB/s [   3396.2 IOPS] <  2353.21 us>\n"
        "  RND    4KiB (Q= 32, T= 16):   612.345 MB/s [ 149498.3 IOPS] <   208.24 us>\n\n[Write]\n"
        "  SEQ    1MiB (Q=  8, T= 1):  3000.000 MB/s [   2861.0 IOPS] <  2700.00 us>\n"
        "  RND    4KiB (Q=  1, T= 1):     0.000 MB/s [      0.0 IOPS] <     0.00 us>\n\n"
        "[Mix] Read 70%/Write 30%\n"
        "  SEQ    1MiB (Q=  8, T= 1):  1000.000 MB/s [    953.7 IOPS] <  8000.00 us>\n");
    EXPECT_EQ(file.format, "diskmark");
    ASSERT_EQ(file.study.runs.size(), 4U);
    EXPECT_DOUBLE_EQ(*figure(file, "requested_read_bytes_per_second", 0), 3561.214e6);
    EXPECT_DOUBLE_EQ(*figure(file, "read_requests_per_second", 1), 149498.3);
    EXPECT_NEAR(*figure(file, "read_latency_mean", 1), 208.24e-6, 1e-12);
    EXPECT_EQ(condition(file, "block_size", 1), "4096");
    EXPECT_EQ(condition(file, "io_depth", 1), "32");
    EXPECT_EQ(condition(file, "workers", 1), "16");
    EXPECT_EQ(condition(file, "pattern", 1), "randread");
    EXPECT_DOUBLE_EQ(*figure(file, "requested_write_bytes_per_second", 2), 3000e6);
    EXPECT_DOUBLE_EQ(*figure(file, "mixed_bytes_per_second", 3), 1000e6);
}

TEST(DiskMark, KDiskMarksMegabytesAreItsRequestsBySize) {
    const auto file = imported(
        "KDiskMark (3.1.4): https://github.com/JonMagon/KDiskMark\n"
        "* MB/s = 1,000,000 bytes/s [SATA/600 = 600,000,000 bytes/s]\n\n[Read]\n"
        "Sequential 1 MiB (Q=  8, T= 1):  3373.011 MB/s [   3294.0 IOPS] <  2398.35 us>\n");
    EXPECT_DOUBLE_EQ(*figure(file, "requested_read_bytes_per_second"), 3294.0 * kMiB);
    EXPECT_EQ(file.tool, "KDiskMark");
    EXPECT_TRUE(has_note(file, "kdiskmark.mb"));
}

const std::string kSysbench =
    "sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)\n\n"
    "Number of threads: 2\n\nExtra file open flags: directio\n4 files, 16MiB each\n"
    "Block size 16KiB\nUsing synchronous I/O mode\n";
const std::string kRates =
    "\nFile operations:\n    reads/s:                      1000.00\n"
    "    writes/s:                     0.00\n    fsyncs/s:                     0.00\n\n"
    "Throughput:\n    read, MiB/s:                  15.62\n    written, MiB/s:               "
    "0.00\n\n"
    "General statistics:\n    total time:                          2.0142s\n\n"
    "Latency (ms):\n         min:                                    0.00\n"
    "         avg:                                    0.08\n"
    "         max:                                    7.59\n"
    "         95th percentile:                        0.10\n";

TEST(Sysbench, ReadsHaveALatencyAndZerosAreNoFigures) {
    const auto file = imported(kSysbench + "Doing random read test\n" + kRates);
    EXPECT_EQ(file.format, "sysbench-fileio");
    EXPECT_EQ(file.tool_version, "1.0.20");
    EXPECT_DOUBLE_EQ(*figure(file, "read_requests_per_second"), 1000.0);
    EXPECT_DOUBLE_EQ(*figure(file, "requested_read_bytes_per_second"), 15.62 * kMiB);
    EXPECT_FALSE(figure(file, "write_requests_per_second"));
    EXPECT_NEAR(*figure(file, "read_latency_mean"), 80e-6, 1e-12);
    EXPECT_NEAR(*figure(file, "read_latency_p95"), 100e-6, 1e-12);
    EXPECT_TRUE(is_absent(file, "read_latency_min")) << "0.00 is a rounded number";
    EXPECT_EQ(condition(file, "block_size"), "16384");
    EXPECT_EQ(condition(file, "file_size"), "16777216");
    EXPECT_EQ(condition(file, "direct_io"), "1");
    const auto mixed = imported(kSysbench + "Doing random r/w test\n" + kRates);
    EXPECT_FALSE(figure(mixed, "read_latency_mean")) << "of fsyncs as well";
}

TEST(Sysbench, OldVersionsPrintCountsAndMib) {
    const auto file = imported(
        "sysbench 0.4.12:  multi-threaded system evaluation benchmark\n\nNumber of threads: 1\n"
        "128 files, 16Mb each\nBlock size 16Kb\nDoing random r/w test\n\n"
        "Operations performed:  6000 Read, 4000 Write, 12800 Other = 22800 Total\n"
        "Read 93.75Mb  Written 62.5Mb  Total transferred 156.25Mb  (10.5Mb/sec)\n"
        "  672.42 Requests/sec executed\n\nTest execution summary:\n"
        "    total time:                          10.0000s\n");
    EXPECT_DOUBLE_EQ(*figure(file, "read_requests_per_second"), 600.0);
    EXPECT_DOUBLE_EQ(*figure(file, "write_requests_per_second"), 400.0);
    EXPECT_DOUBLE_EQ(*figure(file, "requested_read_bytes_per_second"), 9.375 * kMiB);
}

// The line of CSV is exact where the table above it is rounded; +++++ is no figure.
TEST(Bonnie, TheLineOfCsvCounts) {
    const auto file = imported(
        "Version 2.00a       ------Sequential Output------ --Sequential Input- --Random-\n"
        "vm               1G            799m  35  877m  35           +++++ +++ 12028  19\n\n"
        "1.98,2.00a,vm,1,1795363345,1G,,8192,5,,,818568,35,897777,35,,,+++++,+++,12028,19,,,,,,,,,,"
        ",,,,,,,,,11104us,12038us,,8374us,32459us,,,,,,\n");
    EXPECT_EQ(file.format, "bonnie");
    EXPECT_EQ(file.tool_version, "2.00a");
    ASSERT_EQ(file.study.runs.size(), 3U);
    EXPECT_EQ(figure(file, "requested_write_bytes_per_second", 0), 818568.0 * 1024.0);
    EXPECT_NEAR(*figure(file, "write_latency_max", 0), 11104e-6, 1e-12);
    EXPECT_FALSE(figure(file, "requested_read_bytes_per_second", 1));
    EXPECT_TRUE(is_absent(file, "requested_read_bytes_per_second", 1));
    EXPECT_NEAR(*figure(file, "read_latency_max", 1), 8374e-6, 1e-12);
    EXPECT_EQ(figure(file, "mixed_iops", 2), 12028.0);
    EXPECT_EQ(condition(file, "file_size"), "1073741824");
}

const std::string kIozone =
    "\tIozone: Performance Test of File I/O\n\t        Version $Revision: 3.492 $\n"
    "\tO_DIRECT feature enabled\n\tCommand line used: ./iozone -I -a -i 0 -i 2\n"
    "\tOutput is in kBytes/sec\n";

TEST(Iozone, AValueBelongsToTheColumnThatItStandsBelow) {
    const auto file = imported(
        kIozone +
        "                                                              random    random     bkwd\n"
        "              kB  reclen    write  rewrite    read    reread    read     write     read   "
        "rewrite      read   fwrite frewrite    fread  freread\n"
        "          102400       4    56185    89196                      39337    85762\n");
    EXPECT_EQ(file.format, "iozone");
    ASSERT_EQ(file.study.runs.size(), 4U);
    EXPECT_EQ(figure(file, "requested_write_bytes_per_second", 0), 56185.0 * 1024.0);
    EXPECT_EQ(condition(file, "job", 1), "rewrite");
    EXPECT_EQ(condition(file, "job", 2), "random read");
    EXPECT_EQ(figure(file, "requested_read_bytes_per_second", 2), 39337.0 * 1024.0);
    EXPECT_EQ(figure(file, "read_requests_per_second", 2), 39337.0 / 4.0);
    EXPECT_EQ(condition(file, "job", 3), "random write");
    EXPECT_EQ(condition(file, "block_size"), "4096");
    EXPECT_EQ(condition(file, "direct_io"), "1");
}

TEST(Iozone, ThroughputModeSumsItsChildren) {
    const auto file =
        imported(kIozone +
                 "\tRecord Size 64 kB\n"
                 "\tChildren see throughput for  4 initial writers \t=  123456.50 kB/sec\n"
                 "\tParent sees throughput for  4 initial writers \t=  120000.00 kB/sec\n"
                 "\tChildren see throughput for 4 random readers \t=  2000.00 kB/sec\n"
                 "\tChildren see throughput for 4 mixed workload \t=  1000.00 kB/sec\n");
    ASSERT_EQ(file.study.runs.size(), 2U);
    EXPECT_EQ(figure(file, "requested_write_bytes_per_second", 0), 123456.5 * 1024.0);
    EXPECT_EQ(condition(file, "workers", 0), "4");
    EXPECT_EQ(condition(file, "job", 1), "random readers");
    EXPECT_EQ(figure(file, "requested_read_bytes_per_second", 1), 2000.0 * 1024.0);
}

}  // namespace
}  // namespace throughline::importers::tests
