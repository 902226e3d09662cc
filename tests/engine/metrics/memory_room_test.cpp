// SPDX-License-Identifier: Apache-2.0
#include "engine/metrics/memory_room.h"

#include <gtest/gtest.h>

#include <map>

namespace throughline::metrics {
namespace {

/// Small files by their path.
ReadText files(std::map<std::string, std::string> texts) {
    return [texts = std::move(texts)](const std::string& path) -> std::optional<std::string> {
        const auto found = texts.find(path);
        return found == texts.end() ? std::nullopt : std::optional(found->second);
    };
}

constexpr const char* kMountsV2 =
    "25 1 0:22 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";
constexpr const char* kMountsV1 =
    "30 25 0:27 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n"
    "31 25 0:28 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n";

// memory.rst: usage holds the page cache, whose inactive part the kernel takes back first.
TEST(CgroupMemoryRoom, IsTheLimitLessWhatIsUsedAndCannotBeTakenBack) {
    const auto room = cgroup_memory_room(
        "0::/job\n",
        kMountsV2,
        files({{"/sys/fs/cgroup/job/memory.max", "1000\n"},
               {"/sys/fs/cgroup/job/memory.current", "700\n"},
               {"/sys/fs/cgroup/job/memory.stat", "anon 100\ninactive_file 300\nfile 500\n"}}));
    ASSERT_TRUE(room);
    EXPECT_EQ(room->bytes, 600U);
    EXPECT_NE(room->limit.find("'/job'"), std::string::npos) << room->limit;
}

TEST(CgroupMemoryRoom, AGroupAboveMayBeTheTightestOne) {
    const auto room = cgroup_memory_room("0::/slice/job\n",
                                         kMountsV2,
                                         files({{"/sys/fs/cgroup/slice/job/memory.max", "max\n"},
                                                {"/sys/fs/cgroup/slice/job/memory.current", "5\n"},
                                                {"/sys/fs/cgroup/slice/memory.max", "4096\n"},
                                                {"/sys/fs/cgroup/slice/memory.current", "96\n"}}));
    ASSERT_TRUE(room);
    EXPECT_EQ(room->bytes, 4000U);
    EXPECT_NE(room->limit.find("'/slice'"), std::string::npos) << room->limit;
}

TEST(CgroupMemoryRoom, VersionOneHasItsOwnFilesAndMount) {
    const auto room = cgroup_memory_room(
        "4:memory:/job\n3:cpu:/other\n0::/\n",
        kMountsV1,
        files({{"/sys/fs/cgroup/memory/job/memory.limit_in_bytes", "33554432\n"},
               {"/sys/fs/cgroup/memory/job/memory.usage_in_bytes", "1048576\n"},
               {"/sys/fs/cgroup/memory/job/memory.stat", "total_inactive_file 548576\n"}}));
    ASSERT_TRUE(room);
    EXPECT_EQ(room->bytes, 33554432U - 500000U);
}

// In a container the mount's root is the container's own group.
TEST(CgroupMemoryRoom, MountOfAContainerBeginsAtItsGroup) {
    const auto room =
        cgroup_memory_room("0::/docker/abc\n",
                           "25 1 0:22 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw\n",
                           files({{"/sys/fs/cgroup/memory.max", "500\n"},
                                  {"/sys/fs/cgroup/memory.current", "200\n"}}));
    ASSERT_TRUE(room);
    EXPECT_EQ(room->bytes, 300U);
}

TEST(CgroupMemoryRoom, UsedUpIsNoneLeftAndNoLimitIsNoAnswer) {
    EXPECT_EQ(cgroup_memory_room("0::/\n",
                                 kMountsV2,
                                 files({{"/sys/fs/cgroup/memory.max", "100\n"},
                                        {"/sys/fs/cgroup/memory.current", "900\n"}}))
                  ->bytes,
              0U);
    EXPECT_FALSE(cgroup_memory_room("0::/\n", kMountsV2, files({})));
    EXPECT_FALSE(cgroup_memory_room("", "", files({})));
    EXPECT_FALSE(cgroup_memory_room("no colons\n0:\n", "no dash\n - \n", files({})));
}

TEST(MemoryRoom, ThisMachineTells) {
    const auto room = memory_room();
    ASSERT_TRUE(room);
    EXPECT_GT(room->bytes, 0U);
}

}  // namespace
}  // namespace throughline::metrics
