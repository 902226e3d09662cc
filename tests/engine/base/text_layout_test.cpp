// SPDX-License-Identifier: Apache-2.0
#include "engine/base/text_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace throughline {
namespace {

using testing::ElementsAre;

TEST(TextLayout, AWidthIsThatOfTheLetters) {
    EXPECT_EQ(shown_width("äöü"), 3U);
    EXPECT_EQ(shown_width(""), 0U);
}

TEST(TextLayout, ShortenedSaysThatSomethingIsLeftOut) {
    EXPECT_EQ(shortened("abcdef", 6), "abcdef");
    EXPECT_EQ(shortened("abcdefg", 6), "abcde…");
    EXPECT_EQ(shortened("äöüß", 3), "äö…");
}

TEST(TextLayout, WrapsAtBlanks) {
    EXPECT_THAT(wrapped("one two three", 7), ElementsAre("one two", "three"));
    EXPECT_THAT(wrapped("a wwwwwwwww b", 4), ElementsAre("a", "wwwwwwwww", "b"));
    EXPECT_THAT(wrapped("äöü x", 5), ElementsAre("äöü x"));
    EXPECT_TRUE(wrapped("", 7).empty());
}

TEST(TextLayout, LinesKeepTheirIndentWhereTheyGoOn) {
    EXPECT_EQ(wrapped_text("one two\n  three four five\n", 12), "one two\n  three four\n  five\n");
    EXPECT_EQ(wrapped_text("one two three", 9), "one two\nthree");
    EXPECT_EQ(wrapped_text("a  b\n\nc\n", 40), "a  b\n\nc\n");
}

TEST(TextLayout, ACellIsNeverWider) {
    EXPECT_THAT(wrapped_cell("cold|warm|as_is", 10), ElementsAre("cold|warm|", "as_is"));
    EXPECT_THAT(wrapped_cell("abcdefgh", 3), ElementsAre("abc", "def", "gh"));
    EXPECT_THAT(wrapped_cell("äöüäö", 2), ElementsAre("äö", "üä", "ö"));
    EXPECT_THAT(wrapped_cell("", 5), ElementsAre(""));
}

}  // namespace
}  // namespace throughline
