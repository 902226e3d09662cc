// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <csignal>

#include "app/engine/stop_signals.h"
#include "engine/base/pause.h"

namespace throughline::app {
namespace {

/// Whether `token` was asked to stop within five seconds.
bool stops(std::stop_token token) {
    return !pause_for(std::chrono::seconds(5), token);
}

TEST(StopSignals, InterruptTerminateAndHangUpAskToStop) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        int calls = 0;
        {
            const StopSignals signals([&calls] { ++calls; });
            ASSERT_FALSE(signals.token().stop_requested());
            ::kill(::getpid(), signal);
            EXPECT_TRUE(stops(signals.token())) << signal;
        }
        EXPECT_EQ(calls, 1) << signal;
    }
}

// A terminal that goes sends the signal to the shell, which sends it on: twice is once.
TEST(StopSignals, SecondHangUpIsTheSameOne) {
    const StopSignals signals;
    ::kill(::getpid(), SIGHUP);
    EXPECT_TRUE(stops(signals.token()));
    ::kill(::getpid(), SIGHUP);
}

TEST(StopSignals, HangUpThatIsIgnoredStaysIgnored) {
    std::signal(SIGHUP, SIG_IGN);  // as nohup does
    {
        const StopSignals signals;
        ::kill(::getpid(), SIGHUP);
        EXPECT_FALSE(signals.token().stop_requested());
    }
    std::signal(SIGHUP, SIG_DFL);
}

TEST(StopSignals, PutsTheSignalMaskBack) {
    sigset_t mask;
    {
        const StopSignals signals;
    }
    sigemptyset(&mask);
    pthread_sigmask(SIG_BLOCK, nullptr, &mask);
    EXPECT_EQ(sigismember(&mask, SIGINT), 0);
    EXPECT_EQ(sigismember(&mask, SIGTERM), 0);
}

TEST(StopSignalsDeathTest, SecondInterruptEndsTheProgramAtOnce) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        {
            const StopSignals signals;
            ::kill(::getpid(), SIGINT);
            stops(signals.token());
            ::kill(::getpid(), SIGINT);
            pause_for(std::chrono::seconds(5), {});
        },
        testing::ExitedWithCode(128 + SIGINT),
        "");
}

}  // namespace
}  // namespace throughline::app
