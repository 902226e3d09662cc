// SPDX-License-Identifier: Apache-2.0
// Real processes of this test, looked at as a job is.
#include "engine/observe/job_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <functional>
#include <set>

namespace throughline::observe {
namespace {

/// A child that does one thing until it is killed.
class Child {
public:
    explicit Child(const std::function<void()>& act) : pid_(::fork()) {
        if (pid_ == 0) {
            act();
            ::_exit(0);
        }
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() {
        ::kill(pid_, SIGKILL);
        ::waitpid(pid_, nullptr, 0);
    }
    pid_t pid() const { return pid_; }

    /// What it is seen doing once it does something for good.
    Doing doing() const {
        SocketKinds sockets;
        ThreadProbe probe(pid_, pid_);
        Doing last = Doing::Other;
        for (int look = 0; look < 200; ++look) {
            ::poll(nullptr, 0, 5);
            const auto seen = probe.take(sockets, false);
            if (!seen) {
                break;
            }
            last = doing_of(seen->look);
            if (last != Doing::Running && last != Doing::Other && look > 3) {
                break;
            }
        }
        return last;
    }

private:
    pid_t pid_;
};

TEST(ThreadProbe, SeesWhatARealThreadWaitsFor) {
    std::array<int, 2> pipe{};
    ASSERT_EQ(::pipe(pipe.data()), 0);
    std::array<int, 2> local{};
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, local.data()), 0);
    char byte = 0;
    const Child reads([&] { static_cast<void>(::read(pipe[0], &byte, 1) == 1); });
    const Child polls([&] {
        pollfd end{.fd = pipe[0], .events = POLLIN, .revents = 0};
        ::poll(&end, 1, -1);
    });
    const Child receives([&] { static_cast<void>(::recv(local[0], &byte, 1, 0)); });
    const Child naps([] { ::sleep(100); });
    const Child computes([] {
        for (;;) {
            asm volatile("");
        }
    });
    EXPECT_EQ(reads.doing(), Doing::NoWork);
    EXPECT_EQ(polls.doing(), Doing::NoWork);
    EXPECT_EQ(receives.doing(), Doing::NoWork);
    EXPECT_EQ(naps.doing(), Doing::Sleep);
    EXPECT_EQ(computes.doing(), Doing::Running);
    for (const int end : {pipe[0], pipe[1], local[0], local[1]}) {
        ::close(end);
    }
}

TEST(JobTree, FollowsProcessesThatComeAndGo) {
    const Child parent([] {
        for (;;) {
            if (::fork() == 0) {
                ::usleep(300'000);
                ::_exit(0);
            }
            ::wait(nullptr);
        }
    });
    auto tree = JobTree::open(parent.pid());
    ASSERT_TRUE(tree) << tree.error().what;
    std::set<pid_t> seen;
    for (int look = 0; look < 60 && seen.size() < 4; ++look) {
        ::poll(nullptr, 0, 50);
        tree->refresh();
        for (const auto& [pid, process] : tree->processes()) {
            seen.insert(pid);
        }
    }
    EXPECT_GE(seen.size(), 4U);
    EXPECT_FALSE(tree->has_ended());
}

TEST(JobTree, KnowsWhenTheJobHasEndedAndWhenThereIsNone) {
    const Child naps([] { ::sleep(100); });
    auto tree = JobTree::open(naps.pid());
    ASSERT_TRUE(tree);
    ::kill(naps.pid(), SIGKILL);
    for (int look = 0; look < 100 && !tree->has_ended(); ++look) {
        ::poll(nullptr, 0, 10);
        tree->refresh();
    }
    EXPECT_TRUE(tree->has_ended());
    const auto none = JobTree::open(0x3ffffff);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, ErrorCode::NotFound);
}

}  // namespace
}  // namespace throughline::observe
