// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "app/engine/text_table.h"

namespace throughline::app {
namespace {

TEST(Aligned, PutsCellsBelowEachOther) {
    EXPECT_EQ(aligned({{"a", "1"}, {"long", "22"}}), "a     1\nlong  22\n");
}

TEST(Aligned, CountsCharactersNotBytes) {
    EXPECT_EQ(aligned({{"\u00E4\u00F6", "1"}, {"abc", "2"}}), "\u00E4\u00F6   1\nabc  2\n");
}

TEST(Aligned, LeavesNoBlanksAtLineEnds) {
    EXPECT_EQ(aligned({{"a", "", ""}, {"b", "", "c"}}), "a\nb    c\n");
}

TEST(Aligned, UnderlinesTheHeading) {
    EXPECT_EQ(aligned({{"key", "value"}, {"a", "1"}}, true), "key  value\n---  -----\na    1\n");
}

TEST(ShownWidth, IsTheNumberOfCodePoints) {
    EXPECT_EQ(shown_width(""), 0U);
    EXPECT_EQ(shown_width("1\u202F000 \u00B5s"), 8U);
}

}  // namespace
}  // namespace throughline::app
