// SPDX-License-Identifier: Apache-2.0
// What a shared folder may hold when the lock is taken: everything that another user can plant.
#include "engine/measure/machine_lock.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "tests/fixtures/temporary_folder.h"

namespace throughline::measure {
namespace {

using WhenBusy = MachineLock::WhenBusy;

constexpr unsigned kNobody = 65534;

class Lock : public ::testing::Test {
protected:
    LockPlace place(const std::string& name = "throughline-1000") const {
        return {.folder = shared_.file(name),
                .file = "measuring.lock",
                .above = LockPlace::Above::Shared};
    }
    static MachineLock take(const std::vector<LockPlace>& places) {
        auto lock = MachineLock::acquire(places, WhenBusy::Refuse);
        EXPECT_TRUE(lock) << lock.error().what;
        return *std::move(lock);
    }
    /// Somebody's file that a planted link leads to.
    std::string thesis() const {
        const std::string path = shared_.file("thesis.txt");
        EXPECT_TRUE(write_file_atomically(path, "years of work"));
        return path;
    }

    fixtures::TemporaryFolder shared_;
};

TEST_F(Lock, SecondMeasurementIsRefusedAndTheHolderNamed) {
    {
        const MachineLock first = take({place()});
        EXPECT_EQ(first.problem(), "");
        auto second = MachineLock::acquire({place()}, WhenBusy::Refuse);
        ASSERT_FALSE(second);
        EXPECT_EQ(second.error().code, ErrorCode::Busy);
        EXPECT_NE(second.error().what.find("process " + std::to_string(::getpid())),
                  std::string::npos);
    }
    EXPECT_EQ(take({place()}).problem(), "");
}

TEST_F(Lock, LinkInAFolderOfAnotherUserIsNotFollowed) {
    if (::geteuid() != 0) {
        GTEST_SKIP() << "giving a folder to another user needs root";
    }
    const std::string victim = thesis();
    ASSERT_EQ(::mkdir(place().folder.c_str(), 0777), 0);
    ASSERT_EQ(::symlink(victim.c_str(), (place().folder + "/measuring.lock").c_str()), 0);
    ASSERT_EQ(::chown(place().folder.c_str(), kNobody, kNobody), 0);

    const MachineLock lock = take({place()});

    EXPECT_NE(lock.problem().find("belongs to another user"), std::string::npos) << lock.problem();
    EXPECT_EQ(*read_whole_file(victim), "years of work");
}

TEST_F(Lock, LinkInAnOwnFolderIsNotFollowed) {
    const std::string victim = thesis();
    ASSERT_EQ(::mkdir(place().folder.c_str(), 0700), 0);
    ASSERT_EQ(::symlink(victim.c_str(), (place().folder + "/measuring.lock").c_str()), 0);

    const MachineLock lock = take({place()});

    EXPECT_NE(lock.problem().find("symbolic links"), std::string::npos) << lock.problem();
    EXPECT_EQ(*read_whole_file(victim), "years of work");
}

TEST_F(Lock, FolderThatIsALinkIsNotFollowed) {
    ASSERT_EQ(::mkdir(shared_.file("own").c_str(), 0700), 0);
    ASSERT_EQ(::symlink(shared_.file("own").c_str(), place().folder.c_str()), 0);
    EXPECT_NE(take({place()}).problem(), "");
    EXPECT_NE(::access(shared_.file("own/measuring.lock").c_str(), F_OK), 0);
}

TEST_F(Lock, FolderThatOthersMayWriteToIsNotUsed) {
    ASSERT_EQ(::mkdir(place().folder.c_str(), 0700), 0);
    ASSERT_EQ(::chmod(place().folder.c_str(), 0777), 0);
    EXPECT_NE(take({place()}).problem().find("others may write"), std::string::npos);
}

// Opening a FIFO without a reader would wait for ever.
TEST_F(Lock, FifoIsNoLockFile) {
    ASSERT_EQ(::mkdir(place().folder.c_str(), 0700), 0);
    ASSERT_EQ(::mkfifo((place().folder + "/measuring.lock").c_str(), 0600), 0);
    EXPECT_NE(take({place()}).problem().find("is not a file of this user"), std::string::npos);
}

TEST_F(Lock, NextPlaceIsTakenWhereTheFirstIsMissing) {
    const LockPlace missing{.folder = "/nothere/user/1000/throughline", .file = "measuring.lock"};
    const MachineLock lock = take({missing, place()});
    EXPECT_EQ(lock.problem(), "");
    EXPECT_EQ(::access((place().folder + "/measuring.lock").c_str(), F_OK), 0);
    EXPECT_FALSE(MachineLock::acquire({missing, place()}, WhenBusy::Refuse));
}

TEST_F(Lock, DataFolderIsMadeForThisUserAlone) {
    const LockPlace data{.folder = shared_.file("home/.local/share/throughline"),
                         .file = "measuring-host.lock",
                         .above = LockPlace::Above::OursOrMade};
    EXPECT_EQ(take({data}).problem(), "");
    struct stat info{};
    ASSERT_EQ(::stat(data.folder.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0700U);
}

TEST_F(Lock, PlacesComeFromTheEnvironmentAndARelativeOneIsNone) {
    ::setenv("XDG_RUNTIME_DIR", "/nothere", 1);
    const auto places = lock_places("/data");
    ::setenv("XDG_RUNTIME_DIR", "relative", 1);
    const auto fewer = lock_places("also/relative");
    ::unsetenv("XDG_RUNTIME_DIR");

    EXPECT_EQ(places.front().folder, "/nothere/throughline");
    EXPECT_EQ(places.size(), 4U);
    EXPECT_EQ(fewer.size(), 2U);
    EXPECT_EQ(fewer.back().above, LockPlace::Above::Shared);
}

// The measurement that was there first learns of the one that was forced to run beside it, while it
// runs and after it.
TEST_F(Lock, ForcedMeasurementDisturbsTheFirstAndIsDisturbedByIt) {
    MachineLock first = take({place()});
    EXPECT_FALSE(first.disturbed());
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        auto joined = MachineLock::acquire({place()}, WhenBusy::Join);
        ::_exit(joined && joined->problem().empty() && joined->disturbed() ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0) << "the forced one knows of the first";
    EXPECT_TRUE(first.disturbed()) << "it began and ended in between";
    EXPECT_FALSE(first.disturbed()) << "it is over";
}

// Ranks of one study on one machine.
TEST_F(Lock, ThoseOfAGroupAreOneMeasurementAndOthersAreNot) {
    auto first = MachineLock::acquire({place()}, WhenBusy::Refuse, "study-a");
    ASSERT_TRUE(first);
    auto mate = MachineLock::acquire({place()}, WhenBusy::Refuse, "study-a");
    ASSERT_TRUE(mate) << mate.error().what;
    EXPECT_FALSE(first->disturbed());
    EXPECT_FALSE(mate->disturbed());
    const auto other = MachineLock::acquire({place()}, WhenBusy::Refuse, "study-b");
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().code, ErrorCode::Busy);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        ::_exit(MachineLock::acquire({place()}, WhenBusy::Join) ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    EXPECT_TRUE(first->disturbed()) << "a stranger was beside them";
    EXPECT_TRUE(mate->disturbed());
}

}  // namespace
}  // namespace throughline::measure
