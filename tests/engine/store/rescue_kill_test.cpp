// SPDX-License-Identifier: Apache-2.0
// Goal: a rescue that is killed at any moment loses nothing. Method: a child process rescues and is
// killed, at random moments and at each of its calls that change files; then the library is either
// the damaged one, which a second rescue brings back, or the whole new one.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <random>
#include <string>
#include <thread>

#include "engine/store/library.h"
#include "engine/store/rescue.h"
#include "tests/engine/store/study_fixture.h"

namespace throughline::store {
namespace {

namespace fs = std::filesystem;
using ::testing::SizeIs;

constexpr std::size_t kStudies = 12;

class RescueKilled : public ::testing::Test {
protected:
    RescueKilled() {
        {
            const auto library = open_library(whole_);
            for (std::size_t i = 0; i < kStudies; ++i) {
                add(*library, i);
            }
        }
        // The last change lies in the log alone.
        const auto library = open_library(whole_);
        EXPECT_TRUE(library->rename(1, "renamed"));
        bytes_ = read_text(whole_);
        log_ = read_text(whole_ + "-wal");
        EXPECT_FALSE(log_.empty());
        const std::size_t at = bytes_.find("\"type\":\"verdict\"");
        EXPECT_NE(at, std::string::npos);
        bytes_.replace(at / kPage * kPage, kPage, std::string(kPage, 'Z'));
    }

    void add(Library& library, std::size_t number) const {
        const std::string digits = std::to_string(100 + number);
        ingest_text(library,
                    folder_.file(digits + ".tlrun"),
                    record_of(example_lines("00000000-0000-4000-8000-000000000" + digits)));
    }

    /// A damaged library in a folder of its own.
    std::string damaged(int round) const {
        const std::string place = folder_.file("round" + std::to_string(round));
        fs::create_directories(place);
        write_text(place + "/library.sqlite", bytes_);
        write_text(place + "/library.sqlite-wal", log_);
        fs::copy(whole_ + "-records", place + "/library.sqlite-records");
        return place;
    }

    static pid_t start_rescue(const std::string& path, bool traced) {
        const pid_t child = ::fork();
        if (child == 0) {
            if (traced) {
                ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
                ::raise(SIGSTOP);
            }
            ::_exit(rescue(path) ? 0 : 1);
        }
        return child;
    }

    /// True: the new library was in place already.
    static bool expect_nothing_lost(const std::string& place) {
        const std::string path = place + "/library.sqlite";
        const auto count = [&](const std::string& part) {
            return std::count_if(
                fs::directory_iterator(place), fs::directory_iterator(), [&](auto& e) {
                    return e.path().filename().string().find(part) != std::string::npos;
                });
        };
        EXPECT_TRUE(fs::exists(path));
        const auto again = rescue(path);
        const bool replaced = !again;
        if (replaced) {
            EXPECT_EQ(again.error().code, ErrorCode::Usage) << describe(again.error());  // sound
        }
        EXPECT_GE(count("library-damaged-"), 1) << "the damaged one is gone";
        const auto library = open_library(path);
        EXPECT_EQ(*library->check(), "");
        const auto rows = library->studies();
        EXPECT_THAT(*rows, SizeIs(kStudies));
        EXPECT_TRUE(std::any_of(rows->begin(), rows->end(), [](const StudyRow& row) {
            return row.title == "renamed";
        })) << "what lay in the log is gone";
        EXPECT_TRUE(library->backup(place + "/backup.sqlite"));
        EXPECT_EQ(count(".part"), 0) << "temporary files of the killed one are left";
        return replaced;
    }

    static constexpr std::size_t kPage = 4096;
    const TemporaryDirectory folder_;
    const std::string whole_ = folder_.file("whole.sqlite");
    std::string bytes_;
    std::string log_;
};

TEST_F(RescueKilled, AtRandomMomentsNothingIsLost) {
    constexpr int kRounds = 20;
    std::mt19937 random(20261122);
    const auto start = std::chrono::steady_clock::now();
    ::waitpid(start_rescue(damaged(0) + "/library.sqlite", false), nullptr, 0);
    const auto whole = std::chrono::steady_clock::now() - start;
    ASSERT_TRUE(expect_nothing_lost(folder_.file("round0")));
    int killed = 0;
    for (int round = 1; round <= kRounds; ++round) {
        SCOPED_TRACE("round " + std::to_string(round));
        const std::string place = damaged(round);
        const pid_t child = start_rescue(place + "/library.sqlite", false);
        std::this_thread::sleep_for(whole * (random() % 1000) / 1000);
        ::kill(child, SIGKILL);
        int status = 0;
        ::waitpid(child, &status, 0);
        killed += WIFSIGNALED(status) ? 1 : 0;
        expect_nothing_lost(place);
        fs::remove_all(place);
    }
    EXPECT_GT(killed, 0);
}

bool changes_files(std::uint64_t call) {
    constexpr std::array kCalls{
#ifdef SYS_rename
        SYS_rename,
        SYS_link,
        SYS_unlink,
        SYS_mkdir,
        SYS_rmdir,
#endif
        SYS_renameat,
        SYS_renameat2,
        SYS_linkat,
        SYS_unlinkat,
        SYS_mkdirat,
        SYS_ftruncate,
        SYS_fsync,
        SYS_fdatasync};
    return std::find(kCalls.begin(), kCalls.end(), static_cast<long>(call)) != kCalls.end();
}

/// Lets the child go on to its call number `wanted` of those that change files, and kills it before
/// the call is made. False: it came to its end before.
bool kill_at_call(pid_t child, int wanted) {
    int status = 0;
    ::waitpid(child, &status, 0);
    ::ptrace(PTRACE_SETOPTIONS, child, nullptr, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
    for (int calls = 0;;) {
        ::ptrace(PTRACE_SYSCALL, child, nullptr, nullptr);
        ::waitpid(child, &status, 0);
        if (WIFEXITED(status) || WIFSIGNALED(status)) {
            return false;
        }
        __ptrace_syscall_info info{};
        const bool known = ::ptrace(PTRACE_GET_SYSCALL_INFO, child, sizeof info, &info) > 0;
        calls += known && info.op == PTRACE_SYSCALL_INFO_ENTRY && changes_files(info.entry.nr);
        if (calls == wanted) {
            ::kill(child, SIGKILL);
            ::waitpid(child, &status, 0);
            return true;
        }
    }
}

TEST_F(RescueKilled, AtEachCallThatChangesFilesNothingIsLost) {
    constexpr int kCallsMax = 200;
    int before = 0;
    int after = 0;
    for (int call = 1; call <= kCallsMax; ++call) {
        SCOPED_TRACE("call " + std::to_string(call));
        const std::string place = damaged(call);
        const pid_t child = start_rescue(place + "/library.sqlite", true);
        if (!kill_at_call(child, call)) {
            ASSERT_TRUE(expect_nothing_lost(place));
            break;
        }
        ++(expect_nothing_lost(place) ? after : before);
        fs::remove_all(place);
    }
    EXPECT_GT(before, 5);
    EXPECT_GT(after, 0);
}

}  // namespace
}  // namespace throughline::store
