// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/cpu_quota.h"

#include <gtest/gtest.h>

#include "tests/engine/observe/control_groups.h"

namespace throughline::observe {
namespace {

using CpuQuotaTest = ControlGroupsTest;

TEST_F(CpuQuotaTest, IsTheLowestOfAGroupAndThoseAboveIt) {
    write("/slice", "cpu.max", "150000 100000\n");
    write("/slice/job", "cpu.max", "200000 100000\n");
    EXPECT_EQ(cpu_quota("0::/slice/job\n", mounted("cgroup2", "rw")), 1.5);
}

TEST_F(CpuQuotaTest, OfVersionOneStandsInTwoFiles) {
    write("/job", "cpu.cfs_quota_us", "25000\n");
    write("/job", "cpu.cfs_period_us", "100000\n");
    EXPECT_EQ(cpu_quota("4:cpu,cpuacct:/job\n", mounted("cgroup", "rw,cpu,cpuacct")), 0.25);
}

TEST_F(CpuQuotaTest, HowOftenItHeldBackIsOfTheGroupWithTheLowest) {
    write("/slice", "cpu.max", "150000 100000\n");
    write("/slice", "cpu.stat", "usage_usec 9\nnr_periods 40\nnr_throttled 30\n");
    write("/slice/job", "cpu.max", "200000 100000\n");
    write("/slice/job", "cpu.stat", "nr_periods 7\nnr_throttled 0\n");
    const auto throttling = cpu_throttling("0::/slice/job\n", mounted("cgroup2", "rw"));
    ASSERT_TRUE(throttling);
    EXPECT_EQ(throttling->periods, 40U);
    EXPECT_EQ(throttling->held_back, 30U);
    EXPECT_FALSE(cpu_throttling("", ""));
}

TEST_F(CpuQuotaTest, IsNoneWhereNothingIsSetOrToBeSeen) {
    write("/job", "cpu.max", "max 100000\n");
    EXPECT_FALSE(cpu_quota("0::/job\n", mounted("cgroup2", "rw")));
    write("/job", "cpu.cfs_quota_us", "-1\n");
    write("/job", "cpu.cfs_period_us", "100000\n");
    EXPECT_FALSE(cpu_quota("4:cpu:/job\n", mounted("cgroup", "rw,cpu")));
    EXPECT_FALSE(cpu_quota("", ""));
    EXPECT_FALSE(parse_cpu_max("0 0"));
}

}  // namespace
}  // namespace throughline::observe
