// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/path_target.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/storage/block_device.h"
#include "tests/engine/storage/fake_sysfs.h"
#include "tests/engine/storage/temp_folder.h"

namespace throughline::storage {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> names(const std::vector<BlockDevice>& devices) {
    std::vector<std::string> list;
    for (const BlockDevice& device : devices) {
        list.push_back(device.name);
    }
    return list;
}

PathTarget resolve(const FakeSysfs& sysfs,
                   const std::string& mount_line,
                   const PathIdentity& identity) {
    return resolve_target(
        "/data/images", identity, {.mountinfo = mount_line, .sysfs = sysfs.root()});
}

// Goal: what the kernel counts as fetched for us is believed only where the one who asks is the one
// who reads, and where as much is fetched as is read.
TEST(PathTarget, SaysWhereTheKernelsCountOfOurReadsDoesNotTellWhatWasFetched) {
    const FakeSysfs sysfs;
    const auto reason = [&](const char* type, const char* options) {
        const std::string line = std::string("36 35 8:1 / /data rw,relatime - ") + type +
                                 " /dev/sda1 rw" + options + "\n";
        return resolve(sysfs, line, {}).uncounted_reason;
    };
    for (const char* type : {"ext4", "xfs", "btrfs", "f2fs", "overlay"}) {
        EXPECT_EQ(reason(type, ""), "") << type;
    }
    for (const char* type : {"fuseblk", "fuse.rclone", "nfs4", "zfs", "tmpfs", "squashfs"}) {
        EXPECT_NE(reason(type, ""), "") << type;
    }
    EXPECT_NE(reason("btrfs", ",compress=zstd:3"), "");
    EXPECT_NE(reason("xfs", ",dax=always"), "");
    EXPECT_EQ(reason("ext4", ",nodax"), "");
}

TEST(BlockDevices, APartitionCountsAsItsDisk) {
    const FakeSysfs sysfs;
    sysfs.add_disk("nvme0n1", "259:0");
    sysfs.add_partition("nvme0n1", "nvme0n1p2", "259:2");

    const auto disks = whole_disks(sysfs.root(), 259, 2);

    ASSERT_EQ(names(disks), std::vector<std::string>{"nvme0n1"});
    EXPECT_EQ(disks[0].model, "Model of nvme0n1");
    EXPECT_EQ(disks[0].rotational, false);
    EXPECT_EQ(disks[0].scheduler, "none");
    EXPECT_EQ(disks[0].bytes, 2048U * 512U);
    EXPECT_EQ(disks[0].logical_block_bytes, 512U);
}

// The flag of such a disk says nothing of what the host keeps it on.
TEST(BlockDevices, AVirtualDiskIsCalledSoAndNotRotating) {
    const FakeSysfs sysfs;
    sysfs.add_disk("vda", "254:0");

    const auto disks = whole_disks(sysfs.root(), 254, 0);

    ASSERT_EQ(names(disks), std::vector<std::string>{"vda"});
    EXPECT_TRUE(disks[0].is_virtual);
    EXPECT_FALSE(disks[0].rotational.has_value());
}

TEST(BlockDevices, CryptOnLvmOnPartitionsOfOneDiskIsThatDiskOnce) {
    const FakeSysfs sysfs;
    sysfs.add_disk("sda", "8:0");
    sysfs.add_partition("sda", "sda2", "8:2");
    sysfs.add_partition("sda", "sda3", "8:3");
    sysfs.add_disk("dm-0", "253:0");
    sysfs.add_disk("dm-1", "253:1");
    sysfs.stack("dm-0", "sda/sda2");
    sysfs.stack("dm-0", "sda/sda3");
    sysfs.stack("dm-1", "dm-0");

    EXPECT_THAT(names(whole_disks(sysfs.root(), 253, 1)), ElementsAre("sda"));
}

TEST(BlockDevices, AnUnknownDeviceHasNoDisks) {
    const FakeSysfs sysfs;

    EXPECT_THAT(whole_disks(sysfs.root(), 8, 0), IsEmpty());
}

TEST(BlockDevices, TheSchedulerInBracketsIsTheChosenOne) {
    EXPECT_EQ(chosen_scheduler("none [mq-deadline] kyber"), "mq-deadline");
    EXPECT_EQ(chosen_scheduler("none"), "none");
    EXPECT_EQ(chosen_scheduler(""), "");
}

TEST(PathTarget, MdOfTwoNvmeCountsBoth) {
    const FakeSysfs sysfs;
    sysfs.add_disk("nvme0n1", "259:0");
    sysfs.add_disk("nvme1n1", "259:1");
    sysfs.add_disk("md0", "9:0");
    sysfs.stack("md0", "nvme1n1");
    sysfs.stack("md0", "nvme0n1");

    const PathTarget target = resolve(sysfs,
                                      "30 1 9:0 / /data rw,noatime - xfs /dev/md0 rw,attr2\n",
                                      {.device_major = 9, .device_minor = 0});

    EXPECT_THAT(names(target.devices), ElementsAre("nvme0n1", "nvme1n1"));
    EXPECT_EQ(target.mount_point, "/data");
    EXPECT_EQ(target.file_system, "xfs");
    EXPECT_EQ(target.source, "/dev/md0");
    EXPECT_EQ(target.mount_options, "rw,noatime,rw,attr2");
    EXPECT_EQ(target.no_device_reason, "");
    EXPECT_THAT(target.warnings, IsEmpty());
}

TEST(PathTarget, BtrfsNamesEveryDiskThatItSpans) {
    const FakeSysfs sysfs;
    sysfs.add_disk("nvme8n1", "259:8");
    sysfs.add_partition("nvme8n1", "nvme8n1p1", "259:9");
    sysfs.add_disk("nvme9n1", "259:10");
    sysfs.add_to_btrfs("c0ffee", "nvme8n1/nvme8n1p1");
    sysfs.add_to_btrfs("c0ffee", "nvme9n1");

    const PathTarget target = resolve(sysfs,
                                      "30 1 0:42 /@ /data rw - btrfs /dev/nvme8n1p1 rw\n",
                                      {.device_major = 0, .device_minor = 42});

    EXPECT_THAT(names(target.devices), ElementsAre("nvme8n1", "nvme9n1"));
}

TEST(PathTarget, BtrfsWithoutSysfsEntryGoesByItsSource) {
    const FakeSysfs sysfs;
    sysfs.add_disk("nvme8n1", "259:8");
    sysfs.add_partition("nvme8n1", "nvme8n1p1", "259:9");

    const PathTarget target = resolve(sysfs,
                                      "30 1 0:42 /@ /data rw - btrfs /dev/nvme8n1p1 rw\n",
                                      {.device_major = 0, .device_minor = 42});

    EXPECT_THAT(names(target.devices), ElementsAre("nvme8n1"));
}

TEST(PathTarget, FileSystemsWithoutALocalDeviceSayWhyAndWarn) {
    struct Case {
        const char* mount_line;
        const char* reason;
        const char* warning;
    };
    const FakeSysfs sysfs;
    for (const Case& it :
         {Case{"30 1 0:50 / /data rw - tmpfs tmpfs rw\n", "in memory", "measures memory"},
          Case{"30 1 0:51 / /data rw - nfs4 nas:/export rw,vers=4.2\n",
               "served from elsewhere",
               "network"},
          Case{"30 1 0:52 / /data rw - overlay overlay rw,lowerdir=/no/l,upperdir=/no/u\n",
               "cannot be seen",
               "overlay"},
          Case{"30 1 0:53 / /data rw - fuse.s3fs s3fs rw\n", "a program", "a program"},
          Case{"30 1 0:54 / /data rw - zfs tank/images rw\n", "tank/images", "ARC"}}) {
        const PathTarget target =
            resolve(sysfs, it.mount_line, {.device_major = 0, .device_minor = 50});

        EXPECT_THAT(target.devices, IsEmpty()) << it.mount_line;
        EXPECT_THAT(target.no_device_reason, HasSubstr(it.reason));
        ASSERT_EQ(target.warnings.size(), 1U) << it.mount_line;
        EXPECT_THAT(target.warnings[0], HasSubstr(it.warning));
    }
}

TEST(PathTarget, AnOverlayIsFollowedToTheDisksOfItsLayers) {
    const FakeSysfs sysfs;
    const TempFolder layer;
    auto here = inspect_path(layer.path());
    ASSERT_TRUE(here);
    if (here->devices.empty()) {
        GTEST_SKIP() << here->no_device_reason;
    }
    auto mountinfo = read_whole_file("/proc/self/mountinfo");
    ASSERT_TRUE(mountinfo);
    *mountinfo += "999999 1 0:999 / /data rw - overlay overlay rw,lowerdir=/no:" + layer.path() +
                  ",upperdir=" + layer.path() + "\n";

    const PathTarget target =
        resolve_target("/data/images", {}, {.mountinfo = *mountinfo, .sysfs = "/sys"});

    EXPECT_EQ(target.file_system, "overlay");
    EXPECT_EQ(names(target.devices), names(here->devices));
    EXPECT_EQ(target.warnings.size(), 1U);
}

TEST(PathTarget, TheMountIdTellsHiddenMountsApart) {
    const FakeSysfs sysfs;
    const PathTarget target = resolve(sysfs,
                                      "30 1 0:50 / /data rw - tmpfs below rw\n"
                                      "31 1 0:51 / /data/images rw - tmpfs hidden rw\n"
                                      "32 30 0:52 / /data rw - tmpfs above rw\n",
                                      {.mount_id = 32});

    EXPECT_EQ(target.source, "above");
}

TEST(PathTarget, ALoopDeviceIsWarnedAbout) {
    const FakeSysfs sysfs;
    sysfs.add_disk("loop3", "7:3");

    const PathTarget target = resolve(sysfs,
                                      "30 1 7:3 / /data ro - squashfs /dev/loop3 ro\n",
                                      {.device_major = 7, .device_minor = 3});

    EXPECT_THAT(names(target.devices), ElementsAre("loop3"));
    EXPECT_THAT(target.warnings, ElementsAre(HasSubstr("another file system")));
}

TEST(InspectPath, TellsWhereThisMachinesFoldersLie) {
    const TempFolder folder;

    const auto target =
        inspect_path(folder.path() + "/../" + folder.path().substr(folder.path().rfind('/') + 1));

    ASSERT_TRUE(target) << describe(target.error());
    EXPECT_FALSE(target->file_system.empty());
    EXPECT_GT(target->bytes_total, 0U);
    EXPECT_LE(target->bytes_free, target->bytes_total);
    EXPECT_GT(target->memory_bytes, 0U);
    EXPECT_TRUE(target->writable);
    EXPECT_EQ(target->path.find(".."), std::string::npos);
    EXPECT_EQ(target->devices.empty(), !target->no_device_reason.empty());
}

TEST(InspectPath, AMissingPathIsNotFound) {
    const auto target = inspect_path("/no/such/folder");

    ASSERT_FALSE(target);
    EXPECT_EQ(target.error().code, ErrorCode::NotFound);
}

}  // namespace
}  // namespace throughline::storage
