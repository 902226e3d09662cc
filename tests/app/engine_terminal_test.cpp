// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <string>

#include "app/engine/terminal.h"
#include "engine/base/file_descriptor.h"
#include "engine/base/text_layout.h"

namespace throughline::app {
namespace {

TEST(ProgressBar, ShowsItsShare) {
    EXPECT_EQ(progress_bar(0.0, "x", 33), "[>                   ]    0 %  x");
    EXPECT_EQ(progress_bar(0.5, "x", 33), "[==========>         ]   50 %  x");
    EXPECT_EQ(progress_bar(1.0, "x", 33), "[====================]  100 %  x");
    EXPECT_EQ(progress_bar(2.0, "x", 33), "[====================]  100 %  x");
}

TEST(ProgressBar, NeverExceedsTheColumns) {
    const std::string text = "1 234 of 5 678 images, 42 images/s, 1:07 left";
    for (std::size_t columns = 0; columns < 120; ++columns) {
        EXPECT_LE(shown_width(progress_bar(0.3, text, columns)), columns);
        EXPECT_LE(shown_width(progress_bar(-1.0, text, columns)), columns);
    }
}

TEST(ProgressBar, UnknownShareHasNoBar) {
    EXPECT_EQ(progress_bar(-1.0, "12 files", 80), "12 files");
    EXPECT_EQ(progress_bar(std::nan(""), "12 files", 80), "12 files");
}

TEST(ProgressBar, CutsBetweenCharacters) {
    EXPECT_EQ(progress_bar(-1.0, "\u00E4\u00F6\u00FC", 2), "\u00E4\u00F6");
}

TEST(Terminal, PipeIsNoTerminalAndHasTheUsualWidth) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    const UniqueFd read_end(ends[0]);
    const UniqueFd write_end(ends[1]);
    EXPECT_FALSE(is_terminal(write_end.get()));
    EXPECT_EQ(terminal_width(write_end.get()), 80U);
}

TEST(ProgressLine, WritesNothingInTheFirstSecondsWithoutATerminal) {
    testing::internal::CaptureStderr();
    {
        ProgressLine progress;
        for (int i = 0; i < 100; ++i) {
            progress.show(0.5, "half");
        }
    }
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace throughline::app
