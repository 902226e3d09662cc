// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/mount_table.h"

#include <gtest/gtest.h>

namespace throughline::storage {
namespace {

TEST(MountTable, ReadsEveryFieldAndSkipsOptionalOnes) {
    const auto mounts = parse_mountinfo(
        "36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 shared:2 - ext3 /dev/root rw,errors=continue\n"
        "27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard\n");

    ASSERT_EQ(mounts.size(), 2U);
    EXPECT_EQ(mounts[0].mount_id, 36U);
    EXPECT_EQ(mounts[0].device_major, 98U);
    EXPECT_EQ(mounts[0].device_minor, 0U);
    EXPECT_EQ(mounts[0].mount_point, "/mnt2");
    EXPECT_EQ(mounts[0].options, "rw,noatime");
    EXPECT_EQ(mounts[0].file_system, "ext3");
    EXPECT_EQ(mounts[0].source, "/dev/root");
    EXPECT_EQ(mounts[0].super_options, "rw,errors=continue");
    EXPECT_EQ(mounts[1].file_system, "ext4");
}

TEST(MountTable, UnescapesSpacesInMountPoints) {
    const auto mounts =
        parse_mountinfo("40 27 8:17 / /media/my\\040disk\\134x rw - vfat /dev/sdb1 rw\n");

    ASSERT_EQ(mounts.size(), 1U);
    EXPECT_EQ(mounts[0].mount_point, "/media/my disk\\x");
}

TEST(MountTable, SkipsLinesThatAreNotWellFormed) {
    EXPECT_TRUE(parse_mountinfo("").empty());
    EXPECT_TRUE(parse_mountinfo("nonsense\n1 2 x:y / / rw - ext4 a b\n1 2 8:1 / / rw\n").empty());
}

TEST(MountTable, TheLongestMountPointHoldsThePath) {
    const auto mounts = parse_mountinfo(
        "1 0 8:1 / / rw - ext4 /dev/a rw\n"
        "2 1 8:2 / /data rw - ext4 /dev/b rw\n"
        "3 1 8:3 / /data/fast rw - ext4 /dev/c rw\n");

    EXPECT_EQ(mount_of_path(mounts, "/data/fast/x")->source, "/dev/c");
    EXPECT_EQ(mount_of_path(mounts, "/data/fast")->source, "/dev/c");
    EXPECT_EQ(mount_of_path(mounts, "/data/faster")->source, "/dev/b");
    EXPECT_EQ(mount_of_path(mounts, "/database")->source, "/dev/a");
    EXPECT_EQ(mount_of_path(mounts, "/")->source, "/dev/a");
    EXPECT_EQ(mount_of_path({}, "/"), nullptr);
}

TEST(MountTable, OfTwoMountsInOnePlaceTheLaterCovers) {
    const auto mounts = parse_mountinfo(
        "1 0 8:1 / / rw - rootfs none rw\n"
        "2 1 8:2 / / rw - ext4 /dev/b rw\n");

    EXPECT_EQ(mount_of_path(mounts, "/x")->source, "/dev/b");
}

TEST(MountTable, FindsAnOptionByItsWholeName) {
    EXPECT_EQ(mount_option("rw,lowerdir=/a:/b,upperdir=/c", "upperdir"), "/c");
    EXPECT_EQ(mount_option("rw,lowerdir=/a:/b,upperdir=/c", "lowerdir"), "/a:/b");
    EXPECT_EQ(mount_option("rw,lowerdir=/a", "dir"), "");
}

}  // namespace
}  // namespace throughline::storage
