// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/candidates.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <fstream>
#include <optional>
#include <stop_token>
#include <string>

#include "engine/base/pause.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::observe {
namespace {

using testing::Contains;
using testing::HasSubstr;

std::optional<Candidate> found(pid_t pid) {
    const auto all = find_candidates();
    const auto one = std::ranges::find(all, pid, &Candidate::pid);
    return one == all.end() ? std::nullopt : std::optional(*one);
}

TEST(Candidates, HaveImagesOpen) {
    const fixtures::TemporaryFolder folder;
    const std::string path = folder.file("cat.JPG");
    std::ofstream(path) << "x";
    const int file = ::open(path.c_str(), O_RDONLY);
    const pid_t child = ::fork();
    if (child == 0) {
        ::pause();
        ::_exit(0);
    }
    ::close(file);
    const auto one = found(child);
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    ASSERT_TRUE(one);
    EXPECT_THAT(one->reasons, Contains(HasSubstr("it has 1 image file open: ")));
    EXPECT_THAT(one->reasons, Contains(HasSubstr("cat.JPG")));
    EXPECT_EQ(one->user, ::geteuid());
    EXPECT_FALSE(one->command.empty());
    EXPECT_FALSE(found(child)) << "it has ended";
}

// The main process stands for its workers, which are not listed beside it.
TEST(Candidates, AreProgramsOfPythonWithWorkers) {
    constexpr const char* kProgram =
        "import os, time\n"
        "if os.fork(): os.fork()\n"
        "time.sleep(60)";
    const pid_t child = ::fork();
    if (child == 0) {
        ::setpgid(0, 0);
        ::execlp("python3", "python3", "-c", kProgram, nullptr);
        ::_exit(127);
    }
    std::optional<Candidate> one;
    bool ended = false;
    for (int i = 0; i < 200 && !one && !ended; ++i) {
        one = found(child);
        if (one && !std::ranges::any_of(one->reasons, [](const std::string& reason) {
                return reason == "2 worker processes load data for it";
            })) {
            one.reset();  // its second worker has yet to come
        }
        ended = ::waitpid(child, nullptr, WNOHANG) == child;
        static_cast<void>(pause_for(std::chrono::milliseconds(50), std::stop_token()));
    }
    const auto all = find_candidates();
    ::kill(-child, SIGKILL);
    if (ended) {
        GTEST_SKIP() << "there is no python3";
    }
    ::waitpid(child, nullptr, 0);
    ASSERT_TRUE(one);
    EXPECT_TRUE(std::ranges::none_of(all, [&](const Candidate& other) {
        return other.pid != child && other.command == one->command;
    }));
}

}  // namespace
}  // namespace throughline::observe
