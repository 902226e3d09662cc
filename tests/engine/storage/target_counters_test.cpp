// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/target_counters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/engine/storage/fake_sysfs.h"
#include "tests/engine/storage/temp_folder.h"

namespace throughline::storage {
namespace {

using testing::HasSubstr;

PathTarget target_of(const FakeSysfs& sysfs, const std::string& mounts, const std::string& proc) {
    return resolve_target("/data/images",
                          {.device_major = 259, .device_minor = 1},
                          {.mountinfo = mounts, .sysfs = sysfs.root(), .proc = proc});
}

// Both paths count what the disk read, and its own row what they do: one of the two is taken.
TEST(TargetCounters, AMultipathNvmeDiskIsCountedByItsPaths) {
    const FakeSysfs sysfs;
    sysfs.add_multipath_nvme("259:1", {"nvme0c0n1", "nvme0c1n1"});
    const TempFolder proc;
    proc.write("diskstats",
               "259 1 nvme0n1 0 0 0 0 0 0 0 0 0 0 0\n"
               "259 2 nvme0c0n1 5 0 40 1 0 0 0 0 0 1 1\n");

    const auto counters =
        counters_of(target_of(sysfs, "30 1 259:1 / /data rw - ext4 /dev/nvme0n1 rw\n", proc.path()),
                    proc.path());

    ASSERT_EQ(counters.size(), 2U);
    EXPECT_EQ(counter_text(counters[0]), "nvme0c0n1 in /proc/diskstats");
    EXPECT_EQ(counters[0].missing, "");
    EXPECT_THAT(counters[0].metrics, testing::Contains("disk_utilisation"));
    EXPECT_EQ(counters[1].name, "nvme0c1n1");
    EXPECT_THAT(counters[1].missing, HasSubstr("has no row"));
}

TEST(TargetCounters, AMountHasThoseOfItsClientAndSaysWhichItLacks) {
    const FakeSysfs sysfs;
    const TempFolder proc;
    std::filesystem::create_directories(proc.path("self"));
    const std::string mounts = "30 1 0:51 / /data rw - nfs4 nas:/export rw\n";

    const PathTarget bare = target_of(sysfs, mounts, proc.path());
    ASSERT_EQ(counters_of(bare, proc.path()).size(), 1U);
    EXPECT_THAT(counters_of(bare, proc.path())[0].missing, HasSubstr("self/mountstats"));
    EXPECT_THAT(bare.no_device_reason, HasSubstr("served from elsewhere"));

    proc.write("self/mountstats",
               "device nas:/export mounted on /data with fstype nfs4 statvers=1.1\n"
               "\tbytes:\t1 0 0 0 10 0 0 0\n");
    const auto counters = counters_of(target_of(sysfs, mounts, proc.path()), proc.path());
    ASSERT_EQ(counters.size(), 1U);
    EXPECT_EQ(counters[0].missing, "");
    EXPECT_EQ(counter_text(counters[0]), "NFS client in /proc/self/mountstats");
    EXPECT_THAT(counters[0].metrics, testing::Contains("mount_read_bytes_per_second"));
}

// An overlay of a folder in memory is memory, whatever else it is made of.
TEST(TargetCounters, AnOverlayOfMemoryIsSaidToBeMemory) {
    const FakeSysfs sysfs;
    auto mounts = read_whole_file("/proc/self/mountinfo");
    ASSERT_TRUE(mounts);
    if (!std::filesystem::exists("/dev/shm") ||
        inspect_path("/dev/shm")->file_system != std::string("tmpfs")) {
        GTEST_SKIP() << "/dev/shm is no tmpfs here";
    }
    *mounts += "999999 1 0:999 / /data rw - overlay overlay rw,lowerdir=/no:/dev/shm\n";

    const PathTarget target = resolve_target("/data/images", {}, {.mountinfo = *mounts});

    EXPECT_THAT(target.no_device_reason, HasSubstr("keeps its files in memory"));
    EXPECT_THAT(target.uncounted_reason, HasSubstr("in memory"));
    ASSERT_EQ(target.mounts.size(), 1U);
    EXPECT_THAT(target.mounts[0].uncounted, HasSubstr("in memory"));
}

}  // namespace
}  // namespace throughline::storage
