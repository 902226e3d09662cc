// SPDX-License-Identifier: Apache-2.0
// Loaders of a few words of shell, and what becomes of them.
#include "engine/loader/loader_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <string>
#include <thread>

#include "tests/fixtures/temporary_folder.h"

namespace throughline::loader {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr const char* kReady = R"(read hello; echo '{"message":"ready","name":"shell"}'; )";

Result<std::unique_ptr<LoaderProcess>> start(const std::string& command, double patience = 10.0) {
    return LoaderProcess::start({.command = command, .patience_seconds = patience}, {});
}

/// Whether a process goes away. Blocks: ten seconds at most.
bool goes_away(pid_t pid) {
    using std::chrono::steady_clock;
    const auto deadline = steady_clock::now() + std::chrono::seconds(10);
    while (steady_clock::now() < deadline) {
        if (::kill(pid, 0) != 0) {
            return true;
        }
        std::this_thread::yield();
    }
    return false;
}

pid_t number_in_file(const std::string& path) {
    pid_t pid = -1;
    std::ifstream(path) >> pid;
    return pid;
}

TEST(LoaderProcess, DeliversWhatItIsAskedFor) {
    auto loader = start(std::string(kReady) +
                        R"(read epoch; read next; echo '{"message":"batch","images":3}';)"
                        R"(read next; echo '{"message":"end"}'; read stop)");
    ASSERT_TRUE(loader) << describe(loader.error());
    EXPECT_EQ((*loader)->about().name, "shell");
    ASSERT_TRUE((*loader)->begin_epoch(0));
    const auto batch = (*loader)->next({});
    ASSERT_TRUE(batch) << describe(batch.error());
    EXPECT_EQ((*batch)->images, 3U);
    const auto end = (*loader)->next({});
    ASSERT_TRUE(end) << describe(end.error());
    EXPECT_FALSE(*end);
}

TEST(LoaderProcess, SaysHowItEndedAndWhatItWrote) {
    const auto missing = start("/no/such/loader");
    ASSERT_FALSE(missing);
    EXPECT_THAT(missing.error().what,
                AllOf(HasSubstr("ended with exit code 127"), HasSubstr("/no/such/loader")));
    const auto died = start("echo 'no module named torch' >&2; exit 3");
    ASSERT_FALSE(died);
    EXPECT_THAT(died.error().what,
                AllOf(HasSubstr("ended with exit code 3 when it was asked to get ready"),
                      HasSubstr("no module named torch")));
    const auto killed = start("kill -9 $$");
    ASSERT_FALSE(killed);
    EXPECT_THAT(killed.error().what, HasSubstr("was ended by signal 9"));
}

TEST(LoaderProcess, OneThatHangsIsGivenUp) {
    const auto hung = start("echo 'still reading the index' >&2; sleep 100", 0.3);
    ASSERT_FALSE(hung);
    EXPECT_THAT(hung.error().what,
                AllOf(HasSubstr("gave no answer for 0.3 s when it was asked to get ready"),
                      HasSubstr("still reading the index")));
}

TEST(LoaderProcess, NonsenseAndComplaintsAreToldInItsWords) {
    EXPECT_THAT(start("echo Loading...; sleep 100").error().what, HasSubstr("'Loading...'"));
    const auto complaint =
        start(R"(read hello; echo '{"message":"error","text":"no such folder"}'; sleep 100)");
    ASSERT_FALSE(complaint);
    EXPECT_THAT(complaint.error().what, HasSubstr("the loader reports: no such folder"));
}

TEST(LoaderProcess, ABatchWithoutAnImageIsAnError) {
    auto loader =
        start(std::string(kReady) +
              R"(read epoch; read next; echo '{"message":"batch","images":0}'; read stop)");
    ASSERT_TRUE(loader) << describe(loader.error());
    ASSERT_TRUE((*loader)->begin_epoch(0));
    const auto batch = (*loader)->next({});
    ASSERT_FALSE(batch);
    EXPECT_THAT(batch.error().what, HasSubstr("without an image"));
}

TEST(LoaderProcess, StopsAtOnceWhenItIsAskedTo) {
    auto loader = start(std::string(kReady) + "sleep 100");
    ASSERT_TRUE(loader) << describe(loader.error());
    ASSERT_TRUE((*loader)->begin_epoch(0));
    std::stop_source stop;
    std::jthread asks([&] { stop.request_stop(); });
    const auto batch = (*loader)->next(stop.get_token());
    ASSERT_FALSE(batch);
    EXPECT_EQ(batch.error().code, ErrorCode::Stopped);
}

TEST(LoaderProcess, NothingOfItIsLeftEvenWhatLeftItsGroup) {
    const fixtures::TemporaryFolder folder;
    const std::string pid_file = folder.file("pid");
    auto loader =
        start("setsid sh -c 'echo $$ > " + pid_file + "; exec sleep 1000' & while [ ! -s " +
              pid_file + " ]; do :; done; " + kReady + "sleep 1000");
    ASSERT_TRUE(loader) << describe(loader.error());
    const pid_t escaped = number_in_file(pid_file);
    ASSERT_GT(escaped, 0);
    ASSERT_EQ(::kill(escaped, 0), 0);
    (*loader)->end();
    EXPECT_TRUE(goes_away(escaped));
}

TEST(LoaderProcess, NothingOfItOutlivesUs) {
    const fixtures::TemporaryFolder folder;
    const std::string pid_file = folder.file("pid");
    const pid_t engine = ::fork();
    if (engine == 0) {
        auto loader = start("sh -c 'echo $$ > " + pid_file + "; exec sleep 1000' & while [ ! -s " +
                            pid_file + " ]; do :; done; " + kReady + "sleep 1000");
        ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(engine, &status, 0), engine);
    const pid_t worker = number_in_file(pid_file);
    ASSERT_GT(worker, 0);
    EXPECT_TRUE(goes_away(worker));
}

}  // namespace
}  // namespace throughline::loader
