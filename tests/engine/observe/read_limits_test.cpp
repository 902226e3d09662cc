// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/read_limits.h"

#include <gtest/gtest.h>

#include "tests/engine/observe/control_groups.h"

namespace throughline::observe {
namespace {

using ReadLimitsTest = ControlGroupsTest;

TEST_F(ReadLimitsTest, TheLowestOfAGroupAndThoseAboveItHolds) {
    write("/slice", "blkio.throttle.read_bps_device", "8:0 5000\n254:0 1000\n");
    write("/slice/job", "blkio.throttle.read_bps_device", "254:0 4000\n");
    write("/slice/job", "blkio.throttle.read_iops_device", "254:0 50\n");
    const ReadLimits limits =
        read_limits("7:blkio:/slice/job\n", mounted("cgroup", "rw,blkio"), "254:0");
    EXPECT_EQ(limits.bytes, 1000U);
    EXPECT_EQ(limits.requests, 50U);
}

TEST_F(ReadLimitsTest, OfVersionTwoStandInIoMax) {
    write("/job", "io.max", "254:0 rbps=max wbps=max riops=120 wiops=max\n");
    const ReadLimits limits = read_limits("0::/job\n", mounted("cgroup2", "rw"), "254:0");
    EXPECT_FALSE(limits.bytes);
    EXPECT_EQ(limits.requests, 120U);
}

TEST_F(ReadLimitsTest, AreNoneWhereNothingIsSetOrToBeSeen) {
    EXPECT_FALSE(read_limits("0::/job\n", mounted("cgroup2", "rw"), "254:0").bytes);
    EXPECT_FALSE(read_limits("", "", "254:0").bytes);
}

}  // namespace
}  // namespace throughline::observe
