// SPDX-License-Identifier: Apache-2.0
// Goal: a library that may be read and not be written to is of use, and says why it stays as it is.
// Method: file and folder without write permission, seen by a user who is not root: where the test
// runs as root, a child process gives its rights away first.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <functional>

#include "engine/store/database.h"
#include "engine/store/library.h"
#include "engine/store/schema.h"
#include "tests/engine/store/study_fixture.h"

namespace throughline::store {
namespace {

using ::testing::HasSubstr;

constexpr unsigned kNobody = 65534;

/// What `act` returns when a user without privileges calls it.
std::string as_plain_user(const std::function<std::string()>& act) {
    if (::geteuid() != 0) {
        return act();
    }
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe(ends.data()), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        std::string words = "the rights could not be given away";
        if (::setgid(kNobody) == 0 && ::setuid(kNobody) == 0) {
            words = act();
        }
        static_cast<void>(!::write(ends[1], words.data(), words.size()));
        ::_exit(0);
    }
    ::close(ends[1]);
    std::string words;
    std::array<char, 4096> piece{};
    for (ssize_t got = ::read(ends[0], piece.data(), piece.size()); got > 0;
         got = ::read(ends[0], piece.data(), piece.size())) {
        words.append(piece.data(), static_cast<std::size_t>(got));
    }
    ::close(ends[0]);
    ::waitpid(child, nullptr, 0);
    return words;
}

class WriteProtection : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_EQ(::chmod(std::filesystem::path(folder_.file("x")).parent_path().c_str(), 0755), 0);
        ASSERT_EQ(::mkdir(closed_.c_str(), 0755), 0);
        library_ = open_library(path_);
        ingest_text(*library_, folder_.file("study.tlrun"), record_of(example_lines()));
    }
    void TearDown() override { ::chmod(closed_.c_str(), 0755); }

    /// Nobody but its owner may write to what lies there.
    void protect() const {
        for (const auto& entry : std::filesystem::directory_iterator(closed_)) {
            ASSERT_EQ(::chmod(entry.path().c_str(), 0444), 0);
        }
        ASSERT_EQ(::chmod(closed_.c_str(), 0555), 0);
    }
    /// How many studies a reader sees, "read only", and what a change is answered with.
    std::string read_and_change() const {
        return as_plain_user([&]() -> std::string {
            const auto library = Library::open_existing(path_);
            if (!library) {
                return describe(library.error());
            }
            const auto rows = (*library)->studies();
            if (!rows || rows->empty()) {
                return rows ? "no study" : describe(rows.error());
            }
            const auto id = rows->front().id;
            const auto study = (*library)->load(id);
            const auto runs = (*library)->runs(id);
            const auto found = (*library)->search("jpeg");
            if (!study || !runs || !found) {
                return "a read failed";
            }
            std::string words =
                std::to_string(rows->size()) + " study, " + std::to_string(runs->size()) + " runs";
            words += (*library)->read_only() ? ", read only: " : ": ";
            const auto renamed = (*library)->rename(id, "mine");
            const auto binned = (*library)->set_in_bin(id, true);
            words += renamed || binned ? "changed" : describe(renamed.error());
            return words + (!binned && binned.error().code == ErrorCode::Permission
                                ? " (permission)"
                                : " (other)");
        });
    }

    const TemporaryDirectory folder_;
    const std::string closed_ = folder_.file("closed");
    const std::string path_ = closed_ + "/library #1?.sqlite";
    std::unique_ptr<Library> library_;
};

TEST_F(WriteProtection, ALibraryThatNobodyHasOpenIsReadAndNotChanged) {
    library_.reset();
    protect();

    const std::string words = read_and_change();

    EXPECT_THAT(words, HasSubstr("1 study, 4 runs, read only: "));
    EXPECT_THAT(words, HasSubstr("is read-only"));
    EXPECT_THAT(words, HasSubstr("(permission)"));
    EXPECT_FALSE(std::filesystem::exists(path_ + "-wal"));
}

TEST_F(WriteProtection, ABackupIsNotPutInItsPlace) {
    ASSERT_TRUE(library_->check_writable());
    const std::string backup = folder_.file("backup.sqlite");
    ASSERT_TRUE(library_->backup(backup));
    ASSERT_EQ(::chmod(backup.c_str(), 0444), 0);
    library_.reset();
    protect();

    const std::string words = as_plain_user([&]() -> std::string {
        const auto library = Library::open(path_);
        const auto restored = (*library)->restore(backup);
        return (*library)->check_writable() || restored ? "changed" : restored.error().what;
    });

    EXPECT_THAT(words, HasSubstr("is read-only"));
    EXPECT_THAT(words, HasSubstr("A backup of it can be changed")) << "in the window, too";
}

TEST_F(WriteProtection, ALibraryThatItsOwnerHasOpenIsReadWithItsLastChanges) {
    protect();
    ASSERT_TRUE(std::filesystem::exists(path_ + "-wal"));

    EXPECT_THAT(read_and_change(), HasSubstr("1 study, 4 runs, read only: "));
}

TEST_F(WriteProtection, LastChangesThatCannotBeReadAreNotPassedOver) {
    // As after a crash of its owner's program, copied without the -shm file.
    std::filesystem::copy_file(path_, folder_.file("main"));
    std::filesystem::copy_file(path_ + "-wal", folder_.file("wal"));
    library_.reset();
    std::filesystem::copy_file(
        folder_.file("main"), path_, std::filesystem::copy_options::overwrite_existing);
    std::filesystem::copy_file(folder_.file("wal"), path_ + "-wal");
    ASSERT_GT(std::filesystem::file_size(path_ + "-wal"), 0U);
    protect();

    const std::string words = read_and_change();

    EXPECT_THAT(words, HasSubstr("-wal', which only a user with write access can merge"));
}

TEST_F(WriteProtection, AnOlderLibraryIsNotBroughtUp) {
    library_.reset();
    {
        const auto database = Database::open(path_);
        ASSERT_TRUE(database->execute("PRAGMA user_version = 1"));
    }
    protect();

    EXPECT_THAT(read_and_change(), HasSubstr("has schema version 1 and would have to be brought"));
}

TEST_F(WriteProtection, ACopyOfItCanBeChanged) {
    library_.reset();
    protect();
    const std::string folder = folder_.file("own");
    ASSERT_EQ(::mkdir(folder.c_str(), 0777), 0);
    ASSERT_EQ(::chmod(folder.c_str(), 0777), 0);

    const std::string words = as_plain_user([&]() -> std::string {
        const auto library = Library::open_existing(path_);
        const auto copied = (*library)->backup(folder + "/copy.sqlite");
        if (!copied) {
            return describe(copied.error());
        }
        const auto copy = Library::open_existing(folder + "/copy.sqlite");
        const auto renamed = copy ? (*copy)->rename(1, "mine") : Result<void>(copy.error());
        return renamed ? (*copy)->study(1)->title : describe(renamed.error());
    });

    EXPECT_EQ(words, "mine");
}

}  // namespace
}  // namespace throughline::store
