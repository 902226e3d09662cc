// SPDX-License-Identifier: Apache-2.0
#include "engine/base/file_descriptor.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <string>

#include "engine/base/uuid.h"

namespace throughline {
namespace {

class FileDescriptor : public testing::Test {
protected:
    FileDescriptor() { std::filesystem::create_directories(directory_); }
    ~FileDescriptor() override {
        std::error_code ignored;
        std::filesystem::remove_all(directory_, ignored);
    }
    std::string path(const std::string& name) const { return directory_ / name; }
    std::size_t files_in_directory() const {
        std::size_t count = 0;
        for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(directory_)) {
            ++count;
        }
        return count;
    }

private:
    std::filesystem::path directory_ = std::filesystem::temp_directory_path() / make_uuid();
};

TEST_F(FileDescriptor, WritesAndReadsAWholeFile) {
    std::string text(200'000, 'x');
    text += '\0';
    text += "end";
    auto written = write_file_atomically(path("a"), text);
    ASSERT_TRUE(written) << describe(written.error());

    const auto read = read_whole_file(path("a"));

    ASSERT_TRUE(read) << describe(read.error());
    EXPECT_EQ(*read, text);
    EXPECT_EQ(files_in_directory(), 1U);
}

TEST_F(FileDescriptor, ReadsFilesWithoutALength) {
    const auto read = read_whole_file("/proc/self/status");
    ASSERT_TRUE(read) << describe(read.error());
    EXPECT_NE(read->find("VmRSS:"), std::string::npos);
}

TEST_F(FileDescriptor, MissingFileIsNotFoundAndNamed) {
    const auto read = read_whole_file(path("missing"));
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::NotFound);
    EXPECT_NE(describe(read.error()).find("missing': No such file"), std::string::npos);
}

TEST_F(FileDescriptor, FileAboveTheLimitIsRefused) {
    ASSERT_TRUE(write_file_atomically(path("a"), std::string(1000, 'x')));
    const auto read = read_whole_file(path("a"), 999);
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, ErrorCode::Limit);
    EXPECT_TRUE(read_whole_file(path("a"), 1000));
}

TEST_F(FileDescriptor, ReplacesAnOldFile) {
    ASSERT_TRUE(write_file_atomically(path("a"), "old and longer"));
    ASSERT_TRUE(write_file_atomically(path("a"), "new"));
    EXPECT_EQ(*read_whole_file(path("a")), "new");
}

/// No file of this process may grow beyond `bytes_max` while this lives.
class FileSizeLimit {
public:
    explicit FileSizeLimit(rlim_t bytes_max) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &old_limit_);
        const rlimit limit{.rlim_cur = bytes_max, .rlim_max = old_limit_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    FileSizeLimit(const FileSizeLimit&) = delete;
    FileSizeLimit& operator=(const FileSizeLimit&) = delete;
    ~FileSizeLimit() {
        ::setrlimit(RLIMIT_FSIZE, &old_limit_);
        static_cast<void>(std::signal(SIGXFSZ, old_handler_));
    }

private:
    void (*old_handler_)(int);
    rlimit old_limit_{};
};

// Goal: a write that fails half-way leaves what was there. Method: the process may not write more
// than 4 KiB into a file, so the second half is refused as by a full disk.
TEST_F(FileDescriptor, WriteThatFailsHalfWayLeavesTheOldFileAndNoOther) {
    ASSERT_TRUE(write_file_atomically(path("a"), "old"));

    const auto written = [&] {
        const FileSizeLimit limit(4096);
        return write_file_atomically(path("a"), std::string(10'000, 'x'));
    }();

    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().errno_value, EFBIG);
    EXPECT_EQ(*read_whole_file(path("a")), "old");
    EXPECT_EQ(files_in_directory(), 1U);
}

TEST_F(FileDescriptor, RenameThatFailsLeavesTheTargetAndNoOther) {
    std::filesystem::create_directories(path("b/inside"));

    const auto written = write_file_atomically(path("b"), "new");

    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().what, "write '" + path("b") + "'");  // not its temporary neighbour
    EXPECT_NE(written.error().errno_value, 0);
    EXPECT_TRUE(std::filesystem::exists(path("b/inside")));
    EXPECT_EQ(files_in_directory(), 1U);
}

TEST_F(FileDescriptor, WritesThroughALinkAlsoToAFileThatIsNotThereYet) {
    std::filesystem::create_directories(path("elsewhere"));
    std::filesystem::create_symlink("elsewhere/target", path("link"));
    for (const char* const text : {"first", "second"}) {
        ASSERT_TRUE(write_file_atomically(path("link"), text));
        EXPECT_EQ(*read_whole_file(path("elsewhere/target")), text);
        EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
    }
    EXPECT_EQ(files_in_directory(), 2U);
}

TEST_F(FileDescriptor, PartsOfKilledWritersGoAndThoseInUseAndOfOthersStay) {
    for (const char* const name : {"a.tlrun.part1", "b.tlrun.part22", "c.mkv.part1", "d.part"}) {
        ASSERT_TRUE(open_file(path(name), O_WRONLY | O_CREAT, 0644));
    }
    const auto used = open_file(path("a.tlrun.part333"), O_WRONLY | O_CREAT, 0644);
    ASSERT_EQ(::flock(used->get(), LOCK_EX), 0);
    std::filesystem::create_symlink(path("c.mkv.part1"), path("a.tlrun.part4"));

    ASSERT_TRUE(write_file_atomically(path("a.tlrun"), "text"));

    EXPECT_FALSE(std::filesystem::exists(path("a.tlrun.part1")));
    EXPECT_FALSE(std::filesystem::exists(path("b.tlrun.part22")));
    for (const char* const name : {"c.mkv.part1", "d.part", "a.tlrun.part333", "a.tlrun.part4"}) {
        EXPECT_TRUE(std::filesystem::exists(path(name))) << name;
    }
}

// A link of that name, which somebody else laid, would have led the text elsewhere.
TEST_F(FileDescriptor, TemporaryNameThatIsALinkIsNotFollowed) {
    ASSERT_TRUE(write_file_atomically(path("victim"), "precious"));
    std::filesystem::create_symlink(path("victim"),
                                    path("a") + ".part" + std::to_string(::getpid()));

    EXPECT_FALSE(write_file_atomically(path("a"), "text"));

    EXPECT_EQ(*read_whole_file(path("victim")), "precious");
}

TEST_F(FileDescriptor, FullDiskIsALimit) {
    if (::access("/dev/full", W_OK) != 0) {
        GTEST_SKIP() << "/dev/full is not there";
    }
    const auto fd = open_file("/dev/full", O_WRONLY);
    ASSERT_TRUE(fd);
    const auto written = write_all(fd->get(), "x");
    ASSERT_FALSE(written);
    EXPECT_EQ(written.error().code, ErrorCode::Limit);
}

TEST_F(FileDescriptor, OpenedFilesAreNotInherited) {
    const auto fd = open_file("/dev/null", O_RDONLY);
    ASSERT_TRUE(fd);
    EXPECT_NE(::fcntl(fd->get(), F_GETFD) & FD_CLOEXEC, 0);
}

}  // namespace
}  // namespace throughline
