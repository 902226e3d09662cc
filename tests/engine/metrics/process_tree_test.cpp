// SPDX-License-Identifier: Apache-2.0
#include "engine/metrics/process_tree.h"

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <ctime>

namespace throughline::metrics {
namespace {

void burn(double seconds) {
    const std::clock_t until = std::clock() + static_cast<std::clock_t>(seconds * CLOCKS_PER_SEC);
    while (std::clock() < until) {
    }
}

/// A parent that waits for one child that burns, and has another one that goes on.
pid_t start_family(int ready) {
    const pid_t parent = ::fork();
    if (parent == 0) {
        if (const pid_t child = ::fork(); child == 0) {
            burn(0.2);
            ::_exit(0);
        } else {
            ::waitpid(child, nullptr, 0);
        }
        if (::fork() == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            burn(0.1);
            static_cast<void>(::write(ready, "x", 1) == 1);
            ::pause();
        }
        ::pause();
        ::_exit(0);
    }
    return parent;
}

TEST(ProcessTree, CountsWhatHasEndedAndWhatRuns) {
    int ready[2];
    ASSERT_EQ(::pipe(ready), 0);
    const pid_t parent = start_family(ready[1]);
    char byte = 0;
    ASSERT_EQ(::read(ready[0], &byte, 1), 1);
    const auto use = tree_use(parent);
    ::kill(parent, SIGKILL);
    ::waitpid(parent, nullptr, 0);
    if (!use) {
        GTEST_SKIP() << "the kernel does not list the children of a thread";
    }
    EXPECT_EQ(use->processes, 2U);
    EXPECT_GT(in_seconds(use->cpu), 0.25);
    EXPECT_LT(in_seconds(use->cpu), 0.6);
    EXPECT_GT(use->resident_bytes, 100'000U);
    EXPECT_TRUE(use->fetched_bytes.has_value());
}

TEST(ProcessTree, OneThatIsGoneHasNone) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::_exit(0);
    }
    ::waitpid(child, nullptr, 0);
    EXPECT_FALSE(tree_use(child));
}

}  // namespace
}  // namespace throughline::metrics
