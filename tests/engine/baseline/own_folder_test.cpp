// SPDX-License-Identifier: Apache-2.0
#include "engine/baseline/own_folder.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

#include "tests/fixtures/temporary_folder.h"

namespace throughline::baseline {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class OwnFolderTest : public ::testing::Test {
protected:
    OwnFolder make() const {
        auto folder = OwnFolder::make(place_.path(), journal_);
        EXPECT_TRUE(folder) << describe(folder.error());
        return *std::move(folder);
    }
    std::size_t entries(const std::string& folder) const {
        std::error_code none;
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(folder, none), fs::directory_iterator()));
    }
    /// A process that makes a folder with a file and dies without a word. Returns the folder.
    std::string leave_by_kill() const {
        std::array<int, 2> pipe{};
        EXPECT_EQ(::pipe(pipe.data()), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            const auto folder = OwnFolder::make(place_.path(), journal_);
            const auto file = folder->create("data");
            ::mkdirat(folder->descriptor(), "files", S_IRWXU);
            ::mkdirat(folder->descriptor(), "files/000", S_IRWXU);
            const auto small = create_new_file(folder->descriptor(), "files/000/000007");
            static_cast<void>(write_all(pipe[1], folder->path()).has_value());
            ::close(pipe[1]);
            ::pause();
        }
        ::close(pipe[1]);
        std::string path(4096, '\0');
        const ssize_t got = ::read(pipe[0], path.data(), path.size());
        path.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
        ::close(pipe[0]);
        child_ = child;
        return path;
    }
    void kill_child() const {
        ::kill(child_, SIGKILL);
        ::waitpid(child_, nullptr, 0);
    }

    fixtures::TemporaryFolder place_;
    fixtures::TemporaryFolder data_;
    const std::string journal_ = data_.file("journal");
    mutable pid_t child_ = -1;
};

TEST_F(OwnFolderTest, GoesWithItsObjectAndWithWhatIsInIt) {
    std::string path;
    {
        const OwnFolder folder = make();
        path = folder.path();
        ASSERT_TRUE(folder.create("data"));
        EXPECT_TRUE(fs::exists(path + "/data"));
        EXPECT_EQ(entries(journal_), 1U);
    }
    EXPECT_FALSE(fs::exists(path));
    EXPECT_EQ(entries(journal_), 0U);
}

TEST_F(OwnFolderTest, WritesNeitherIntoAnExistingFileNorThroughALink) {
    const OwnFolder folder = make();
    const std::string precious = place_.file("precious");
    std::ofstream(precious) << "precious";
    fs::create_symlink(precious, folder.path() + "/data");
    const auto through_link = folder.create("data");
    ASSERT_FALSE(through_link);
    EXPECT_EQ(through_link.error().errno_value, EEXIST);
    ASSERT_TRUE(folder.create("files"));
    EXPECT_FALSE(folder.create("files"));
    EXPECT_EQ(fs::file_size(precious), 8U);
    fs::remove(folder.path() + "/data");
}

TEST_F(OwnFolderTest, RemovesNothingThatIsNotOurs) {
    OwnFolder folder = make();
    const std::string precious = place_.file("precious");
    std::ofstream(precious) << "precious";
    fs::create_symlink(precious, folder.path() + "/data");
    const auto link = folder.remove();
    ASSERT_FALSE(link);
    EXPECT_THAT(link.error().what, HasSubstr("which this program did not make"));
    fs::remove(folder.path() + "/data");
    std::ofstream(folder.path() + "/letter.txt") << "dear reader";
    EXPECT_FALSE(folder.remove());
    EXPECT_TRUE(fs::exists(folder.path() + "/letter.txt"));
    EXPECT_TRUE(fs::exists(precious));
    EXPECT_EQ(entries(journal_), 1U);
    fs::remove(folder.path() + "/letter.txt");
    EXPECT_TRUE(folder.remove());
}

TEST_F(OwnFolderTest, WithoutAJournalNothingIsMade) {
    std::ofstream(data_.file("blocked")) << "a file";
    const auto folder = OwnFolder::make(place_.path(), data_.file("blocked"));
    ASSERT_FALSE(folder);
    EXPECT_EQ(entries(place_.path()), 0U);
}

TEST_F(OwnFolderTest, NextStartRemovesWhatAKilledProcessLeft) {
    const std::string path = leave_by_kill();
    ASSERT_TRUE(fs::exists(path + "/files/000/000007"));
    EXPECT_TRUE(remove_left_folders(journal_).empty()) << "its process lives";
    EXPECT_TRUE(fs::exists(path));
    kill_child();
    ASSERT_TRUE(fs::exists(path + "/data"));
    const auto left = remove_left_folders(journal_);
    ASSERT_EQ(left.size(), 1U);
    EXPECT_EQ(left.front().path, path);
    EXPECT_EQ(left.front().problem, "");
    EXPECT_FALSE(fs::exists(path));
    EXPECT_EQ(entries(journal_), 0U);
}

TEST_F(OwnFolderTest, FolderThatSomebodyElsePutThereStays) {
    const std::string path = leave_by_kill();
    kill_child();
    fs::remove_all(path);
    fs::create_directory(path);
    std::ofstream(path + "/data") << "precious";  // no marker of ours
    const auto left = remove_left_folders(journal_);
    ASSERT_EQ(left.size(), 1U);
    EXPECT_THAT(left.front().problem, HasSubstr("not the folder that this program made"));
    EXPECT_TRUE(fs::exists(path + "/data"));
}

TEST_F(OwnFolderTest, LinkInItsPlaceIsNotFollowed) {
    const std::string path = leave_by_kill();
    kill_child();
    fs::rename(path, place_.file("moved"));
    fs::create_directory_symlink(place_.file("moved"), path);
    const auto left = remove_left_folders(journal_);
    ASSERT_EQ(left.size(), 1U);
    EXPECT_NE(left.front().problem, "");
    EXPECT_TRUE(fs::exists(place_.file("moved") + "/data"));
}

TEST_F(OwnFolderTest, EntryThatNamesAnotherFolderRemovesNothing) {
    const std::string path = leave_by_kill();
    kill_child();
    const std::string entry = fs::directory_iterator(journal_)->path();
    std::string text = *read_whole_file(entry);
    const std::string precious = place_.file("precious");
    fs::create_directory(precious);
    text.replace(text.find(path), path.size(), precious);
    std::ofstream(entry) << text;
    EXPECT_TRUE(remove_left_folders(journal_).empty());
    EXPECT_TRUE(fs::exists(precious));
}

TEST_F(OwnFolderTest, FolderOfADiskThatIsNotThereIsKeptInTheJournal) {
    const std::string path = leave_by_kill();
    kill_child();
    const std::string away = data_.file("away");
    fs::rename(place_.path(), away);
    EXPECT_TRUE(remove_left_folders(journal_).empty());
    EXPECT_EQ(entries(journal_), 1U);
    fs::rename(away, place_.path());
    EXPECT_EQ(remove_left_folders(journal_).size(), 1U);
    EXPECT_FALSE(fs::exists(path));
}

}  // namespace
}  // namespace throughline::baseline
