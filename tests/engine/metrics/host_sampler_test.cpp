// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/metrics/proc_samplers.h"

namespace throughline::metrics {
namespace {

// Goal: the files that are kept open give new figures each time. Method: the real /proc, with CPU
// time and memory of our own between two snapshots.
TEST(HostSampler, ReadsTheHostAnewEachTime) {
    HostSampler sampler({});
    const HostSnapshot before = sampler.take();
    std::vector<char> memory(std::size_t{64} << 20U);
    std::memset(memory.data(), 1, memory.size());
    HostSnapshot after = sampler.take();
    for (int i = 0; i < 100'000 && after.cpu->busy == before.cpu->busy; ++i) {
        after = sampler.take();
    }

    ASSERT_TRUE(before.cpu && after.cpu && before.process && after.process);
    EXPECT_GT(after.at, before.at);
    EXPECT_GT(after.cpu->busy, before.cpu->busy);
    EXPECT_GT(after.process->resident_bytes, before.process->resident_bytes + (32U << 20U));
    EXPECT_TRUE(after.disks.empty());
    EXPECT_EQ(memory.back(), 1);
}

TEST(HostSampler, KeepsTheDevicesOfItsList) {
    const auto text = read_whole_file("/proc/diskstats");
    ASSERT_TRUE(text) << describe(text.error());
    const auto all = parse_diskstats(*text);
    if (all.empty()) {
        GTEST_SKIP() << "/proc/diskstats lists no device here";
    }
    const std::string& name = all.begin()->first;

    HostSampler sampler({name, "no-such-device"});
    const HostSnapshot snapshot = sampler.take();

    ASSERT_EQ(snapshot.disks.size(), 1U);
    EXPECT_EQ(snapshot.disks.begin()->first, name);
}

}  // namespace
}  // namespace throughline::metrics
