// SPDX-License-Identifier: Apache-2.0
#include "engine/consumer/step_turn.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace throughline::consumer {
namespace {

using std::chrono::nanoseconds;

std::optional<bool> now(StepTurn& turn, std::uint32_t member) {
    return turn.look(member, nanoseconds::zero(), {});
}

TEST(StepTurn, NobodyGoesBeforeAllHaveABatch) {
    StepTurn turn(2);
    turn.arrive(0);
    EXPECT_EQ(now(turn, 0), std::nullopt);
    turn.arrive(1);
    EXPECT_EQ(now(turn, 0), true);
    turn.arrive(0);  // for its next step
    EXPECT_EQ(now(turn, 0), std::nullopt) << "the other has not begun this one yet";
    EXPECT_EQ(now(turn, 1), true);
    turn.arrive(1);
    EXPECT_EQ(now(turn, 1), true);
    EXPECT_EQ(now(turn, 0), true);
}

TEST(StepTurn, WhoWaitsForOneThatLeftGoesAlone) {
    StepTurn turn(3);
    turn.arrive(0);
    EXPECT_FALSE(turn.leave(1));
    EXPECT_EQ(now(turn, 0), false);
    turn.arrive(2);
    EXPECT_EQ(now(turn, 2), false) << "and whoever comes later too";
}

TEST(StepTurn, WhoLeavesAfterTheDecisionHasToGoAlong) {
    StepTurn turn(2);
    turn.arrive(0);
    turn.arrive(1);
    EXPECT_TRUE(turn.leave(1)) << "the other goes, and waits for it on the device";
    EXPECT_EQ(now(turn, 0), true);
    turn.arrive(0);
    EXPECT_FALSE(turn.leave(0)) << "it was to go alone, and does not";
}

TEST(StepTurn, ReleaseLetsThoseGoThatWait) {
    StepTurn turn(2);
    turn.arrive(0);
    turn.release();
    EXPECT_EQ(now(turn, 0), false);
    turn.arrive(1);
    EXPECT_EQ(now(turn, 1), std::nullopt) << "only those that waited then";
    turn.arrive(0);
    EXPECT_EQ(now(turn, 1), true);
}

TEST(StepTurn, StopWakesWhoWaits) {
    StepTurn turn(2);
    turn.arrive(0);
    std::stop_source stop;
    std::jthread stopper([&] { stop.request_stop(); });
    EXPECT_EQ(turn.look(0, std::chrono::hours(1), stop.get_token()), std::nullopt);
}

// Goal: whatever order the threads come in, each goes as often together as every other. Method:
// three of them with different numbers of steps, of which the rest can only go alone.
TEST(StepTurn, AllGoTogetherEquallyOften) {
    constexpr std::uint32_t kMembers = 3;
    StepTurn turn(kMembers);
    std::vector<int> together(kMembers);
    std::vector<int> alone(kMembers);
    {
        std::vector<std::jthread> threads;
        for (std::uint32_t member = 0; member < kMembers; ++member) {
            threads.emplace_back([&, member] {
                for (std::uint32_t step = 0; step < 1000 + 100 * member; ++step) {
                    turn.arrive(member);
                    std::optional<bool> how;
                    while (!how) {
                        how = turn.look(member, std::chrono::milliseconds(1), {});
                    }
                    ++(*how ? together : alone)[member];
                }
                EXPECT_FALSE(turn.leave(member));
            });
        }
    }
    EXPECT_EQ(together, (std::vector<int>{1000, 1000, 1000}));
    EXPECT_EQ(alone, (std::vector<int>{0, 100, 200}));
}

}  // namespace
}  // namespace throughline::consumer
