// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <functional>
#include <new>
#include <optional>
#include <thread>

#include "engine/base/file_descriptor.h"
#include "engine/store/database.h"
#include "engine/store/library.h"
#include "tests/engine/store/study_fixture.h"

namespace throughline::store {
namespace {

using ::testing::SizeIs;

class Processes : public ::testing::Test {
protected:
    /// Record number `index` in the folder; the same number is the same study.
    std::string write_record(int index) const {
        const std::string path = folder_.file("study-" + std::to_string(index) + ".tlrun");
        write_text(path, record_of(example_lines("uuid-" + std::to_string(index))));
        return path;
    }

    static pid_t start(const std::function<bool()>& work) {
        const pid_t child = ::fork();
        if (child == 0) {
            ::_exit(work() ? 0 : 1);  // no destructors of the parent's test
        }
        return child;
    }
    static int wait_for(pid_t child) {
        int status = 0;
        EXPECT_EQ(::waitpid(child, &status, 0), child);
        return status;
    }

    /// Says what failed in a child, of which the parent sees the exit status alone.
    static bool succeeded(const std::optional<Error>& error) {
        if (error) {
            std::fputs((describe(*error) + "\n").c_str(), stderr);
        }
        return !error;
    }

    const TemporaryDirectory folder_;
    const std::string path_ = folder_.file("library.sqlite");
};

// Goal: whoever comes second while a library is being made takes it for one. Method: two processes
// wait for each other before each of many new files, and one opens it ever later than the other.
TEST_F(Processes, TwoMayMakeLibrariesAtTheSameTime) {
    constexpr int kLibraries = 100;
    void* const shared = ::mmap(nullptr,
                                sizeof(std::atomic<int>),
                                PROT_READ | PROT_WRITE,
                                MAP_SHARED | MAP_ANONYMOUS,
                                -1,
                                0);
    ASSERT_NE(shared, MAP_FAILED);
    auto* const arrived = new (shared) std::atomic<int>(0);
    const auto open_all = [&](std::chrono::microseconds later_each_time) {
        for (int i = 0; i < kLibraries; ++i) {
            const std::string path = folder_.file("new-" + std::to_string(i));
            arrived->fetch_add(1);
            for (int turn = 0; arrived->load() < 2 * (i + 1) && turn < 1'000'000; ++turn) {
                std::this_thread::yield();
            }
            const auto start_at = std::chrono::steady_clock::now() + i * later_each_time;
            while (std::chrono::steady_clock::now() < start_at) {
            }
            if (const auto library = Library::open(path); !library) {
                return succeeded(library.error());
            }
        }
        return true;
    };

    const pid_t one = start([&] { return open_all(std::chrono::microseconds(0)); });
    const pid_t two = start([&] { return open_all(std::chrono::microseconds(150)); });

    EXPECT_EQ(wait_for(one), 0);
    EXPECT_EQ(wait_for(two), 0);
    ::munmap(shared, sizeof(std::atomic<int>));
}

// Goal: two processes make and fill one library at the same time. Method: the file does not exist
// yet; each ingests 20 records, 10 of them the same.
TEST_F(Processes, TwoMayIngestAtTheSameTime) {
    std::vector<std::string> paths;
    for (int i = 0; i < 30; ++i) {
        paths.push_back(write_record(i));
    }
    const auto ingest_from = [&](std::size_t first) {
        const auto library = Library::open(path_);
        std::optional<Error> error;
        if (!library) {
            error = library.error();
        }
        for (std::size_t i = first; !error && i < first + 20; ++i) {
            if (const auto taken = (*library)->ingest(paths[i]); !taken) {
                error = taken.error();
            }
        }
        return succeeded(error);
    };

    const pid_t one = start([&] { return ingest_from(0); });
    const pid_t two = start([&] { return ingest_from(10); });

    EXPECT_EQ(wait_for(one), 0);
    EXPECT_EQ(wait_for(two), 0);
    const auto library = open_library(path_);
    const auto studies = library->studies();
    ASSERT_TRUE(studies);
    EXPECT_THAT(*studies, SizeIs(30));
    for (const StudyRow& study : *studies) {
        EXPECT_EQ(study.run_count, 4) << study.uuid;
    }
    EXPECT_EQ(integrity_of(path_), "ok");
}

// Goal: a library survives kill -9 of a process that fills it, with every record it had finished.
// Method: the child reports each finished record through a pipe and is killed in the midst.
TEST_F(Processes, KilledWhileIngestingLeavesASoundLibrary) {
    constexpr int kRecords = 200;
    for (int i = 0; i < kRecords; ++i) {
        write_record(i);
    }
    for (int round = 1; round <= 3; ++round) {
        std::array<int, 2> ends{};
        ASSERT_EQ(::pipe(ends.data()), 0);
        const UniqueFd read_end(ends[0]);
        UniqueFd write_end(ends[1]);
        const pid_t child = start([&] {
            auto library = Library::open(path_);
            for (int i = 0; library && i < kRecords; ++i) {
                const auto name = folder_.file("study-" + std::to_string(i) + ".tlrun");
                if (!(*library)->ingest(name) || ::write(write_end.get(), "x", 1) != 1) {
                    return false;
                }
            }
            return library.has_value();
        });
        write_end.reset();
        char finished = 0;
        for (int i = 0; i < 10 * round; ++i) {
            ASSERT_EQ(::read(read_end.get(), &finished, 1), 1);
        }
        ::kill(child, SIGKILL);
        wait_for(child);

        EXPECT_EQ(integrity_of(path_), "ok");
        const auto library = open_library(path_);
        const auto studies = library->studies();
        ASSERT_TRUE(studies);
        EXPECT_GE(studies->size(), static_cast<std::size_t>(10 * round));
        for (const StudyRow& study : *studies) {
            const auto whole = library->load(study.id);
            ASSERT_TRUE(whole);
            EXPECT_EQ(whole->runs.size(), 4U);
            EXPECT_TRUE(whole->footer);
        }
    }
}

TEST_F(Processes, ReadersAreNotDisturbedByAWriter) {
    const auto library = open_library(path_);
    ASSERT_TRUE(library->ingest(write_record(1)));
    const auto other = Database::open(path_);
    ASSERT_TRUE(other);
    const auto writing = Transaction::begin_write(*other);
    ASSERT_TRUE(writing);

    const auto studies = library->studies();

    ASSERT_TRUE(studies);
    EXPECT_THAT(*studies, SizeIs(1));
}

TEST_F(Processes, WriterWaitsForAnotherAndThenSaysBusy) {
    const auto library = open_library(path_);
    const std::string record = write_record(1);
    const auto other = Database::open(path_);
    ASSERT_TRUE(other);
    const auto writing = Transaction::begin_write(*other);
    ASSERT_TRUE(writing);

    const auto report = library->ingest(record);

    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().code, ErrorCode::Busy);
}

}  // namespace
}  // namespace throughline::store
