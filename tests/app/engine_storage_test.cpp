// SPDX-License-Identifier: Apache-2.0
// `throughline-engine storage` as a process: what it may touch, and what it leaves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/app/engine_process.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::tests {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class EngineStorage : public testing::Test {
protected:
    void SetUp() override {
        ::setenv("XDG_RUNTIME_DIR", scratch_.path().c_str(), 1);
        ::setenv("THROUGHLINE_DATA_DIR", scratch_.file("data").c_str(), 1);
        std::ofstream(file_) << std::string(std::size_t{16} << 20U, 'x');
    }
    void TearDown() override { ::unsetenv("THROUGHLINE_DATA_DIR"); }

    static std::vector<std::string> storage(std::vector<std::string> more) {
        more.insert(more.begin(), "storage");
        return more;
    }
    static std::size_t count(const std::string& folder) {
        std::error_code none;
        return static_cast<std::size_t>(
            std::distance(fs::directory_iterator(folder, none), fs::directory_iterator()));
    }
    std::vector<std::string> long_writing() const {
        return storage({place_.path(),
                        "--writes",
                        "--file-bytes",
                        "32MiB",
                        "--pattern",
                        "randread,randwrite",
                        "--seconds",
                        "30",
                        "-o",
                        record_,
                        "--overwrite",
                        "--events"});
    }

    fixtures::TemporaryFolder place_;
    fixtures::TemporaryFolder scratch_;
    const std::string file_ = place_.file("big");
    const std::string record_ = scratch_.file("baseline.tlrun");
};

TEST_F(EngineStorage, ShowsItsFiguresAndKeepsAStudyForTheLibrary) {
    const Outcome measured = run_engine(
        storage({file_, "--block", "4k,64k", "--depth", "1,8", "--seconds", "0.2", "-o", record_}));
    ASSERT_EQ(measured.exit_code, 0) << measured.err;
    EXPECT_THAT(measured.err, HasSubstr("and does not change it."));
    EXPECT_THAT(measured.out,
                AllOf(HasSubstr("reads/s"),
                      HasSubstr("p99"),
                      HasSubstr("Storage delivers up to "),
                      Not(HasSubstr("images/s"))));
    const Outcome show = run_engine({"show", record_, "--json"});
    ASSERT_EQ(show.exit_code, 0) << show.err;
    EXPECT_EQ(show.json()["runs"].size(), 4U);
    const std::string library = scratch_.file("library.sqlite");
    const Outcome added = run_engine({"import", record_, "--library", library});
    ASSERT_EQ(added.exit_code, 0) << added.err;
    const Outcome listed = run_engine({"library", "list", "--library", library});
    EXPECT_THAT(listed.out, HasSubstr("Storage baseline of big"));
    EXPECT_EQ(count(place_.path()), 1U);
}

TEST_F(EngineStorage, SaysWhatItWouldWriteAndWritesNothingInADryRun) {
    const Outcome planned = run_engine(
        storage({place_.path(), "--quick", "--writes", "--file-bytes", "16MiB", "--dry-run"}));
    ASSERT_EQ(planned.exit_code, 0) << planned.err;
    EXPECT_THAT(planned.err,
                AllOf(HasSubstr("Writes at most "), HasSubstr(" stay free."), HasSubstr("about ")));
    EXPECT_EQ(count(place_.path()), 1U);
}

TEST_F(EngineStorage, ADryRunForProgramsHasTheBytesAndTheFreeSpace) {
    const Outcome planned = run_engine(storage(
        {place_.path(), "--quick", "--writes", "--file-bytes", "16MiB", "--dry-run", "--json"}));
    ASSERT_EQ(planned.exit_code, 0) << planned.err;
    const auto json = planned.json();
    EXPECT_GT(json["write_bytes_max"], std::uint64_t{16} << 20U);
    EXPECT_GT(json["bytes_free_after"], 0U);
    EXPECT_EQ(json["folder"], place_.path());
    EXPECT_THAT(json["text"][0].get<std::string>(), HasSubstr("Writes at most "));
    EXPECT_EQ(count(place_.path()), 1U);
    EXPECT_EQ(run_engine(storage({file_, "--json"})).exit_code, 2) << "only of a dry run";
}

TEST_F(EngineStorage, RefusesDevicesFoldersWithoutConsentAndWritesWithout) {
    const auto refused = [](const std::vector<std::string>& arguments) {
        const Outcome outcome = run_engine(storage(arguments));
        EXPECT_EQ(outcome.exit_code, 2);
        return outcome.err;
    };
    EXPECT_THAT(refused({"/dev/null", "--writes"}), HasSubstr("is a character device"));
    EXPECT_THAT(refused({place_.path()}), HasSubstr("--make-file"));
    EXPECT_THAT(refused({file_, "--pattern", "write"}), HasSubstr("--writes"));
    EXPECT_EQ(count(place_.path()), 1U);
}

TEST_F(EngineStorage, RefusesAFileSystemThatIsTooSmall) {
    const std::string small = scratch_.file("small");
    fs::create_directory(small);
    if (::mount("tmpfs", small.c_str(), "tmpfs", 0, "size=64m") != 0) {
        GTEST_SKIP() << "mounting a small file system needs root";
    }
    const Outcome outcome =
        run_engine(storage({small, "--quick", "--make-file", "--file-bytes", "16MiB"}));
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("are free there"), HasSubstr("--file-bytes")));
    EXPECT_EQ(count(small), 0U);
    ::umount(small.c_str());
}

TEST_F(EngineStorage, LeavesNothingAfterAStop) {
    for (const int signal : {SIGINT, SIGTERM}) {
        EngineProcess process(long_writing());
        ASSERT_TRUE(process.wait_for_text("run_started", std::chrono::seconds(30)));
        EXPECT_EQ(count(place_.path()), 2U);
        process.send_signal(signal);
        const Outcome outcome = process.finish();
        EXPECT_EQ(outcome.exit_code, 3) << outcome.err;
        EXPECT_EQ(count(place_.path()), 1U);
        EXPECT_EQ(count(scratch_.file("data/storage-folders")), 0U);
        EXPECT_THAT(outcome.out, HasSubstr("stopped"));
    }
}

TEST_F(EngineStorage, NextStartRemovesWhatAKillLeft) {
    {
        EngineProcess process(long_writing());
        ASSERT_TRUE(process.wait_for_text("run_started", std::chrono::seconds(30)));
        process.send_signal(SIGKILL);
        EXPECT_EQ(process.finish().exit_code, 128 + SIGKILL);
    }
    EXPECT_EQ(count(place_.path()), 2U);
    const Outcome next = run_engine(storage({file_, "--dry-run"}));
    EXPECT_EQ(next.exit_code, 0) << next.err;
    EXPECT_THAT(next.err, HasSubstr("which a storage baseline left that was killed"));
    EXPECT_EQ(count(place_.path()), 1U);
    EXPECT_EQ(fs::file_size(file_), std::size_t{16} << 20U);
}

}  // namespace
}  // namespace throughline::tests
