// SPDX-License-Identifier: Apache-2.0
// `throughline-engine run` as a user, a window or a failing machine meets it: the real program as a
// child process, real files, a real record.
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/file_descriptor.h"
#include "engine/record/read_record.h"
#include "engine/record/record_lines.h"
#include "engine/record/study.h"
#include "engine/record/touched.h"
#include "tests/app/engine_process.h"
#include "tests/app/small_run.h"
#include "tests/fixtures/jpeg_files.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline {
namespace {

using Json = nlohmann::json;

using tests::EngineProcess;
using tests::Outcome;
using tests::run_engine;

constexpr std::chrono::seconds kPatience{30};

class RunCommand : public tests::SmallRun {};

TEST_F(RunCommand, SweepIsMeasuredInCartesianOrderAndShown) {
    const Outcome measured = run_engine(run_into_record(
        {"--sweep", "decode.threads=1,2", "--sweep", "storage.reader=io_uring,pread"}));
    ASSERT_EQ(measured.exit_code, 0) << measured.err;

    const Json study = shown();
    std::vector<std::string> order;
    for (const auto& one : study["runs"]) {
        order.push_back(std::to_string(one["settings"]["decode.threads"].get<int>()) +
                        one["settings"]["storage.reader"].get<std::string>());
        EXPECT_GT(one["metrics"]["images_per_second"].get<double>(), 0.0);
    }
    EXPECT_EQ(order, (std::vector<std::string>{"1io_uring", "1pread", "2io_uring", "2pread"}));
    EXPECT_NE(measured.out.find("images/s"), std::string::npos) << "the table is printed";
}

TEST_F(RunCommand, ResidentMemoryIsThePlannedMemoryAndTheProgramItself) {
    // Enough planned that a plan which forgot a buffer would show.
    const Outcome measured = run_engine(run_into_record(
        {"--set", "batch.slots=32", "--set", "batch.images=16", "--set", "duration_seconds=2.2"}));
    ASSERT_EQ(measured.exit_code, 0) << measured.err;

    std::ifstream lines(record_);
    std::string line;
    double planned = 0.0;
    std::vector<double> resident;
    while (std::getline(lines, line)) {
        const Json record = Json::parse(line);
        if (record["type"] == "header") {
            planned = record["plan"]["memory_bytes"].get<double>();
        } else if (record["type"] == "sample" && record["metrics"].contains("resident_memory")) {
            resident.push_back(record["metrics"]["resident_memory"].get<double>());
        }
    }
    ASSERT_GT(planned, 70e6);
    ASSERT_GE(resident.size(), 2U);
    // The program with its libraries takes 8 MB here; a sanitizer's shadow comes on top.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "sanitizers take memory of their own";
#endif
    EXPECT_GT(resident.front(), 0.9 * planned);
    EXPECT_LT(resident.back(), planned + 32e6);
    EXPECT_LT(resident.back(), resident.front() + 4e6) << "nothing grows while measuring";
}

TEST_F(RunCommand, SpecFileFromStdinIsTaken) {
    EngineProcess engine({"run", "-", "-o", record_});
    engine.say(R"({"dataset":{"path":")" + images_.path() +
               R"("},"duration_seconds":0.2,"warmup_seconds":0,"batch":{"images":4}})");
    engine.end_input();
    const Outcome measured = engine.finish();
    ASSERT_EQ(measured.exit_code, 0) << measured.err;
    EXPECT_EQ(shown()["runs"][0]["settings"]["batch.images"], 4);
}

TEST_F(RunCommand, UnknownKeyIsAUsageErrorThatNamesTheNearestKey) {
    const Outcome refused = run_engine(run({"--set", "decode.thread=2"}));
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_NE(refused.err.find("decode.threads"), std::string::npos) << refused.err;
}

TEST_F(RunCommand, FolderWithoutJpegSaysWhatIsThere) {
    const fixtures::TemporaryFolder other;
    fixtures::write_bytes(other.file("a.txt"), std::vector<std::byte>(5));
    const Outcome refused = run_engine({"run", "--set", "dataset.path=" + other.path()});
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_NE(refused.err.find("0 of 1 file"), std::string::npos) << refused.err;
    EXPECT_NE(refused.err.find("holds JPEG images"), std::string::npos) << refused.err;
    EXPECT_EQ(refused.err.find("damaged"), std::string::npos) << refused.err;
}

TEST_F(RunCommand, ExistingRecordIsNotOverwrittenUnasked) {
    ASSERT_EQ(run_engine(run_into_record()).exit_code, 0);
    const Outcome again = run_engine(run_into_record());
    EXPECT_NE(again.exit_code, 0);
    EXPECT_NE(again.err.find(record_), std::string::npos);
    EXPECT_EQ(run_engine(run_into_record({"--overwrite"})).exit_code, 0);
}

TEST_F(RunCommand, InterruptKeepsTheRecordAndExitsWithThreeWithinASecond) {
    EngineProcess engine(run_into_record({"--set", "duration_seconds=600", "--events"}));
    ASSERT_TRUE(engine.wait_for_text("\"phase\":\"measured\"", kPatience));
    const SteadyTime asked = steady_now();
    engine.send_signal(SIGINT);
    EXPECT_EQ(engine.finish().exit_code, 3);
    EXPECT_LT(steady_now() - asked, std::chrono::seconds(1));

    EXPECT_EQ(shown()["runs"][0]["status"], "stopped");
    auto read = record::read_record(record_);
    ASSERT_TRUE(read);
    EXPECT_TRUE(read->study.footer);
}

/// Lets the engine measure, stops it for a while as a shell or a debugger does, and lets it go on.
record::Study paused_in_the_middle(const std::vector<std::string>& arguments,
                                   const std::string& record) {
    EngineProcess engine(arguments);
    EXPECT_TRUE(engine.wait_for_text("\"phase\":\"measured\",\"repeat\"", kPatience));
    EXPECT_TRUE(engine.wait_for_text("\"type\":\"sample\"", kPatience));
    engine.send_signal(SIGSTOP);
    std::this_thread::sleep_for(std::chrono::milliseconds(2500));
    engine.send_signal(SIGCONT);
    const Outcome measured = engine.finish();
    EXPECT_EQ(measured.exit_code, 0) << measured.err;
    auto read = record::read_record(record);
    EXPECT_TRUE(read);
    return read->study;
}

bool is_noted(const record::RunData& run, std::string_view code) {
    return std::any_of(run.notes.begin(), run.notes.end(), [&](const record::Note& note) {
        return note.code == code;
    });
}

// Goal: time in which the program stood still is no measured time, and the record says so.
TEST_F(RunCommand, APauseOfTheProcessIsInNoFigureAndIsSaid) {
    const record::Study study = paused_in_the_middle(
        run_into_record({"--events", "--set", "stages=storage", "--set", "duration_seconds=3.5"}),
        record_);
    const record::RunData& run = study.runs.at(0);
    EXPECT_EQ(run.status, record::RunStatus::Done);
    EXPECT_TRUE(is_noted(run, record::kPausedCode));
    double measured_s = 0.0;
    double images = 0.0;
    double left_out_s = 0.0;
    for (const record::Sample& sample : run.samples) {
        if (sample.phase == record::Phase::Measured) {
            EXPECT_LT(sample.dt_s, 2.0);
            measured_s += sample.dt_s;
            images += sample.dt_s * sample.metrics.at("images_per_second");
        } else if (sample.phase == record::Phase::Drain) {
            left_out_s += sample.dt_s;
        }
    }
    EXPECT_GT(left_out_s, 2.0);
    EXPECT_NEAR(measured_s, 3.5, 1.0) << "as long as was asked for, besides the pause";
    EXPECT_NEAR(images / measured_s, run.metrics.at("images_per_second").value, 1e-6 * images);
    EXPECT_LT(run.metrics.at("read_latency_max").value, 2.0);
    EXPECT_FALSE(run.absent.contains("time_to_first_batch")) << "storage alone makes no batches";
    ASSERT_TRUE(study.verdict);
    EXPECT_NE(study.verdict->grade, record::Grade::Measured);
    EXPECT_NE(study.verdict->sentence.find("the program stood still for"), std::string::npos)
        << study.verdict->sentence;
}

// Goal: emulated accelerators stand still with their process and do not catch up on it.
TEST_F(RunCommand, APauseStopsTheClockOfEmulatedAccelerators) {
    const record::Study study = paused_in_the_middle(run_into_record({"--events",
                                                                      "--set",
                                                                      "stages=consumer",
                                                                      "--set",
                                                                      "consumer.kind=paced",
                                                                      "--set",
                                                                      "consumer.batch_seconds=0.02",
                                                                      "--set",
                                                                      "batch.slots=8",
                                                                      "--set",
                                                                      "duration_seconds=3.5"}),
                                                     record_);
    const record::RunData& run = study.runs.at(0);
    EXPECT_TRUE(is_noted(run, record::kPausedCode));
    EXPECT_NEAR(run.metrics.at("images_per_second").value, 200.0, 10.0);
    EXPECT_NEAR(run.metrics.at("accelerator_utilisation").value, 100.0, 5.0);
}

// Goal: a data set that is deleted while it is measured is what the message says, and the rate of
// until then is nobody's result.
TEST_F(RunCommand, ADataSetThatVanishesIsNamedAndGivesNoResult) {
    const std::string folder = place_.file("photos");
    std::filesystem::create_directories(folder);
    fixtures::write_jpegs(folder, 32);
    EngineProcess engine(run_into_record(
        {"--events", "--set", "dataset.path=" + folder, "--set", "duration_seconds=600"}));
    ASSERT_TRUE(engine.wait_for_text("\"type\":\"sample\"", kPatience));
    std::filesystem::remove_all(folder);
    EXPECT_EQ(engine.finish().exit_code, 1);

    const Json run = shown()["runs"][0];
    EXPECT_EQ(run["status"], "failed");
    EXPECT_FALSE(run["metrics"].contains("images_per_second")) << run;
    EXPECT_TRUE(run["absent"].contains("images_per_second"));
    const Outcome table = run_engine({"show", record_});
    EXPECT_NE(table.out.find("the folder '" + folder + "' vanished "), std::string::npos)
        << table.out;
    EXPECT_NE(table.out.find(" into the run"), std::string::npos);
}

TEST_F(RunCommand, KilledEngineLosesNoCompleteLine) {
    {
        EngineProcess engine(run_into_record({"--set", "duration_seconds=600", "--events"}));
        ASSERT_TRUE(engine.wait_for_text("\"type\":\"sample\"", kPatience));
        engine.send_signal(SIGKILL);
        EXPECT_EQ(engine.finish().exit_code, 128 + SIGKILL);
    }
    auto read = record::read_record(record_);
    ASSERT_TRUE(read) << read.error().what;
    EXPECT_FALSE(read->study.footer) << "interrupted";
    ASSERT_EQ(read->study.runs.size(), 1U);
    EXPECT_EQ(read->study.runs[0].status, record::RunStatus::Interrupted);
    EXPECT_GE(read->study.runs[0].samples.size(), 1U);
    EXPECT_FALSE(record::record_is_locked(record_));
}

/// Lines of the record of this type and run.
int lines_of(const std::string& record, const std::string& type, int run) {
    int count = 0;
    std::istringstream lines(*read_whole_file(record));
    for (std::string text; std::getline(lines, text);) {
        const Json line = Json::parse(text, nullptr, false);
        count += line.is_object() && line["type"] == type && line.value("run", 0) == run ? 1 : 0;
    }
    return count;
}

// Goal: what was measured stays, what is missing is measured, in the same study. Method: a sweep of
// five runs that is killed in its third, and a last line that was cut off.
TEST_F(RunCommand, FinishMeasuresWhatAKilledStudyLacksAndNothingElse) {
    const auto sweep = run_into_record({"--set", "ceilings=true", "--sweep", "decode.threads=1,2"});
    {
        auto slow = sweep;
        slow.emplace_back("--events");
        EngineProcess engine(slow);
        ASSERT_TRUE(engine.wait_for_text(R"("phase":"measured","repeat":1,"run":3,)", kPatience));
        engine.send_signal(SIGKILL);
        EXPECT_EQ(engine.finish().exit_code, 128 + SIGKILL);
    }
    std::ofstream(record_, std::ios::app) << R"({"type":"samp)";
    const auto before = record::read_record(record_);
    ASSERT_TRUE(before);
    ASSERT_EQ(record::missing_runs(before->study), (std::vector<int>{3, 4, 5}));

    const Outcome finished = run_engine({"run", "--finish", record_});
    ASSERT_EQ(finished.exit_code, 0) << finished.err;
    EXPECT_NE(finished.err.find("3 of 5 runs are missing"), std::string::npos) << finished.err;

    const auto after = record::read_record(record_);
    ASSERT_TRUE(after) << after.error().what;
    EXPECT_FALSE(after->damage) << after->damage->text;
    const record::Study& study = after->study;
    EXPECT_EQ(study.header.study, before->study.header.study);
    EXPECT_EQ(record::status_of(study), record::RunStatus::Done);
    ASSERT_EQ(study.runs.size(), 5U);
    for (std::size_t i = 0; i < 5; ++i) {
        const int number = static_cast<int>(i) + 1;
        EXPECT_EQ(study.runs[i].started.run, number);
        EXPECT_EQ(lines_of(record_, "run_ended", number), 1) << number;
        EXPECT_EQ(lines_of(record_, "run_started", number), number == 3 ? 2 : 1) << number;
    }
    for (const std::size_t kept : {0U, 1U}) {
        EXPECT_EQ(study.runs[kept].started.at, before->study.runs[kept].started.at);
    }
    const Json table = shown();
    for (const std::size_t full : {2U, 4U}) {
        EXPECT_TRUE(table["runs"][full]["metrics"].contains("fed_share"))
            << table["runs"][full].dump();
    }
    EXPECT_TRUE(study.verdict);

    const std::string whole = *read_whole_file(record_);
    const Outcome again = run_engine({"run", "--finish", record_});
    EXPECT_EQ(again.exit_code, 0);
    EXPECT_NE(again.out.find("Nothing is missing"), std::string::npos) << again.out;
    EXPECT_EQ(*read_whole_file(record_), whole);
}

TEST_F(RunCommand, FinishRefusesWhatWouldNotCompareAndLeavesTheRecordAlone) {
    {
        EngineProcess engine(run_into_record(
            {"--sweep", "decode.threads=1,2", "--set", "duration_seconds=600", "--events"}));
        ASSERT_TRUE(engine.wait_for_text("\"type\":\"sample\"", kPatience));
        const Outcome busy = run_engine({"run", "--finish", record_});
        EXPECT_EQ(busy.exit_code, 1);
        EXPECT_NE(busy.err.find("is being written by another process"), std::string::npos)
            << busy.err;
        engine.send_signal(SIGTERM);
        EXPECT_EQ(engine.finish().exit_code, 3);
    }
    const std::string before = *read_whole_file(record_);
    const auto refused = [&] {
        const Outcome outcome = run_engine({"run", "--finish", record_});
        EXPECT_EQ(outcome.exit_code, 1);
        return outcome.err;
    };
    fixtures::write_jpegs(images_.path(), 33);
    std::string said = refused();
    EXPECT_NE(said.find("dataset.1.images was 32 and is 33"), std::string::npos) << said;
    EXPECT_EQ(*read_whole_file(record_), before);

    std::string other = before;
    const std::string key = "\"cpu.model\":\"";
    other.insert(other.find(key) + key.size(), "Other ");
    ASSERT_TRUE(write_file_atomically(record_, other));
    said = refused();
    EXPECT_NE(said.find("cpu.model was Other "), std::string::npos) << said;

    EXPECT_EQ(run_engine({"run", "--finish", record_, "--set", "repeats=2"}).exit_code, 2);
    EXPECT_EQ(run_engine({"run", "--finish", place_.file("none.tlrun")}).exit_code, 1);
}

TEST_F(RunCommand, EventsAreTheLinesOfTheRecord) {
    const Outcome measured = run_engine(run_into_record({"--events"}));
    ASSERT_EQ(measured.exit_code, 0) << measured.err;
    std::string recorded;
    std::size_t at = 0;
    while (at < measured.out.size()) {
        const std::size_t end = measured.out.find('\n', at);
        ASSERT_NE(end, std::string::npos) << "every event is a whole line";
        const std::string line = measured.out.substr(at, end - at);
        const Json event = Json::parse(line, nullptr, false);
        ASSERT_TRUE(event.is_object() && event.contains("type") && event.contains("seq")) << line;
        if (event["type"] != "progress") {  // event-only
            recorded += line + "\n";
        }
        at = end + 1;
    }
    EXPECT_EQ(recorded, *read_whole_file(record_));
}

TEST_F(RunCommand, ControlCommandsAreAnsweredAndStopStops) {
    EngineProcess engine(
        run_into_record({"--set", "duration_seconds=600", "--events", "--control"}));
    ASSERT_TRUE(engine.wait_for_text("\"type\":\"sample\"", kPatience));
    engine.say(R"({"id":41,"command":"pause"})");
    engine.say(R"({"id":42,"command":"resume"})");
    engine.say(R"({"id":43,"command":"set","key":"decode.threads","value":2})");
    ASSERT_TRUE(engine.wait_for_text("\"id\":43", kPatience));
    engine.say(R"({"id":44,"command":"stop"})");
    const Outcome stopped = engine.finish();
    EXPECT_EQ(stopped.exit_code, 3);
    EXPECT_NE(stopped.out.find("cannot be changed in a measurement that is recorded"),
              std::string::npos);
    const auto study = record::read_record(record_);
    ASSERT_TRUE(study);
    for (const record::Note& note : study->study.runs.at(0).notes) {
        EXPECT_NE(note.code, record::kTouchedCode) << "no knob touches what is recorded";
    }
    for (const char* id : {"\"id\":41", "\"id\":42", "\"id\":44"}) {
        EXPECT_NE(stopped.out.find(id), std::string::npos) << id;
    }
}

TEST_F(RunCommand, WhatIsNotRecordedMayBePlayedWith) {
    EngineProcess engine(run(
        {"--set", "duration_seconds=600", "--set", "decode.threads=1", "--events", "--control"}));
    ASSERT_TRUE(engine.wait_for_text("\"type\":\"sample\"", kPatience));
    engine.say(R"({"id":1,"command":"set","key":"decode.threads","value":2})");
    ASSERT_TRUE(engine.wait_for_text(std::string("\"code\":\"") + record::kTouchedCode, kPatience));
    engine.say(R"({"id":2,"command":"stop"})");
    EXPECT_EQ(engine.finish().exit_code, 3);
}

TEST_F(RunCommand, SecondMeasurementIsRefusedUnlessForced) {
    EngineProcess first(run({"--set", "duration_seconds=600", "--events"}));
    ASSERT_TRUE(first.wait_for_text("\"type\":\"sample\"", kPatience));
    const Outcome second = run_engine(run({}));
    EXPECT_EQ(second.exit_code, 1);
    EXPECT_NE(second.err.find("--force"), std::string::npos) << second.err;
    const Outcome forced = run_engine(run_into_record({"--force"}));
    EXPECT_EQ(forced.exit_code, 0) << forced.err;
    EXPECT_NE(read_whole_file(record_)->find("disturbed"), std::string::npos);
}

TEST_F(RunCommand, LosingStdoutEndsARunOnlyWithoutARecord) {
    EngineProcess recorded(run_into_record({"--events", "--set", "duration_seconds=1.5"}));
    ASSERT_TRUE(recorded.wait_for_text("\"type\":\"header\"", kPatience));
    recorded.close_output();
    const Outcome kept = recorded.finish();
    EXPECT_EQ(kept.exit_code, 0) << kept.err;
    EXPECT_TRUE(record::read_record(record_)->study.footer);

    EngineProcess unrecorded(
        run({"--events", "--set", "duration_seconds=2", "--sweep", "decode.threads=1,2,3,4,5,6"}));
    ASSERT_TRUE(unrecorded.wait_for_text("\"type\":\"header\"", kPatience));
    unrecorded.close_output();
    EXPECT_EQ(unrecorded.finish().exit_code, 1);
}

TEST_F(RunCommand, OrdinaryUserMeasuresAndUnreadableFilesAreNamed) {
    ::chmod(place_.path().c_str(), 0777);
    ::chmod(images_.path().c_str(), 0755);
    ::chmod(images_.file("img_0003.jpg").c_str(), 0);
    const Outcome measured =
        EngineProcess(run_into_record(), EngineProcess::User::Ordinary).finish();
    ASSERT_EQ(measured.exit_code, 0) << measured.err;

    auto read = record::read_record(record_);
    ASSERT_TRUE(read);
    const auto& notes = read->study.runs[0].notes;
    EXPECT_TRUE(std::any_of(notes.begin(), notes.end(), [](const record::Note& note) {
        return note.code == "read.open" && note.item == "img_0003.jpg";
    }));
}

/// A file system with room for 32 KiB, unmounted at the end.
class TinyDisk {
public:
    explicit TinyDisk(const std::string& folder)
        : folder_(folder),
          mounted_(::mount("tmpfs", folder.c_str(), "tmpfs", 0, "size=32k") == 0) {}
    ~TinyDisk() {
        if (mounted_) {
            ::umount(folder_.c_str());
        }
    }
    TinyDisk(const TinyDisk&) = delete;
    TinyDisk& operator=(const TinyDisk&) = delete;
    bool mounted() const noexcept { return mounted_; }

private:
    std::string folder_;
    bool mounted_;
};

TEST_F(RunCommand, FullDiskEndsTheStudyAndKeepsTheCompleteLines) {
    const fixtures::TemporaryFolder tiny;
    const TinyDisk disk(tiny.path());
    if (!disk.mounted()) {
        GTEST_SKIP() << "mounting a small tmpfs needs root";
    }
    const std::string record = tiny.file("study.tlrun");
    const Outcome full =
        run_engine(run({"-o", record, "--sweep", "dataset.seed=1,2,3,4,5,6,7,8,9,10,11,12"}));
    EXPECT_EQ(full.exit_code, 1);
    EXPECT_NE(full.err.find("No space left"), std::string::npos) << full.err;
    auto read = record::read_record(record);
    ASSERT_TRUE(read) << read.error().what;
    EXPECT_FALSE(read->damage);
    EXPECT_GE(read->study.runs.size(), 1U);
}

}  // namespace
}  // namespace throughline
