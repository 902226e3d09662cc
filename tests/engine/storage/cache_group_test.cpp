// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/cache_group.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <vector>

#include "tests/fixtures/temporary_folder.h"

// Control groups as they are told in /proc, folders that look like them, and real ones where this
// process may make them.
namespace throughline::storage {
namespace {

using testing::HasSubstr;

constexpr const char* kMountsOne =
    "30 25 0:27 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n"
    "31 25 0:28 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n";
constexpr std::uint64_t kMiB = 1U << 20U;

TEST(GroupPlace, OfVersionOneIsBelowTheProcessesOwnGroup) {
    const auto place = group_place("4:memory:/job/7\n0::/\n", kMountsOne);
    ASSERT_TRUE(place) << place.error().what;
    EXPECT_FALSE(place->version_two);
    EXPECT_EQ(place->folder, "/sys/fs/cgroup/memory/job/7");
    EXPECT_EQ(place->home, place->folder);
}

TEST(GroupPlace, WithoutControlGroupsOrControllerSaysWhich) {
    EXPECT_THAT(group_place("", "").error().what, HasSubstr("no control groups are mounted"));
    const fixtures::TemporaryFolder mount;
    const std::string mounts = "25 1 0:22 / " + mount.path() + " rw - cgroup2 cgroup2 rw\n";
    const auto refused = group_place("0::/\n", mounts);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::Unsupported);
    EXPECT_THAT(refused.error().what, HasSubstr("memory controller is in no hierarchy"));
}

/// A folder that looks like a hierarchy of version 2, with this process in /slice/job.
class VersionTwo : public testing::Test {
protected:
    void SetUp() override {
        std::filesystem::create_directories(mount_.file("slice/job"));
        write("slice/job/cgroup.controllers", "cpu memory pids\n");
        write("slice/job/cgroup.subtree_control", "\n");
    }
    void write(const std::string& name, const std::string& text) const {
        std::ofstream(mount_.file(name)) << text;
    }
    Result<GroupPlace> place() const {
        return group_place("0::/slice/job\n",
                           "25 1 0:22 / " + mount_.path() + " rw - cgroup2 cgroup2 rw\n");
    }
    fixtures::TemporaryFolder mount_;
};

TEST_F(VersionTwo, IsBesideTheOwnGroupWhereTheOneAboveHandsMemoryDown) {
    write("slice/cgroup.subtree_control", "memory pids\n");
    const auto there = place();
    ASSERT_TRUE(there) << there.error().what;
    EXPECT_TRUE(there->version_two);
    EXPECT_EQ(there->folder, mount_.file("slice"));
    EXPECT_EQ(there->home, mount_.file("slice/job"));
}

TEST_F(VersionTwo, IsBelowTheOwnGroupWhereThatHandsMemoryDown) {
    write("slice/job/cgroup.subtree_control", "memory\n");
    const auto there = place();
    ASSERT_TRUE(there) << there.error().what;
    EXPECT_EQ(there->folder, mount_.file("slice/job"));
}

TEST_F(VersionTwo, IsRefusedWhereNobodyHandsMemoryDown) {
    write("slice/cgroup.subtree_control", "pids\n");
    const auto refused = place();
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().what, HasSubstr("cannot hand the memory controller down"));
}

TEST(LeftGroups, AreRemovedWhereTheirProcessIsGone) {
    const fixtures::TemporaryFolder folder;
    const std::string mine = "throughline-cache-" + std::to_string(::getpid());
    for (const std::string& name :
         {std::string("throughline-cache-4194304"), mine, std::string("others-4194304")}) {
        std::filesystem::create_directory(folder.file(name));
    }
    EXPECT_EQ(remove_left_groups({.folder = folder.path(), .home = folder.path()}), 1);
    EXPECT_FALSE(std::filesystem::exists(folder.file("throughline-cache-4194304")));
    EXPECT_TRUE(std::filesystem::exists(folder.file(mine)));
    EXPECT_TRUE(std::filesystem::exists(folder.file("others-4194304")));
}

// Where the first process of a container waits for nobody, it stays in the list of processes.
TEST(LeftGroups, AreRemovedWhereNobodyHasWaitedForTheirProcess) {
    const fixtures::TemporaryFolder folder;
    const pid_t child = ::fork();
    if (child == 0) {
        ::_exit(0);
    }
    siginfo_t ended{};
    ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOWAIT), 0);
    std::filesystem::create_directory(folder.file("throughline-cache-" + std::to_string(child)));
    EXPECT_EQ(remove_left_groups({.folder = folder.path(), .home = folder.path()}), 1);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
}

/// A process of its own, which goes into a real group; the tests' stays where it is.
class RealGroup : public testing::Test {
protected:
    void SetUp() override {
        auto place = group_place();
        if (!place) {
            GTEST_SKIP() << "no memory group can be made here: " << describe(place.error());
        }
        place_ = *place;
        auto group = CacheGroup::open(place_, CacheGroup::kBudgetMin);
        if (!group) {
            GTEST_SKIP() << "no memory group can be made here: " << describe(group.error());
        }
    }
    void make_file(std::uint64_t bytes) const {
        const std::vector<char> block(kMiB, 'x');
        std::ofstream out(file());
        for (std::uint64_t done = 0; done < bytes; done += kMiB) {
            out.write(block.data(), static_cast<std::streamsize>(block.size()));
        }
        out.close();
        const int fd = ::open(file().c_str(), O_RDONLY | O_CLOEXEC);
        ::fsync(fd);
        ::posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
        ::close(fd);
    }
    void read_file() const {
        std::vector<char> block(kMiB);
        const int fd = ::open(file().c_str(), O_RDONLY | O_CLOEXEC);
        while (::read(fd, block.data(), block.size()) > 0) {
        }
        ::close(fd);
    }
    std::string file() const { return folder_.file("data"); }

    fixtures::TemporaryFolder folder_;
    GroupPlace place_;
};

TEST_F(RealGroup, HoldsThePageCacheToItsBudgetBesideOwnMemory) {
    constexpr std::uint64_t kBudget = 64 * kMiB;
    make_file(160 * kMiB);
    auto group = CacheGroup::open(place_, kBudget);
    ASSERT_TRUE(group) << describe(group.error());
    // Touched memory of the process is not the cache's.
    std::vector<char> own(100 * kMiB, 'y');
    for (int i = 0; i < 3; ++i) {
        read_file();
        const auto memory = (*group)->memory();
        ASSERT_TRUE(memory);
        EXPECT_LE(memory->cache_bytes, kBudget + 8 * kMiB);
        EXPECT_GE(memory->cache_bytes, kBudget - 16 * kMiB);
        EXPECT_GE(memory->other_bytes, 90 * kMiB);
    }
    ASSERT_TRUE((*group)->empty());
    EXPECT_LT((*group)->memory()->cache_bytes, 4 * kMiB);
    EXPECT_EQ(own.back(), 'y');
}

TEST_F(RealGroup, IsRemovedAtItsEndAndTheProcessIsBack) {
    std::string folder;
    {
        auto group = CacheGroup::open(place_, CacheGroup::kBudgetMin);
        ASSERT_TRUE(group) << describe(group.error());
        folder = (*group)->folder();
        EXPECT_TRUE(std::filesystem::exists(folder));
    }
    EXPECT_FALSE(std::filesystem::exists(folder));
    EXPECT_EQ(group_place()->home, place_.home);
}

TEST_F(RealGroup, TakesThePlaceOfOneThatWasLeftUnderItsNumber) {
    ASSERT_TRUE(std::filesystem::create_directory(place_.folder + "/throughline-cache-" +
                                                  std::to_string(::getpid())));
    const auto group = CacheGroup::open(place_, CacheGroup::kBudgetMin);
    EXPECT_TRUE(group) << describe(group.error());
}

TEST_F(RealGroup, OfAProcessThatWasKilledIsRemovedByTheNext) {
    const pid_t child = ::fork();
    if (child == 0) {
        auto group = CacheGroup::open(place_, CacheGroup::kBudgetMin);
        ::kill(::getpid(), group ? SIGKILL : SIGTERM);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    ASSERT_EQ(WTERMSIG(status), SIGKILL);
    const std::string left = place_.folder + "/throughline-cache-" + std::to_string(child);
    ASSERT_TRUE(std::filesystem::exists(left));
    EXPECT_EQ(remove_left_groups(place_), 1);
    EXPECT_FALSE(std::filesystem::exists(left));
}

}  // namespace
}  // namespace throughline::storage
