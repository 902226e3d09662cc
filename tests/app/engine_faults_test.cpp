// SPDX-License-Identifier: Apache-2.0
// What a hostile or a poor surrounding does to the program: limits, refused calls, closed
// descriptors, files that are none. The real program as a child process.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "engine/record/read_record.h"
#include "engine/record/study.h"
#include "tests/app/small_run.h"

namespace throughline {
namespace {

using tests::EngineProcess;
using tests::Outcome;
using tests::run_engine;
using User = EngineProcess::User;

constexpr std::chrono::seconds kPatience{30};

class Faults : public tests::SmallRun {
protected:
    /// Runs the program below a shell that has done `before`: limits, closed descriptors.
    static Outcome below(const std::string& before, const std::vector<std::string>& arguments) {
        return EngineProcess(arguments, User::Same, {"sh", "-c", before + "; exec \"$@\"", "shell"})
            .finish();
    }
    static Outcome refusing(const std::string& calls, const std::vector<std::string>& arguments) {
        return EngineProcess(arguments, User::Same, {THROUGHLINE_REFUSE_CALLS, calls}).finish();
    }
    static bool notes_say(const record::Study& study, const std::string& code) {
        const auto is_it = [&](const record::Note& note) { return note.code == code; };
        return std::any_of(study.notes.begin(), study.notes.end(), is_it) ||
               std::any_of(study.runs.begin(), study.runs.end(), [&](const auto& one) {
                   return std::any_of(one.notes.begin(), one.notes.end(), is_it);
               });
    }
};

TEST_F(Faults, RunTimeFolderThatIsNotThereIsNoReasonNotToMeasure) {
    ::setenv("XDG_RUNTIME_DIR", "/nothere", 1);
    ::setenv("THROUGHLINE_DATA_DIR", place_.file("data").c_str(), 1);
    const Outcome measured = run_engine(run_into_record());
    ::unsetenv("THROUGHLINE_DATA_DIR");
    EXPECT_EQ(measured.exit_code, 0) << measured.err;
    EXPECT_EQ(measured.err.find("lock"), std::string::npos) << measured.err;
}

// The measurement that was there first is disturbed as well.
TEST_F(Faults, ForcedMeasurementMarksTheFirstOneToo) {
    EngineProcess first(run_into_record({"--set", "duration_seconds=600", "--events"}));
    ASSERT_TRUE(first.wait_for_text("\"phase\":\"measured\"", kPatience));
    const std::string second = place_.file("second.tlrun");
    ASSERT_EQ(run_engine(run({"--force", "-o", second})).exit_code, 0);
    first.send_signal(SIGINT);
    EXPECT_EQ(first.finish().exit_code, 3);
    EXPECT_TRUE(notes_say(record::read_record(record_)->study, "study.disturbed"));
    EXPECT_TRUE(notes_say(record::read_record(second)->study, "study.disturbed"));
}

TEST_F(Faults, HangUpEndsTheStudyInGoodOrder) {
    EngineProcess engine(run_into_record({"--set", "duration_seconds=600", "--events"}));
    ASSERT_TRUE(engine.wait_for_text("\"phase\":\"measured\"", kPatience));
    engine.send_signal(SIGHUP);
    engine.send_signal(SIGHUP);
    EXPECT_EQ(engine.finish().exit_code, 3);
    const auto record = record::read_record(record_);
    ASSERT_TRUE(record);
    EXPECT_TRUE(record->study.footer);
    EXPECT_EQ(record->study.runs.at(0).status, record::RunStatus::Stopped);
}

TEST_F(Faults, ClosedDescriptorsAreNotTakenByTheRecord) {
    const Outcome measured = below("exec <&- >&-", run_into_record({"--events"}));
    EXPECT_EQ(measured.exit_code, 0) << measured.err;
    const auto record = record::read_record(record_);
    ASSERT_TRUE(record);
    EXPECT_FALSE(record->damage) << record->damage->text;
    EXPECT_TRUE(record->study.footer);

    ASSERT_EQ(below("exec >&-", run({})).exit_code, 0);
    const auto lock = read_whole_file(place_.file("throughline/measuring.lock"));
    ASSERT_TRUE(lock);
    EXPECT_EQ(lock->find("images/s"), std::string::npos) << *lock;
}

TEST_F(Faults, FileThatMayNotGrowIsAnErrorAndNotTheEnd) {
    const std::string folder = place_.file("made");
    const Outcome made = below("ulimit -f 4", {"dataset", "make", folder, "--images", "40"});
    EXPECT_EQ(made.exit_code, 1) << made.err;
    EXPECT_NE(made.err.find("File too large"), std::string::npos) << made.err;
    EXPECT_NE(made.err.find("ulimit -f"), std::string::npos) << made.err;
}

TEST_F(Faults, RefusedThreadsAreALimitAndNoFaultOfTheProgram) {
    const Outcome refused = refusing("threads", run({}));
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_NE(refused.err.find("ulimit -u"), std::string::npos) << refused.err;
    EXPECT_EQ(refused.err.find("bug in Throughline"), std::string::npos) << refused.err;
}

TEST_F(Faults, TooFewDescriptorsAreNamedAsTheCause) {
    const Outcome failed =
        below("ulimit -n 14", run({"--set", "storage.reader=pread", "--set", "storage.threads=8"}));
    const std::string all = failed.out + failed.err;
    if (failed.exit_code != 0) {
        EXPECT_NE(all.find("Too many open files"), std::string::npos) << all;
    }
    const Outcome uring = below("ulimit -n 14", run({}));
    if (uring.exit_code != 0) {
        EXPECT_NE((uring.out + uring.err).find("Too many open files"), std::string::npos)
            << uring.out << uring.err;
    }
}

TEST_F(Faults, WithoutIoUringTheWayWithoutItIsNamed) {
    const Outcome refused = refusing("io_uring_setup", run({"--sweep", "decode.threads=1,2,3,4"}));
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_NE(refused.err.find("--set storage.reader=pread"), std::string::npos) << refused.err;
    EXPECT_EQ(refused.out.find("images/s"), std::string::npos) << "nothing was tried";

    EXPECT_EQ(refusing("io_uring_setup", run({"--set", "storage.reader=pread"})).exit_code, 0);
    const Outcome both =
        refusing("io_uring_setup", run_into_record({"--sweep", "storage.reader=io_uring,pread"}));
    EXPECT_EQ(both.exit_code, 1);
    EXPECT_EQ(record::read_record(record_)->study.runs.at(1).status, record::RunStatus::Done);
}

// A figure that the system does not tell is absent, with the reason.
TEST_F(Faults, WithoutProcessorClocksTheirFiguresAreAbsent) {
    const Outcome measured = refusing("cpu_clocks", run_into_record());
    ASSERT_EQ(measured.exit_code, 0) << measured.err;
    const auto record = record::read_record(record_);
    ASSERT_TRUE(record);
    const auto& one = record->study.runs.at(0);
    EXPECT_TRUE(one.metrics.contains("images_per_second"));
    EXPECT_FALSE(one.metrics.contains("process_cpu_cores{stage=decode}"));
    ASSERT_TRUE(one.absent.contains("process_cpu_cores{stage=decode}"));
    EXPECT_FALSE(one.metrics.contains("cpu_seconds_per_image{stage=decode}"));
}

TEST_F(Faults, AddressSpaceLimitIsPartOfThePlan) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "sanitizers take address space of their own";
#endif
    const Outcome refused =
        below("ulimit -v 400000", run({"--set", "batch.slots=64", "--set", "batch.images=256"}));
    EXPECT_EQ(refused.exit_code, 1);
    EXPECT_NE(refused.err.find("ulimit -v"), std::string::npos) << refused.err;
    EXPECT_NE(refused.err.find("batch settings"), std::string::npos) << refused.err;
}

TEST_F(Faults, FifoInTheCatalogueFolderIsNamedAndNotWaitedFor) {
    const std::string folder = place_.file("data/catalogue");
    std::filesystem::create_directories(folder);
    ASSERT_EQ(::mkfifo((folder + "/fifo.json").c_str(), 0600), 0);
    ASSERT_EQ(::symlink("/dev/zero", (folder + "/zero.json").c_str()), 0);
    ::setenv("THROUGHLINE_DATA_DIR", place_.file("data").c_str(), 1);
    const Outcome listed = run_engine({"catalog", "list"});
    ::unsetenv("THROUGHLINE_DATA_DIR");
    EXPECT_EQ(listed.exit_code, 0) << listed.err;
    EXPECT_NE(listed.err.find("fifo.json' is not a regular file"), std::string::npos) << listed.err;
    EXPECT_NE(listed.err.find("zero.json' is not a regular file"), std::string::npos) << listed.err;
}

TEST_F(Faults, ManifestThatWasCutOffIsGoneOnFromOrDeleted) {
    const std::string folder = place_.file("made");
    const std::string begun = folder + "/throughline-dataset.json.part4711";
    ASSERT_EQ(::mkdir(folder.c_str(), 0755), 0);
    ASSERT_TRUE(write_file_atomically(begun, "{ \"directory_made\": true"));
    const Outcome made = run_engine({"dataset", "make", folder, "--images", "8"});
    EXPECT_EQ(made.exit_code, 0) << made.err;
    EXPECT_NE(::access(begun.c_str(), F_OK), 0);
    ASSERT_EQ(run_engine({"dataset", "delete", folder}).exit_code, 0);
    EXPECT_NE(::access(folder.c_str(), F_OK), 0) << "the folder was made for the data set";

    ASSERT_EQ(::mkdir(folder.c_str(), 0755), 0);
    ASSERT_TRUE(write_file_atomically(begun, ""));
    const Outcome deleted = run_engine({"dataset", "delete", folder});
    EXPECT_EQ(deleted.exit_code, 0) << deleted.err;
    EXPECT_TRUE(std::filesystem::is_empty(folder)) << "a folder that may be the user's own stays";
}

TEST_F(Faults, ConversionWhoseManifestWasCutOffGoesOn) {
    const std::string folder = place_.file("shards");
    ASSERT_EQ(::mkdir(folder.c_str(), 0755), 0);
    ASSERT_TRUE(write_file_atomically(folder + "/throughline-conversion.json.part7", "{"));
    const Outcome converted =
        run_engine({"dataset", "convert", images_.path(), folder, "--format", "tar"});
    EXPECT_EQ(converted.exit_code, 0) << converted.err;
    EXPECT_NE(::access((folder + "/throughline-conversion.json.part7").c_str(), F_OK), 0);
}

TEST_F(Faults, ImageWithTheLongestNameIsConvertedToAFolder) {
    const std::string name = std::string(251, 'n') + ".jpg";
    ASSERT_EQ(::rename(images_.file("img_0000.jpg").c_str(), images_.file(name).c_str()), 0);
    const std::string folder = place_.file("folder");
    const Outcome converted =
        run_engine({"dataset", "convert", images_.path(), folder, "--format", "folder"});
    EXPECT_EQ(converted.exit_code, 0) << converted.err;
    EXPECT_EQ(::access((folder + "/" + name).c_str(), F_OK), 0);
}

TEST_F(Faults, SecondLineOfAnErrorFitsTheError) {
    const Outcome folder = run_engine(run({"-o", place_.path(), "--overwrite"}));
    EXPECT_EQ(folder.exit_code, 2);
    EXPECT_NE(folder.err.find("is a folder"), std::string::npos) << folder.err;
    EXPECT_EQ(folder.err.find("--overwrite"), std::string::npos) << folder.err;

    const Outcome missing = run_engine(run({"-o", place_.file("nothere/a.tlrun")}));
    EXPECT_EQ(missing.exit_code, 1);
    EXPECT_EQ(missing.err.find("images, "), std::string::npos) << "before the scan";

    const Outcome long_name = run_engine(run({"-o", place_.file(std::string(300, 'x'))}));
    EXPECT_NE(long_name.err.find("255 bytes"), std::string::npos) << long_name.err;
    EXPECT_EQ(long_name.err.find("dmesg"), std::string::npos) << long_name.err;
}

}  // namespace
}  // namespace throughline
