// SPDX-License-Identifier: Apache-2.0
#include "engine/base/visible_text.h"

#include <gtest/gtest.h>

namespace throughline {
namespace {

TEST(VisibleText, SpellsOutWhatSteersATerminal) {
    EXPECT_EQ(visible_line("a\x1b[31mred\x07\x7f"), "a\\x1b[31mred\\x07\\x7f");
    EXPECT_EQ(visible_line("\xC2\x9B"
                           "31m"),
              "\\u009b31m");  // C1: the 8-bit form of ESC [
}

TEST(VisibleText, ALineStaysOneLine) {
    EXPECT_EQ(visible_line("title\nrun 2  done\r\t\xE2\x80\xA8"),
              "title\\nrun 2  done\\x0d\\t\\u2028");
    EXPECT_EQ(visible_text("two\nlines\twith\rmore"), "two\nlines\twith\\x0dmore");
}

TEST(VisibleText, SpellsOutMarksOfDirection) {
    EXPECT_EQ(visible_line("photo\xE2\x80\xAEgpj.exe"), "photo\\u202egpj.exe");
    EXPECT_EQ(visible_line("\xE2\x81\xA6x\xE2\x81\xA9\xD8\x9C"), "\\u2066x\\u2069\\u061c");
}

TEST(VisibleText, LeavesLettersAlone) {
    EXPECT_EQ(visible_line("Größe 1 … 64 µs 図 😀"), "Größe 1 … 64 µs 図 😀");
    EXPECT_EQ(visible_line(""), "");
}

TEST(VisibleText, BytesThatAreNoLettersAreSpelledOut) {
    EXPECT_EQ(visible_line("a\xFFz\xC3"), "a\\xffz\\xc3");
    EXPECT_EQ(visible_text("\xE2\x80"), "\\xe2\\x80");
}

}  // namespace
}  // namespace throughline
