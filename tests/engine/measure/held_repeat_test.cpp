// SPDX-License-Identifier: Apache-2.0
// How a repeat waits for the command that lets it begin.
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <thread>

#include "engine/base/file_descriptor.h"
#include "engine/measure/control_reader.h"

namespace throughline::measure {
namespace {

bool is_ok(const std::string& reply) {
    return reply.find("\"ok\":true") != std::string::npos;
}

TEST(HeldRepeat, BeginsAtTheTimeThatItIsTold) {
    RunControl control;
    control.hold_repeats();
    const SteadyTime at = steady_now() + std::chrono::milliseconds(30);
    std::string reply;
    control.wait_to_begin([&] {
        const std::string seconds = std::to_string(in_seconds(at.time_since_epoch()));
        reply = carry_out(R"({"id":1,"command":"begin","steady_s":)" + seconds + "}", control);
    });
    EXPECT_TRUE(is_ok(reply)) << reply;
    EXPECT_GE(steady_now(), at - std::chrono::microseconds(2));  // six digits of the text
}

TEST(HeldRepeat, ABeginThatNobodyWaitsForIsRefused) {
    RunControl control;
    control.hold_repeats();
    const std::string begin = R"({"id":1,"command":"begin"})";
    EXPECT_NE(carry_out(begin, control).find("no repeat waits to begin"), std::string::npos);
    control.wait_to_begin([&] { EXPECT_TRUE(is_ok(carry_out(begin, control))); });
    EXPECT_FALSE(is_ok(carry_out(begin, control))) << "it has begun";
}

TEST(HeldRepeat, AStopEndsTheWait) {
    RunControl control;
    control.hold_repeats();
    control.wait_to_begin([&] { carry_out(R"({"id":1,"command":"stop"})", control); });
    EXPECT_TRUE(control.stop_requested());
}

// Whoever would say when to begin is gone.
TEST(HeldRepeat, TheEndOfCommandsIsAStopWhereRepeatsAreHeld) {
    for (const bool holds : {true, false}) {
        RunControl control;
        if (holds) {
            control.hold_repeats();
        }
        std::array<int, 2> ends{};
        ASSERT_EQ(::pipe(ends.data()), 0);
        const UniqueFd commands(ends[0]);
        ::close(ends[1]);
        if (holds) {
            const ControlReader reader(commands.get(), control, [](const std::string&) {});
            control.wait_to_begin([] {});
        } else {
            const ControlReader reader(commands.get(), control, [](const std::string&) {});
        }
        EXPECT_EQ(control.stop_requested(), holds);
    }
}

}  // namespace
}  // namespace throughline::measure
