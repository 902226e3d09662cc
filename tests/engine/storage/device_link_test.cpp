// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/device_link.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/engine/storage/fake_sysfs.h"

namespace throughline::storage {
namespace {

using ::testing::HasSubstr;

BlockDevice disk(const char* name) {
    BlockDevice device;
    device.name = name;
    return device;
}

// Goal: a link says what it carries after its line code. Method: a copy in small of /sys, with the
// files as Linux writes them.
TEST(DeviceLink, IsThatOfPcieAfterItsLineCode) {
    const FakeSysfs sysfs;
    sysfs.hang_in("nvme0n1", "pci0/0000:00:01.0/0000:01:00.0/nvme/nvme0");
    sysfs.tell("pci0/0000:00:01.0/0000:01:00.0/current_link_speed", "8.0 GT/s PCIe");
    sysfs.tell("pci0/0000:00:01.0/0000:01:00.0/current_link_width", "4");

    const auto link = link_of(sysfs.root(), disk("nvme0n1"));

    ASSERT_TRUE(link) << describe(link.error());
    EXPECT_EQ(link->name, "PCIe 8.0 GT/s x4");
    EXPECT_NEAR(link->bytes_per_s, 3.938e9, 1e6);  // 4 x 0.985 GB/s
}

TEST(DeviceLink, IsTheNarrowestOnTheWay) {
    const FakeSysfs sysfs;
    sysfs.hang_in("sda", "pci0/0000:00:17.0/ata3");
    sysfs.tell("pci0/0000:00:17.0/current_link_speed", "2.5 GT/s PCIe");
    sysfs.tell("pci0/0000:00:17.0/current_link_width", "4");
    sysfs.tell("pci0/0000:00:17.0/ata3/link3/ata_link/link3/sata_spd", "6.0 Gbps");

    const auto link = link_of(sysfs.root(), disk("sda"));

    ASSERT_TRUE(link) << describe(link.error());
    EXPECT_EQ(link->name, "SATA 6.0 Gbps");
    EXPECT_DOUBLE_EQ(link->bytes_per_s, 600e6);
}

TEST(DeviceLink, OfUsbHasTheCodeOfItsSpeed) {
    const FakeSysfs sysfs;
    sysfs.hang_in("sdb", "pci0/usb2/2-1/2-1:1.0");
    sysfs.tell("pci0/usb2/2-1/idVendor", "abcd");
    sysfs.tell("pci0/usb2/2-1/speed", "5000");

    const auto link = link_of(sysfs.root(), disk("sdb"));

    ASSERT_TRUE(link) << describe(link.error());
    EXPECT_DOUBLE_EQ(link->bytes_per_s, 500e6);
}

TEST(DeviceLink, IsNotKnownWhereNothingTellsOrAHypervisorDoes) {
    const FakeSysfs sysfs;
    sysfs.hang_in("nvme1n1", "pci0/0000:02:00.0");
    sysfs.tell("pci0/0000:02:00.0/current_link_speed", "Unknown");
    sysfs.tell("pci0/0000:02:00.0/current_link_width", "0");

    EXPECT_THAT(link_of(sysfs.root(), disk("nvme1n1")).error().what, HasSubstr("no link"));
    EXPECT_THAT(link_of(sysfs.root(), disk("loop0")).error().what, HasSubstr("no link"));
    sysfs.tell("pci0/0000:02:00.0/current_link_speed", "8.0 GT/s PCIe");
    sysfs.tell("pci0/0000:02:00.0/current_link_width", "4");
    BlockDevice amazon = disk("nvme1n1");
    amazon.model = "Amazon Elastic Block Store";
    BlockDevice hidden = disk("nvme1n1");
    hidden.is_virtual = true;
    for (const BlockDevice& device : {amazon, hidden}) {
        EXPECT_THAT(link_of(sysfs.root(), device).error().what, HasSubstr("hypervisor"));
    }
}

}  // namespace
}  // namespace throughline::storage
