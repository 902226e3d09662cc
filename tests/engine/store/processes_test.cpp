// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <functional>

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

    const TemporaryDirectory folder_;
    const std::string path_ = folder_.file("library.sqlite");
};

// Goal: two processes make and fill one library at the same time. Method: the file does not exist
// yet; each ingests 20 records, 10 of them the same.
TEST_F(Processes, TwoMayIngestAtTheSameTime) {
    std::vector<std::string> paths;
    for (int i = 0; i < 30; ++i) {
        paths.push_back(write_record(i));
    }
    const auto ingest_from = [&](std::size_t first) {
        auto library = Library::open(path_);
        bool good = library.has_value();
        for (std::size_t i = first; good && i < first + 20; ++i) {
            good = (*library)->ingest(paths[i]).has_value();
        }
        return good;
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
