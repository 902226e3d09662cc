// SPDX-License-Identifier: Apache-2.0
// What becomes of a study when one of its ranks does: who it was is named, the record is kept, and
// nothing hangs.
#include <gmock/gmock.h>
#include <sys/stat.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <memory>

#include "engine/base/file_descriptor.h"
#include "tests/hosts/mpi_study.h"
#include "tests/hosts/rank_process.h"

namespace throughline::tests {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;

constexpr std::chrono::seconds kPatience{20};

class MpiFault : public MpiStudy {
protected:
    /// Two ranks that measure for longer than any test lasts, seen to measure.
    std::unique_ptr<EngineProcess> measuring() {
        auto job = std::make_unique<EngineProcess>(
            study(60.0, {"--patience", "2"}), EngineProcess::User::Same, mpirun(2));
        EXPECT_TRUE(job->wait_for_text("images/s", kPatience)) << job->finish().err;
        return job;
    }
    /// How it ended, in time and not well; the record names rank 1.
    void expect_rank_1_named(EngineProcess& job, const std::string& why) {
        const Outcome end = job.finish(kPatience);
        EXPECT_EQ(end.err.find("the test killed the program"), std::string::npos) << end.err;
        EXPECT_NE(end.exit_code, 0);
        const record::Study study = written();
        ASSERT_EQ(study.runs.size(), 1U);
        EXPECT_EQ(study.runs[0].status, record::RunStatus::Failed);
        EXPECT_FALSE(study.runs[0].samples.empty());
        ASSERT_FALSE(study.notes.empty());
        EXPECT_EQ(study.notes.back().code, "nodes.failed");
        EXPECT_TRUE(study.notes.back().item.ends_with(":1")) << study.notes.back().item;
        EXPECT_THAT(study.notes.back().text, HasSubstr(why));
        EXPECT_TRUE(study.footer);
    }
    /// A program that is the engine but for rank 1, for which it is `instead`.
    std::string engine_of_rank_1(const std::string& instead) const {
        const std::string path = place_.file("engine.sh");
        EXPECT_TRUE(write_file_atomically(
            path,
            "#!/bin/sh\nif [ \"$OMPI_COMM_WORLD_RANK\" = 1 ]; then\n" + instead + "\nfi\nexec " +
                THROUGHLINE_SINGLE_ENGINE + " \"$@\"\n"));
        ::chmod(path.c_str(), 0755);
        return path;
    }
    /// Runs with an engine of rank 1 that is another.
    Outcome run_with(const std::string& engine, const std::vector<std::string>& more = {}) {
        ::setenv("THROUGHLINE_ENGINE", engine.c_str(), 1);
        const Outcome end = start(2, study(0.3, more)).finish(kPatience);
        ::unsetenv("THROUGHLINE_ENGINE");
        return end;
    }
};

TEST_F(MpiFault, ARankThatIsKilledIsNamed) {
    auto job = measuring();
    const pid_t rank = rank_process(job->pid(), 1);
    ASSERT_GT(rank, 0);
    ::kill(rank, SIGKILL);
    expect_rank_1_named(*job, "has ended or been cut off");
}

TEST_F(MpiFault, ARankThatIsFrozenIsNamed) {
    auto job = measuring();
    const pid_t rank = rank_process(job->pid(), 1);
    ASSERT_GT(rank, 0);
    ::kill(rank, SIGSTOP);
    expect_rank_1_named(*job, "has said nothing for");
}

TEST_F(MpiFault, AnEngineThatIsKilledOrFrozenIsNamed) {
    for (const int signal : {SIGKILL, SIGSTOP}) {
        std::filesystem::remove(record_);
        auto job = measuring();
        const auto engines = children_of(rank_process(job->pid(), 1));
        ASSERT_EQ(engines.size(), 1U);
        ::kill(engines.front(), signal);
        expect_rank_1_named(*job, signal == SIGKILL ? "signal 9" : "has said nothing for");
    }
}

TEST_F(MpiFault, AStopKeepsTheRecordAndBlamesNobody) {
    auto job = measuring();
    job->send_signal(SIGTERM);
    const Outcome end = job->finish(kPatience);
    EXPECT_NE(end.exit_code, 0);
    const record::Study study = written();
    ASSERT_EQ(study.runs.size(), 1U);
    EXPECT_EQ(study.runs[0].status, record::RunStatus::Stopped);
    EXPECT_TRUE(study.notes.empty() || study.notes.back().code != "nodes.failed");
}

TEST_F(MpiFault, AnotherVersionIsNamedBeforeAnythingIsMeasured) {
    for (const char* const answer :
         {R"({"version":"9.9.9","commit":"abc"})", R"({"version":"9.9.9"})"}) {
        const Outcome end = run_with(engine_of_rank_1(
            std::string("  if [ \"$1\" = version ]; then echo '") + answer + "'; exit 0; fi"));
        EXPECT_EQ(end.exit_code, 1) << end.err;
        EXPECT_THAT(end.err, HasSubstr(":1: its engine is version 9.9.9"));
        EXPECT_FALSE(std::filesystem::exists(record_));
    }
}

TEST_F(MpiFault, ARankThatIsStoppedAloneIsNamed) {
    for (const bool engine : {false, true}) {
        std::filesystem::remove(record_);
        auto job = measuring();
        const pid_t rank = rank_process(job->pid(), 1);
        ASSERT_GT(rank, 0);
        const auto engines = children_of(rank);
        ASSERT_EQ(engines.size(), 1U);
        ::kill(engine ? engines.front() : rank, SIGTERM);
        const Outcome end = job->finish(kPatience);
        EXPECT_EQ(end.exit_code, 1) << end.err;
        EXPECT_THAT(end.err, HasSubstr(":1: was stopped"));
        EXPECT_TRUE(written().footer);
    }
}

TEST_F(MpiFault, DataThatOneHostLacksAreNamed) {
    // Its own mounts, and nothing where the data set is.
    const std::string engine = engine_of_rank_1(
        "  [ \"$1\" = version ] || exec unshare -m sh -c 'mount -t tmpfs none " + images_.path() +
        " && exec \"$0\" \"$@\"' " + THROUGHLINE_SINGLE_ENGINE + " \"$@\"");
    if (std::system(
            ("unshare -m mount -t tmpfs none " + images_.path() + " 2>/dev/null").c_str()) != 0) {
        GTEST_SKIP() << "a mount of its own needs root";
    }
    const Outcome end = run_with(engine);
    EXPECT_EQ(end.exit_code, 1) << end.err;
    const record::Study study = written();
    ASSERT_FALSE(study.notes.empty());
    EXPECT_TRUE(study.notes.back().item.ends_with(":1"));
    EXPECT_THAT(study.notes.back().text, AnyOf(HasSubstr(images_.path()), HasSubstr("image")));
}

// Files of 1 KiB at most: rank 1 cannot fill the cache in front of its storage, reads on without
// it, and the record says whose cache it is.
TEST_F(MpiFault, AHostWithoutRoomIsNamed) {
    const Outcome end = run_with(engine_of_rank_1("  ulimit -f 2"),
                                 {"--set",
                                  "cache.kind=disk",
                                  "--set",
                                  "cache.fill=before",
                                  "--set",
                                  "cache.path=" + place_.path(),
                                  "--set",
                                  "duration_seconds=0",
                                  "--set",
                                  "warmup_seconds=0"});
    EXPECT_EQ(end.exit_code, 0) << end.err;
    const record::Study study = written();
    ASSERT_EQ(study.runs.size(), 1U);
    const auto& notes = study.runs[0].notes;
    const auto note = std::ranges::find(notes, "cache.not_written", &record::Note::code);
    ASSERT_NE(note, notes.end());
    EXPECT_THAT(note->item, HasSubstr(":1: "));
}

// Its folder has room for the first lines alone.
TEST_F(MpiFault, ARecordWithoutRoomEndsTheStudy) {
    const std::string small = "mount -t tmpfs -o size=16k none " + place_.path();
    if (std::system(("unshare -m " + small + " 2>/dev/null").c_str()) != 0) {
        GTEST_SKIP() << "a mount of its own needs root";
    }
    std::vector<std::string> through{
        "unshare", "-m", "/bin/sh", "-c", small + " && exec \"$0\" \"$@\""};
    for (const std::string& word : mpirun(2)) {
        through.push_back(word);
    }
    EngineProcess job(
        study(0.3, {"--sweep", "storage.queue_depth=1,2,4,8"}), EngineProcess::User::Same, through);
    const Outcome end = job.finish(kPatience);
    EXPECT_EQ(end.exit_code, 1) << end.err;
    EXPECT_THAT(end.err, HasSubstr("the record"));
}

}  // namespace
}  // namespace throughline::tests
