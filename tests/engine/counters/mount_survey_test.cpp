// SPDX-License-Identifier: Apache-2.0
#include "engine/counters/mount_survey.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "engine/metrics/registry.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::counters {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// /proc and /sys in small.
class FakeRoots : public testing::Test {
protected:
    Roots roots() const { return {.proc = path("proc"), .sys = path("sys")}; }
    std::string path(const std::string& name) const { return folder_.path() + "/" + name; }
    void put(const std::string& name, const std::string& text) const {
        const std::filesystem::path file = path(name);
        std::filesystem::create_directories(file.parent_path());
        std::ofstream(file) << text;
    }
    /// A process that has /dev/fuse open; `fdinfo` is what the kernel says of that.
    void put_daemon(int pid,
                    const std::string& name,
                    const std::string& command,
                    const std::string& fdinfo,
                    int read_bytes) const {
        const std::string folder = "proc/" + std::to_string(pid) + "/";
        put(folder + "comm", name + "\n");
        put(folder + "cmdline", command);
        put(folder + "fdinfo/7", "pos:\t0\n" + fdinfo);
        put(folder + "io", "rchar: " + std::to_string(read_bytes) + "\nwchar: 1\n");
        put(folder + "stat",
            std::to_string(pid) + " (" + name + ") S 1 1 1 0 -1 0 0 0 0 0 " +
                std::to_string(3 * ::sysconf(_SC_CLK_TCK)) + " 0 0 0 20 0 1 0 55 0 0\n");
        std::filesystem::create_directories(path(folder + "fd"));
        std::filesystem::create_symlink("/dev/fuse", path(folder + "fd/7"));
    }

private:
    fixtures::TemporaryFolder folder_;
};

Mount fuse(const std::string& type) {
    return {.file_system = type,
            .mount_point = "/mnt/data",
            .source = "remote:",
            .device_major = 0,
            .device_minor = 39};
}

std::vector<std::string> names(const MountSurvey& survey) {
    std::vector<std::string> list;
    for (const Counter& counter : survey.counters) {
        list.emplace_back(counter.kind->file);
    }
    return list;
}

TEST(CounterTable, EveryEntryIsThereOnceAndGivesFiguresOfTheRegistryOrSaysWhyNot) {
    std::set<std::string> types;
    for (const FileSystemKind& kind : file_system_kinds()) {
        EXPECT_TRUE(types.insert(kind.type).second) << kind.type;
        EXPECT_STREQ(kind_of(kind.type).type, kind.type);
        bool counts_bytes = kind.place == Place::Disk || kind.place == Place::Layers;
        for (const CounterKind* const counter : kind.counters) {
            EXPECT_FALSE(counter->metrics.empty()) << counter->name;
            for (const std::string id : counter->metrics) {
                ASSERT_NE(metrics::find_metric(id), nullptr) << id;
                EXPECT_STREQ(metrics::find_metric(id)->dimension, "file_system") << id;
                counts_bytes = counts_bytes || id == "mount_read_bytes_per_second";
            }
        }
        EXPECT_NE(counts_bytes, !std::string(kind.uncounted).empty()) << kind.type;
    }
}

TEST(CounterTable, AProgramIsKnownByItsTypeOrItsSource) {
    EXPECT_EQ(kind_of("ext4").place, Place::Disk);
    EXPECT_STREQ(kind_of("fuse", "mountpoint-s3").type, "fuse.mountpoint-s3");
    EXPECT_STREQ(kind_of("fuse.unheard-of").type, "fuse");
    EXPECT_EQ(kind_of("fuseblk").place, Place::Disk);
}

TEST_F(FakeRoots, AFuseMountIsCountedByTheProcessesOfItsConnection) {
    put_daemon(100, "rclone", "rclone", "fuse_connection:\t39\n", 1000);
    put_daemon(101, "rclone", "rclone", "fuse_connection:\t40\n", 5000);
    put_daemon(102, "rclone", "rclone", "fuse_connection:\t39\n", 200);
    put("proc/self/io", "rchar: 77\n");

    const MountSurvey found = survey(fuse("fuse.rclone"), roots());

    EXPECT_THAT(names(found), ElementsAre("rchar of /proc/PID/io", "/proc/PID/stat"));
    EXPECT_THAT(found.daemons, testing::UnorderedElementsAre(100, 102));
    EXPECT_EQ(found.uncounted, "");
    const auto counts = MountSampler({found}).take().at("fuse.rclone");
    EXPECT_EQ(counts.read_bytes, 1200U);
    EXPECT_DOUBLE_EQ(counts.daemon_cpu_seconds.value_or(0.0), 6.0);
}

TEST_F(FakeRoots, AnOlderKernelTellsTheProgramByItsCommandLine) {
    using namespace std::string_literals;
    put_daemon(100, "rclone", "/usr/bin/rclone\0mount\0r:\0mnt/data/\0"s, "", 10);
    put_daemon(101, "rclone", "/usr/bin/rclone\0mount\0r:\0/mnt/other\0"s, "", 500);
    put("proc/102/cmdline", "ls\0/mnt/data\0"s);  // whose open files cannot be seen
    put("proc/103/cmdline", "sh\0/usr/bin/rclone\0mount\0/mnt/data\0"s);

    EXPECT_THAT(survey(fuse("fuse.rclone"), roots()).daemons,
                testing::UnorderedElementsAre(100, 103));

    std::filesystem::remove_all(path("proc/100"));
    std::filesystem::remove_all(path("proc/103"));
    const MountSurvey none = survey(fuse("fuse.rclone"), roots());
    EXPECT_THAT(none.counters, IsEmpty());
    EXPECT_THAT(none.uncounted, HasSubstr("was not found"));
    EXPECT_THAT(MountSampler({none}).take().at("fuse.rclone").read_bytes, std::nullopt);
}

// Right or none: what rclone reads a second time from its own cache is no byte of the server.
TEST_F(FakeRoots, AProgramThatReadsTwiceHasProcessorTimeButNoBytes) {
    using namespace std::string_literals;
    put_daemon(100,
               "rclone",
               "rclone\0mount\0r:\0/mnt/data\0--vfs-cache-mode\0full\0"s,
               "fuse_connection:\t39\n",
               1000);
    const MountSurvey cached = survey(fuse("fuse.rclone"), roots());
    EXPECT_THAT(names(cached), ElementsAre("/proc/PID/stat"));
    EXPECT_THAT(cached.uncounted, HasSubstr("--vfs-cache-mode full"));

    const MountSurvey s3fs = survey(fuse("fuse.s3fs"), roots());
    EXPECT_THAT(names(s3fs), ElementsAre("/proc/PID/stat"));
    EXPECT_THAT(s3fs.uncounted, HasSubstr("temporary files"));
}

TEST_F(FakeRoots, LustreIsCountedByItsServersAndMoreThanOneMountByNobody) {
    const std::string line = "snapshot_time 1.0 s\nread_bytes 2 samples [bytes] 1 2 ";
    put("sys/kernel/debug/lustre/osc/scratch-OST0000-osc-ffff01/stats", line + "1000\n");
    put("sys/kernel/debug/lustre/osc/scratch-OST0001-osc-ffff01/stats", line + "200\n");
    put("sys/kernel/debug/lustre/osc/other-OST0000-osc-ffff02/stats", line + "7\n");
    put("proc/fs/lustre/llite/scratch-ffff01/stats", line + "9000\n");
    const Mount mount{.file_system = "lustre",
                      .mount_point = "/scratch",
                      .source = "10.0.0.1@tcp:10.0.0.2@tcp:/scratch/images"};

    const MountSurvey found = survey(mount, roots());
    EXPECT_THAT(names(found), ElementsAre("osc.*.stats", "llite.*.stats"));
    const auto counts = MountSampler({found}).take().at("lustre");
    EXPECT_EQ(counts.read_bytes, 1200U);
    EXPECT_EQ(counts.requested_bytes, 9000U);

    put("sys/kernel/debug/lustre/osc/scratch-OST0000-osc-ffff03/stats", line + "1\n");
    const MountSurvey twice = survey(mount, roots());
    EXPECT_THAT(names(twice), ElementsAre("llite.*.stats"));
    EXPECT_THAT(twice.uncounted, HasSubstr("mounted 2 times"));
}

TEST_F(FakeRoots, ACephMountIsFoundByItsCluster) {
    const std::string head = "item total avg min max total_sz(bytes)\nread 4 1 1 1 ";
    put("sys/kernel/debug/ceph/aaaa-01.client1/metrics/size", head + "800\n");
    put("sys/kernel/debug/ceph/bbbb-02.client9/metrics", head + "40\n");
    Mount mount{.file_system = "ceph", .mount_point = "/c", .source = "u@bbbb-02.fs=/"};
    EXPECT_EQ(MountSampler({survey(mount, roots())}).take().at("ceph").read_bytes, 40U);
    mount.source = "u@aaaa-01.fs=/";
    EXPECT_EQ(MountSampler({survey(mount, roots())}).take().at("ceph").read_bytes, 800U);
    mount.source = "10.0.0.1:6789:/";
    EXPECT_THAT(survey(mount, roots()).uncounted, HasSubstr("does not list this mount"));
}

TEST_F(FakeRoots, WhatCannotBeCountedSaysWhy) {
    for (const auto& [type, reason] : {std::pair{"tmpfs", "in memory"},
                                       {"beegfs", "keeps no counter"},
                                       {"nfs4", "No such file"},
                                       {"cifs", "no counter of its client is known"}}) {
        const MountSurvey none =
            survey({.file_system = type, .mount_point = "/m", .source = {}}, roots());
        EXPECT_THAT(none.counters, IsEmpty()) << type;
        EXPECT_THAT(none.uncounted, HasSubstr(reason)) << type;
    }
}

// A counter that is gone while a run lasts is empty, never what it was or 0.
TEST_F(FakeRoots, APartOfACounterIsNoCounter) {
    put_daemon(100, "glusterfs", "g", "fuse_connection:\t39\n", 1000);
    put_daemon(101, "glusterfs", "g", "fuse_connection:\t39\n", 5000);
    const MountSampler sampler({survey(fuse("fuse.glusterfs"), roots())});
    ASSERT_EQ(sampler.take().at("fuse.glusterfs").read_bytes, 6000U);

    std::filesystem::remove(path("proc/101/io"));

    const auto counts = sampler.take().at("fuse.glusterfs");
    EXPECT_FALSE(counts.read_bytes);
    EXPECT_TRUE(counts.daemon_cpu_seconds);
}

TEST_F(FakeRoots, TwoMountsOfOneKindKeepTheirFiguresApart) {
    put("proc/self/mountstats",
        "device a:/ mounted on /a with fstype nfs4\n\tbytes:\t1 0 0 0 10 0 0 0\n"
        "device b:/ mounted on /b with fstype nfs4\n\tbytes:\t1 0 0 0 20 0 0 0\n");
    const auto all =
        MountSampler({survey({.file_system = "nfs4", .mount_point = "/a", .source = {}}, roots()),
                      survey({.file_system = "nfs4", .mount_point = "/b", .source = {}}, roots())})
            .take();
    EXPECT_EQ(all.at("nfs4").read_bytes, 10U);
    EXPECT_EQ(all.at("nfs4 2").read_bytes, 20U);
}

}  // namespace
}  // namespace throughline::counters
