// SPDX-License-Identifier: Apache-2.0
#include "engine/metrics/key_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace throughline::metrics {
namespace {

std::vector<std::string> in_order(std::vector<std::string> keys) {
    std::ranges::sort(keys, is_read_before);
    return keys;
}

// Goal: an import of iostat is not read through ten loop devices before its first disk.
TEST(KeyOrder, DisksComeBeforeWhatIsMadeOfThemAndLoopDevicesLast) {
    const std::vector<std::string> wanted{"read_iops",
                                          "read_iops{device=nvme0n1}",
                                          "read_iops{device=nvme2n1}",
                                          "read_iops{device=nvme10n1}",
                                          "read_iops{device=sda}",
                                          "read_iops{device=sda1}",
                                          "read_iops{device=dm-0}",
                                          "read_iops{device=dm-10}",
                                          "read_iops{device=md127}",
                                          "read_iops{device=loop2}",
                                          "read_iops{device=loop10}",
                                          "read_iops{device=zram0}"};
    std::vector<std::string> mixed = wanted;
    std::ranges::sort(mixed);

    EXPECT_EQ(in_order(mixed), wanted);
    EXPECT_EQ(in_order({"a{device=looper}", "a{device=dm-0}"}).front(), "a{device=looper}")
        << "a name that only begins like one of theirs";
}

TEST(KeyOrder, OtherMembersStandInNaturalOrderAndQuantitiesApart) {
    EXPECT_EQ(in_order({"gpu_utilisation{gpu=10}", "cpu_utilisation", "gpu_utilisation{gpu=9}"}),
              (std::vector<std::string>{
                  "cpu_utilisation", "gpu_utilisation{gpu=9}", "gpu_utilisation{gpu=10}"}));
}

}  // namespace
}  // namespace throughline::metrics
