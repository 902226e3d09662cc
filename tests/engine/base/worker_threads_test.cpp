// SPDX-License-Identifier: Apache-2.0
#include "engine/base/worker_threads.h"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>

#include "engine/base/pause.h"

namespace throughline {
namespace {

TEST(RunOnThreads, EveryThreadWorksOnceAndTheCallerShows) {
    std::atomic<int> worked{0};
    std::atomic<int> shown{0};
    const auto work = [&]() -> Result<void> {
        ++worked;
        while (shown == 0) {
            pause_for(std::chrono::milliseconds(1), {});
        }
        return {};
    };
    EXPECT_TRUE(run_on_threads("work", 3, work, [&] { ++shown; }));
    EXPECT_EQ(worked, 3);
    EXPECT_TRUE(run_on_threads("work", 0, work));
}

TEST(RunOnThreads, AFailureAsksTheOthersToGiveUp) {
    std::atomic<int> numbers{0};
    const std::stop_source give_up;
    const auto work = [&]() -> Result<void> {
        if (numbers++ == 0) {
            return Error{.code = ErrorCode::Io, .what = "no disk"};
        }
        pause_for(std::chrono::hours(1), give_up.get_token());
        return {};
    };
    const auto done = run_on_threads("work", 3, work, {}, give_up);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().what, "no disk");
}

TEST(RunOnThreads, AnExceptionIsAnInternalError) {
    const auto done =
        run_on_threads("count", 1, []() -> Result<void> { throw std::runtime_error("too many"); });
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::Internal);
    EXPECT_EQ(done.error().what, "count: too many");
}

TEST(Pause, EndsByItselfOrWhenAskedTo) {
    EXPECT_TRUE(pause_for(std::chrono::nanoseconds(1), {}));
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(pause_for(std::chrono::hours(1), stop.get_token()));
}

}  // namespace
}  // namespace throughline
