// SPDX-License-Identifier: Apache-2.0
// `throughline-engine observe` on a real job, the stand-in for PyTorch's DataLoader that `selftest`
// has, held back in known ways.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/app/engine_process.h"
#include "tests/app/observed_job.h"

namespace throughline::tests {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class EngineObserve : public ObservedJob {};

TEST_F(EngineObserve, NamesASlowConsumerAndReadsTheRateFromTheJobsOutput) {
    const auto study = observed({"--step-ms", "40", "--decode-ms", "0.1"});
    EXPECT_EQ(study["verdict"]["limit"], "consumer") << study.dump(1);
    EXPECT_EQ(study["verdict"]["grade"], "suggested");
    // 8 images in 40 ms, and what else a step takes on a machine that is shared.
    EXPECT_GT(metric(study, "images_per_second"), 120.0);
    EXPECT_LE(metric(study, "images_per_second"), 201.0);
    EXPECT_EQ(metric(study, "observed_worker_count"), 2.0);
    EXPECT_FALSE(study["verdict"]["remedies"].empty());
    EXPECT_THAT(told_, HasSubstr("What helps:"));
    const std::string library = scratch_.file("library.sqlite");
    ASSERT_EQ(run_engine({"import", record_, "--library", library}).exit_code, 0);
    EXPECT_THAT(run_engine({"library", "list", "--library", library}).out, HasSubstr("bserved"));
}

TEST_F(EngineObserve, TellsDecodingFromTooFewWorkersByTheProcessorsThatAreLeft) {
    const long processors = ::sysconf(_SC_NPROCESSORS_ONLN);
    const auto all = observed({"--decode-ms", "5", "--workers", std::to_string(processors)});
    EXPECT_EQ(all["verdict"]["limit"], "decode") << all.dump(1);
    const auto one = observed({"--decode-ms", "5", "--workers", "1"});
    const bool full = metric(one, "cpu_utilisation") >= 85.0 ||
                      metric(one, "observed_workers{doing=core}") >= 15.0 || processors == 1;
    EXPECT_EQ(one["verdict"]["limit"], full ? "decode" : "workers") << one.dump(1);
}

TEST_F(EngineObserve, SaysThatTheJobEndedBeforeTheTimeWasOver) {
    const Outcome outcome = run_engine({"observe",
                                        "--seconds",
                                        "55",
                                        "--title",
                                        "Beobachtet: %1",
                                        "-o",
                                        record_,
                                        "--",
                                        THROUGHLINE_ENGINE_PROGRAM,
                                        "selftest",
                                        "job",
                                        "--seconds",
                                        "6",
                                        "--decode-ms",
                                        "1"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    constexpr const char* kAsked = " of the 55 s asked for; the figures are of that time.";
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("The job ended after "), HasSubstr(kAsked)));
    const auto study = run_engine({"show", record_, "--json"}).json();
    EXPECT_THAT(study["title"].get<std::string>(),
                AllOf(testing::StartsWith("Beobachtet: throughline"), Not(HasSubstr("%1"))));
    EXPECT_THAT(study["verdict"]["evidence"][0].get<std::string>(), HasSubstr(kAsked));
    EXPECT_THAT(study["verdict"]["sentence"].get<std::string>(), HasSubstr(kAsked));
    EXPECT_THAT(run_engine({"show", record_, "--all"}).out, HasSubstr("[observe.ended]"));
}

TEST_F(EngineObserve, NamesAFullLink) {
    const auto study = observed({"--link", "4e6"});
    EXPECT_EQ(study["verdict"]["limit"], "network") << study.dump(1);
}

TEST_F(EngineObserve, NamesTheQueueWhereTheMainProcessTakesOverTooSlowly) {
    const auto study = observed({"--take-ms", "20", "--sample-bytes", "300000"});
    EXPECT_EQ(study["verdict"]["limit"], "queue") << study.dump(1);
}

TEST_F(EngineObserve, NamesALimitOfTheControlGroup) {
    const std::string group = "/sys/fs/cgroup/blkio/throughline_" + std::to_string(::getpid());
    struct stat place{};
    const std::string folder = files(64, 200'000);
    const std::string log = scratch_.file("log");
    ASSERT_EQ(::stat(folder.c_str(), &place), 0);
    std::error_code none;
    if (!fs::create_directory(group, none)) {
        GTEST_SKIP() << "throttling a disk needs root and control groups of version 1";
    }
    std::ofstream limit(group + "/blkio.throttle.read_bps_device");
    limit << major(place.st_dev) << ":" << minor(place.st_dev) << " 4000000" << std::flush;
    const bool limited = limit.good();
    const pid_t child = limited ? ::fork() : -1;
    if (child == 0) {
        if (std::freopen(log.c_str(), "w", stdout) == nullptr) {
            ::_exit(126);
        }
        ::execlp(THROUGHLINE_ENGINE_PROGRAM,
                 "throughline-engine",
                 "selftest",
                 "job",
                 "--seconds",
                 "30",
                 "--folder",
                 folder.c_str(),
                 "--group",
                 group.c_str(),
                 nullptr);
        ::_exit(127);
    }
    Outcome outcome;
    // Its first line says that its workers read: what it does before is none of the figures.
    for (int i = 0; limited && i < 600 && (!fs::exists(log) || fs::file_size(log) == 0); ++i) {
        ::usleep(50'000);
    }
    if (limited) {
        outcome = run_engine(
            {"observe", "--seconds", "6", "-o", record_, "--pid", std::to_string(child)});
        ::kill(child, SIGTERM);
        ::waitpid(child, nullptr, 0);
    }
    for (int i = 0; i < 100 && !fs::remove(group, none); ++i) {
        ::usleep(50'000);
    }
    if (!limited) {
        GTEST_SKIP() << "this file system's disk cannot be throttled";
    }
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const auto study = run_engine({"show", record_, "--json"}).json();
    EXPECT_EQ(study["verdict"]["limit"], "throttled") << study.dump(1);
    // 4 MB/s are 20 images/s; a machine that is shared may be slower, never faster.
    EXPECT_LE(metric(study, "job_read_bytes_per_second"), 4.6e6);
    EXPECT_GT(metric(study, "job_read_bytes_per_second"), 2e6);
    EXPECT_LE(metric(study, "estimated_images_per_second"), 23.0);
    EXPECT_GT(metric(study, "estimated_images_per_second"), 10.0);
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("control group"), HasSubstr("[suggested]")));
}

TEST_F(EngineObserve, SaysWhatItMayNotSeeOfAnotherUsersJob) {
    if (::geteuid() != 0) {
        GTEST_SKIP() << "a job of another user needs root";
    }
    const pid_t child = ::fork();
    if (child == 0) {
        ::execlp(THROUGHLINE_ENGINE_PROGRAM,
                 "throughline-engine",
                 "selftest",
                 "job",
                 "--seconds",
                 "10",
                 "--decode-ms",
                 "5",
                 nullptr);
        ::_exit(127);
    }
    EngineProcess engine({"observe", "--seconds", "4", "--pid", std::to_string(child)},
                         EngineProcess::User::Ordinary);
    const Outcome outcome = engine.finish();
    ::kill(child, SIGTERM);
    ::waitpid(child, nullptr, 0);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, AllOf(HasSubstr("another user"), HasSubstr("states of the threads")));
}

// As the window runs it: events while it watches, stopped by a command, and a record at the end.
TEST_F(EngineObserve, TellsWhatIsSeenMeanwhileAndStopsWhenAsked) {
    EngineProcess job({"selftest", "job", "--seconds", "60", "--step-ms", "40"});
    ASSERT_TRUE(job.wait_for_text("samples/sec", std::chrono::seconds(20)));
    EngineProcess engine({"observe",
                          "--seconds",
                          "50",
                          "-o",
                          record_,
                          "--events",
                          "--control",
                          "--pid",
                          std::to_string(job.pid())});
    ASSERT_TRUE(engine.wait_for_text("observed_workers{doing=no_work}", std::chrono::seconds(20)));
    EXPECT_THAT(engine.out_so_far(), HasSubstr(R"("phase":"observing")"));
    engine.say(R"({"id":1,"command":"stop"})");
    const Outcome outcome = engine.finish();
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, AllOf(HasSubstr(R"("type":"verdict")"), HasSubstr(R"("ok":true)")));
    const auto study = run_engine({"show", record_, "--json"}).json();
    EXPECT_EQ(study["verdict"]["limit"], "consumer") << study.dump(1);
}

TEST_F(EngineObserve, ListsWhatMayBeATrainingAndSaysWhy) {
    const std::string shard = files(1, 1000) + "/train-00001-of-00002";
    std::ofstream(shard) << "x";
    const int open = ::open(shard.c_str(), O_RDONLY);
    const pid_t child = ::fork();
    if (child == 0) {
        ::execlp("sleep", "sleep", "60", nullptr);
        ::_exit(127);
    }
    ::close(open);
    const auto listed = run_engine({"observe", "--list", "--json"}).json();
    const Outcome table = run_engine({"observe", "--list"});
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    bool found = false;
    for (const auto& one : listed["candidates"]) {
        found =
            found || (one["pid"] == child && one["why"].dump().find(shard) != std::string::npos);
    }
    EXPECT_TRUE(found) << listed.dump(1);
    EXPECT_THAT(table.out, AllOf(HasSubstr("PID"), HasSubstr(std::to_string(child))));
}

// Who tries observing on the stand-in finds it in the list, once: its workers stand behind it.
TEST_F(EngineObserve, ListsTheStandInAndSaysThatItIsOne) {
    EngineProcess job({"selftest", "job", "--seconds", "60", "--workers", "2", "--step-ms", "20"});
    ASSERT_TRUE(job.wait_for_text("samples/sec", std::chrono::seconds(30))) << "workers are there";
    const auto listed = run_engine({"observe", "--list", "--json"}).json();
    int named = 0;
    for (const auto& one : listed["candidates"]) {
        if (one["command"].dump() == nlohmann::json{THROUGHLINE_ENGINE_PROGRAM,
                                                    "selftest",
                                                    "job",
                                                    "--seconds",
                                                    "60",
                                                    "--workers",
                                                    "2",
                                                    "--step-ms",
                                                    "20"}
                                         .dump()) {
            ++named;
            EXPECT_EQ(one["pid"], job.pid());
            EXPECT_THAT(
                one["why"].dump(),
                AllOf(HasSubstr("stand-in"), HasSubstr("2 worker processes load data for it")));
        }
    }
    EXPECT_EQ(named, 1) << listed.dump(1);
}

TEST_F(EngineObserve, RefusesWhatIsNotThereAndPassesTheJobsExitCodeOn) {
    const Outcome none = run_engine({"observe", "--pid", "67108863"});
    EXPECT_EQ(none.exit_code, 1);
    EXPECT_THAT(none.err, HasSubstr("no such process"));
    const std::string record = scratch_.file("none.tlrun");
    EXPECT_EQ(run_engine({"observe", "--pid", "67108863", "-o", record}).exit_code, 1);
    EXPECT_FALSE(std::filesystem::exists(record)) << "nothing was seen";
    EXPECT_EQ(run_engine({"observe"}).exit_code, 2);
    EXPECT_EQ(run_engine({"observe", "--seconds", "2", "--", "/bin/sh", "-c", "sleep 3; exit 7"})
                  .exit_code,
              7);
}

}  // namespace
}  // namespace throughline::tests
