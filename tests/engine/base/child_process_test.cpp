// SPDX-License-Identifier: Apache-2.0
#include "engine/base/child_process.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>

#include "engine/base/file_descriptor.h"

namespace throughline {
namespace {

int status_of(const ChildStart& start) {
    const auto child = start_child(start);
    EXPECT_TRUE(child) << child.error().what;
    int status = 0;
    EXPECT_EQ(::waitpid(*child, &status, 0), *child);
    return status;
}

TEST(ChildProcess, HasOurDescriptorsUnderItsNumbersAndNothingToRead) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    const UniqueFd read_end(ends[0]);
    UniqueFd write_end(ends[1]);
    const int status = status_of(
        {.command = {"/bin/sh", "-c", "read line; echo \"got '$line' as $1\" >&5", "x", "a b"},
         .descriptors = {{.ours = write_end.get(), .its = 5}}});
    write_end.reset();
    EXPECT_EQ(child_end_text(status), "ended with exit code 0");
    std::array<char, 64> text{};
    ASSERT_GT(::read(read_end.get(), text.data(), text.size() - 1), 0);
    EXPECT_STREQ(text.data(), "got '' as a b\n");
}

TEST(ChildProcess, ItsEndIsToldInWords) {
    EXPECT_EQ(child_end_text(status_of({.command = {"/bin/sh", "-c", "exit 3"}})),
              "ended with exit code 3");
    EXPECT_EQ(child_end_text(status_of({.command = {"/bin/sh", "-c", "kill -SEGV $$"}})),
              "was ended by signal 11 (Segmentation fault)");
}

TEST(ChildProcess, OwnGroupAndNoBlockedSignal) {
    sigset_t interrupt;
    sigset_t before;
    sigemptyset(&interrupt);
    sigaddset(&interrupt, SIGTERM);
    ::pthread_sigmask(SIG_BLOCK, &interrupt, &before);
    const auto child = start_child({.command = {"/bin/sleep", "60"}, .own_group = true});
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    ASSERT_TRUE(child) << child.error().what;
    EXPECT_EQ(::getpgid(*child), *child);
    EXPECT_EQ(::kill(*child, SIGTERM), 0);
    int status = 0;
    EXPECT_EQ(::waitpid(*child, &status, 0), *child);
    EXPECT_THAT(child_end_text(status), testing::HasSubstr("signal 15"));
}

TEST(ChildProcess, WaitForTheEndIsBounded) {
    const auto child = start_child({.command = {"/bin/sleep", "60"}});
    ASSERT_TRUE(child) << child.error().what;
    EXPECT_FALSE(await_child(*child, std::chrono::milliseconds(20))) << "it goes on";
    const auto killed = kill_child(*child);
    ASSERT_TRUE(killed);
    EXPECT_THAT(child_end_text(*killed), testing::HasSubstr("signal 9"));
}

TEST(ChildProcess, ProgramThatIsNotThereIsNamed) {
    const auto child = start_child({.command = {"/nowhere/program"}});
    ASSERT_FALSE(child);
    EXPECT_THAT(child.error().what, testing::HasSubstr("start '/nowhere/program'"));
}

}  // namespace
}  // namespace throughline
