// SPDX-License-Identifier: Apache-2.0
// Storage that stops answering, and files that become something that never answers: the real
// program on real files that the kernel holds back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <memory>
#include <string>
#include <vector>

#include "engine/record/read_record.h"
#include "engine/record/study.h"
#include "tests/app/small_run.h"
#include "tests/fixtures/held_files.h"

namespace throughline {
namespace {

using namespace std::chrono_literals;
using tests::EngineProcess;
using tests::Outcome;

constexpr std::chrono::seconds kPatience{30};
const std::vector<std::string> kReaders{"io_uring", "pread", "mmap"};

class Hang : public tests::SmallRun {
protected:
    std::string record_of(const std::string& name) const { return place_.file(name + ".tlrun"); }
    std::unique_ptr<EngineProcess> start(const std::string& reader,
                                         std::vector<std::string> more = {}) const {
        more.insert(more.end(),
                    {"--set",
                     "storage.reader=" + reader,
                     "--set",
                     "stages=storage",
                     "--events",
                     "--force",
                     "-o",
                     record_of(reader)});
        return std::make_unique<EngineProcess>(run(more));
    }
    /// The first `count` images become FIFOs, which nobody writes to.
    void make_fifos(int count) const {
        for (int i = 0; i < count; ++i) {
            const std::string name = images_.file("img_00" + std::string(i < 10 ? "0" : "") +
                                                  std::to_string(i) + ".jpg");
            ASSERT_EQ(::unlink(name.c_str()), 0) << name;
            ASSERT_EQ(::mkfifo(name.c_str(), 0600), 0) << name;
        }
    }
    static std::vector<std::string> codes(const record::Study& study) {
        std::vector<std::string> found;
        for (const auto& one : study.runs) {
            for (const auto& note : one.notes) {
                found.push_back(note.code);
            }
        }
        return found;
    }
};

// Goal: a hang is told while it lasts, and one signal ends program and record. Method: all three
// readers at once, as ten seconds pass before it is told.
TEST_F(Hang, StorageThatStopsAnsweringIsToldAndOneSignalEndsTheRecord) {
    std::vector<std::unique_ptr<EngineProcess>> engines;
    for (const std::string& reader : kReaders) {
        engines.push_back(start(reader, {"--set", "duration_seconds=600"}));
        ASSERT_TRUE(engines.back()->wait_for_text("\"phase\":\"measured\"", kPatience)) << reader;
    }
    const fixtures::HeldFiles held(images_.path());
    if (!held.problem().empty()) {
        GTEST_SKIP() << held.problem();
    }
    for (std::size_t i = 0; i < engines.size(); ++i) {
        EXPECT_TRUE(engines[i]->wait_for_text("had no response for 10", kPatience)) << kReaders[i];
        engines[i]->send_signal(SIGINT);
    }
    for (std::size_t i = 0; i < engines.size(); ++i) {
        const Outcome ended = engines[i]->finish(10s);
        EXPECT_EQ(ended.exit_code, 3) << kReaders[i] << ended.err;
        EXPECT_NE(ended.err.find("(first: img_"), std::string::npos) << ended.err;
        EXPECT_NE(ended.err.find("stopping without waiting any longer"), std::string::npos);
        const auto record = record::read_record(record_of(kReaders[i]));
        ASSERT_TRUE(record) << record.error().what;
        EXPECT_FALSE(record->damage);
        EXPECT_TRUE(record->study.verdict);
        EXPECT_TRUE(record->study.footer);
        ASSERT_EQ(record->study.runs.size(), 1U);
        EXPECT_EQ(record->study.runs[0].status, record::RunStatus::Stopped);
        EXPECT_THAT(codes(record->study),
                    ::testing::AllOf(::testing::Contains("storage.no_answer"),
                                     ::testing::Contains("storage.left")));
    }
}

// Goal: a scan that hangs is told while it lasts, with the data set's name; one signal ends it.
TEST_F(Hang, ScanThatHangsIsToldAndLeftAtTheFirstSignal) {
    const fixtures::HeldFiles held(images_.path());
    if (!held.problem().empty()) {
        GTEST_SKIP() << held.problem();
    }
    EngineProcess engine(run({"--events"}));
    ASSERT_TRUE(engine.wait_for_text("has made no progress for 10", kPatience));
    engine.send_signal(SIGINT);
    const Outcome ended = engine.finish(10s);
    EXPECT_EQ(ended.exit_code, 3) << ended.err;
    EXPECT_NE(ended.err.find("stopping without waiting any longer"), std::string::npos);
}

TEST_F(Hang, StorageThatAnswersAgainGoesOn) {
    auto engine = start("io_uring", {"--set", "duration_seconds=15"});
    ASSERT_TRUE(engine->wait_for_text("\"phase\":\"measured\"", kPatience));
    auto held = std::make_unique<fixtures::HeldFiles>(images_.path());
    if (!held->problem().empty()) {
        GTEST_SKIP() << held->problem();
    }
    ASSERT_TRUE(engine->wait_for_text("had no response for 10", kPatience));
    held.reset();
    EXPECT_TRUE(engine->wait_for_text("the storage responded after", kPatience));
    EXPECT_EQ(engine->finish().exit_code, 0);
}

// Goal: a file that becomes a FIFO fails as one image, while measuring and before the next run,
// whose page cache is emptied first.
TEST_F(Hang, FileThatBecomesAFifoIsAFailedImage) {
    std::vector<std::unique_ptr<EngineProcess>> engines;
    for (const std::string& reader : kReaders) {
        engines.push_back(
            start(reader, {"--set", "duration_seconds=4", "--sweep", "dataset.seed=1,2"}));
        ASSERT_TRUE(engines.back()->wait_for_text("\"phase\":\"measured\"", kPatience)) << reader;
    }
    make_fifos(8);
    for (std::size_t i = 0; i < engines.size(); ++i) {
        const Outcome ended = engines[i]->finish();
        EXPECT_EQ(ended.exit_code, 0) << kReaders[i] << ended.err;
        const auto record = record::read_record(record_of(kReaders[i]));
        ASSERT_TRUE(record);
        ASSERT_EQ(record->study.runs.size(), 2U) << kReaders[i];
        for (const auto& one : record->study.runs) {
            EXPECT_TRUE(std::any_of(one.notes.begin(), one.notes.end(), [](const auto& note) {
                return note.code == "read.open" &&
                       note.text.find("no longer a regular file") != std::string::npos;
            })) << kReaders[i];
        }
    }
}

}  // namespace
}  // namespace throughline
