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

TEST(Shortened, CutsAtLettersAndSaysSo) {
    EXPECT_EQ(shortened("abc", 3), "abc");
    EXPECT_EQ(shortened("abcd", 3), "ab\u2026");
    EXPECT_EQ(shortened("\u00E4\u00F6\u00FC\u00DF", 3), "\u00E4\u00F6\u2026");
}

TEST(ShortenLast, KeepsARowWithinItsColumnsButSomeOfTheLastCell) {
    std::vector<std::vector<std::string>> rows{{"a", std::string(90, 'x')}};
    shorten_last(rows, 80);
    EXPECT_EQ(shown_width(aligned(rows)), 81U);  // with its line end
    rows = {{std::string(90, 'x'), std::string(90, 'y')}};
    shorten_last(rows, 80);
    EXPECT_EQ(shown_width(rows[0][1]), 30U);
}

TEST(Wrapped, BreaksAtBlanksAndLeavesLongWordsWhole) {
    EXPECT_EQ(wrapped("one two three", 7), (std::vector<std::string>{"one two", "three"}));
    EXPECT_EQ(wrapped("a wwwwwwwww b", 4), (std::vector<std::string>{"a", "wwwwwwwww", "b"}));
    EXPECT_EQ(wrapped("\u00E4\u00F6\u00FC x", 5),
              (std::vector<std::string>{"\u00E4\u00F6\u00FC x"}));
    EXPECT_TRUE(wrapped("", 7).empty());
}

TEST(ShownWidth, IsTheNumberOfCodePoints) {
    EXPECT_EQ(shown_width(""), 0U);
    EXPECT_EQ(shown_width("1\u202F000 \u00B5s"), 8U);
}

}  // namespace
}  // namespace throughline::app
