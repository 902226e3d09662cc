// SPDX-License-Identifier: Apache-2.0
#include "engine/counters/counter_texts.h"

#include <gtest/gtest.h>

#include <string>

#include "engine/base/file_descriptor.h"

namespace throughline::counters {
namespace {

std::string fixture(const std::string& name) {
    auto text = read_whole_file(std::string(THROUGHLINE_COUNTER_TEXTS) + "/" + name);
    EXPECT_TRUE(text) << name;
    return text ? *std::move(text) : std::string();
}

Mount at(const std::string& mount_point) {
    return {.file_system = "nfs4", .mount_point = mount_point, .source = {}};
}

// After 4 files of 1,000,000 bytes were read with an rsize of 64 KiB; the server in the kernel
// counted 4,000,000 bytes too.
TEST(ParseMountstats, ReadsTheMountOfARealKernel) {
    const auto counts = parse_mountstats(fixture("mountstats_6.1"), at("/mnt/nfs"));

    ASSERT_TRUE(counts);
    EXPECT_EQ(counts->requested_bytes, 4'000'000U);
    EXPECT_EQ(counts->read_bytes, 4'000'000U);
    EXPECT_EQ(counts->reads, 64U);
    EXPECT_DOUBLE_EQ(counts->read_seconds.value_or(0.0), 0.139);
    EXPECT_FALSE(counts->daemon_cpu_seconds);
}

TEST(ParseMountstats, ReadsTheMountAskedForAndTheOneThatCoversAnother) {
    const std::string text =
        "device proc mounted on /proc with fstype proc\n"
        "device nas:/a mounted on /data/a with fstype nfs statvers=1.1\n"
        "\tbytes:\t1 0 2 0 3 0 0 0\n\t        READ: 7 7 0 900 800 10 20 30\n"
        "device nas:/b mounted on /my\\040data with fstype nfs4 statvers=1.1\n"
        "\tbytes:\t100 0 20 0 90 0 0 0\n\tper-op statistics\n"
        "\t        NULL: 0 0 0 0 0 0 0 0\n"
        "\t        READ: 5 5 0 900 800 10 20 1500 0\n"
        "\t   READ_PLUS: 1 1 0 900 800 10 20 500 0\n"
        "device nas:/c mounted on /data/a with fstype nfs statvers=1.1\n"
        "\tbytes:\t10 0 20 0 30 0 0 0\n\t        READ: 8 8 0 900 800 10 20 30\n";

    const auto spaced = parse_mountstats(text, at("/my data"));
    ASSERT_TRUE(spaced);
    EXPECT_EQ(spaced->requested_bytes, 120U);
    EXPECT_EQ(spaced->read_bytes, 90U);
    EXPECT_EQ(spaced->reads, 6U);
    EXPECT_DOUBLE_EQ(spaced->read_seconds.value_or(0.0), 2.0);

    const auto covered = parse_mountstats(text, at("/data/a"));
    ASSERT_TRUE(covered);
    EXPECT_EQ(covered->read_bytes, 30U);
    EXPECT_EQ(covered->reads, 8U);

    EXPECT_FALSE(parse_mountstats(text, at("/data")));
    EXPECT_FALSE(parse_mountstats(text, at("/proc")));
}

TEST(ParseMountstats, LeavesOutWhatAnotherKernelDoesNotTell) {
    const auto counts = parse_mountstats(
        "device nas:/a mounted on /a with fstype nfs4 statvers=1.1\n"
        "\tbytes:\t1 0 2 0 3 0 0 0\n\t        READ: 7 7\n",
        at("/a"));
    ASSERT_TRUE(counts);
    EXPECT_EQ(counts->read_bytes, 3U);
    EXPECT_FALSE(counts->reads);
    EXPECT_FALSE(parse_mountstats(
        "device nas:/a mounted on /a with fstype nfs4\n\tbytes:\t1 0 2 0\n", at("/a")));
}

TEST(ParseLustre, TellsWhatServersSentFromWhatProgramsRead) {
    const auto osc = parse_lustre_osc(fixture("lustre_osc.stats"), {});
    ASSERT_TRUE(osc);
    EXPECT_EQ(osc->read_bytes, 96'468'992U);
    EXPECT_EQ(osc->reads, 48U);
    EXPECT_DOUBLE_EQ(osc->read_seconds.value_or(0.0), 0.4521);
    EXPECT_FALSE(osc->requested_bytes);

    const auto llite = parse_lustre_llite(fixture("lustre_llite.stats"), {});
    ASSERT_TRUE(llite);
    EXPECT_EQ(llite->requested_bytes, 100'580'000U);
    EXPECT_FALSE(llite->read_bytes);
}

// A release that calls bytes what others call microseconds must not become a time.
TEST(ParseLustre, BelievesNoTimeInAnotherUnit) {
    const auto osc = parse_lustre_osc(
        "snapshot_time 1.0 secs.usecs\nread_bytes 4 samples [bytes] 1 2 8\n"
        "ost_read 4 samples [bytes] 1 2 8\n",
        {});
    ASSERT_TRUE(osc);
    EXPECT_EQ(osc->read_bytes, 8U);
    EXPECT_FALSE(osc->read_seconds);
    EXPECT_EQ(parse_lustre_osc("snapshot_time 1.0 secs.usecs\n", {})->read_bytes, 0U);
    EXPECT_FALSE(parse_lustre_osc("Permission denied\n", {}));
}

TEST(ParseCeph, ReadsTheOneFileOfOldKernelsAndTheFolderOfNewOnes) {
    for (const char* name : {"ceph_metrics_size", "ceph_metrics_5.9"}) {
        const auto counts = parse_ceph_metrics(fixture(name), {});
        ASSERT_TRUE(counts) << name;
        EXPECT_EQ(counts->read_bytes, 100'690'764U) << name;
        EXPECT_EQ(counts->reads, 941U) << name;
        EXPECT_FALSE(counts->read_seconds) << "its mean is rounded: " << name;
    }
    EXPECT_FALSE(parse_ceph_metrics("item total avg_lat(us)\nread 941 2120 1 2 3\n", {}));
}

TEST(ParseJuicefs, ReadsWhatCameFromTheObjectStore) {
    const auto counts = parse_juicefs_stats(fixture("juicefs_1.4.2.stats"), {});
    ASSERT_TRUE(counts);
    EXPECT_EQ(counts->read_bytes, 222'131'072U);
    EXPECT_EQ(counts->requested_bytes, 222'000'000U);
    EXPECT_EQ(counts->reads, 249U);
    EXPECT_NEAR(counts->read_seconds.value_or(0.0), 0.161856, 1e-6);
}

TEST(ParseJuicefs, HasFetchedNothingBeforeTheFirstGet) {
    const auto counts = parse_juicefs_stats("juicefs_fuse_read_size_bytes_sum 0\n", {});
    ASSERT_TRUE(counts);
    EXPECT_EQ(counts->read_bytes, 0U);
    EXPECT_EQ(
        parse_juicefs_stats("juicefs_fuse_read_size_bytes_sum 2.5e+08\n", {})->requested_bytes,
        250'000'000U);
    EXPECT_FALSE(parse_juicefs_stats("juicefs_fuse_read_size_bytes_sum -1\n", {}));
    EXPECT_FALSE(parse_juicefs_stats("juicefs_uptime 5\n", {}));
}

TEST(ParseDaemon, ReadsItsReadsItsProcessorTimeAndItsConnection) {
    const auto io = parse_daemon_io("rchar: 200173513\nwchar: 5\nread_bytes: 0\n", {});
    ASSERT_TRUE(io);
    EXPECT_EQ(io->read_bytes, 200'173'513U);
    EXPECT_FALSE(parse_daemon_io("rchar: many\n", {}));
    EXPECT_FALSE(parse_daemon_io("", {}));
    EXPECT_EQ(parse_fuse_connection("pos:\t0\nflags:\t02100002\nfuse_connection:\t39\n"), 39U);
    EXPECT_FALSE(parse_fuse_connection("pos:\t0\n"));
    EXPECT_FALSE(parse_daemon_stat("", {}));
}

}  // namespace
}  // namespace throughline::counters
