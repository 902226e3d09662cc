// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "app/engine/text_table.h"

namespace throughline::app {
namespace {

TEST(Aligned, PutsCellsBelowEachOther) {
    EXPECT_EQ(aligned({{"a", "1"}, {"long", "22"}}), "a     1\nlong  22\n");
}

TEST(Aligned, CountsCharactersNotBytes) {
    EXPECT_EQ(aligned({{"äö", "1"}, {"abc", "2"}}), "äö   1\nabc  2\n");
}

TEST(Aligned, LeavesNoBlanksAtLineEnds) {
    EXPECT_EQ(aligned({{"a", "", ""}, {"b", "", "c"}}), "a\nb    c\n");
}

TEST(Aligned, UnderlinesTheHeading) {
    EXPECT_EQ(aligned({{"key", "value"}, {"a", "1"}}, {.heading = true}),
              "key  value\n---  -----\na    1\n");
}

TEST(Aligned, WrapsWhatIsWiderThanTheTerminalInsideItsCell) {
    EXPECT_EQ(aligned({{"key", "one two three four five", "9"}}, {.columns = 21}),
              "key  one two three  9\n"
              "     four five\n");
}

TEST(Aligned, PutsTheWordsBelowTheirRowWhereLittleRoomIsLeft) {
    EXPECT_EQ(
        aligned({{"key", "allowed", "meaning"},
                 {"storage.queue_depth", "1 … 4096", "Reads in flight for each reader thread"}},
                {.heading = true, .columns = 40}),
        "key                  allowed\n"
        "    meaning\n"
        "-------------------  --------\n"
        "storage.queue_depth  1 … 4096\n"
        "    Reads in flight for each reader\n"
        "    thread\n");
}

TEST(Aligned, NoLineIsWiderThanTheTerminal) {
    const std::vector<std::vector<std::string>> rows{
        {"consumer.preset", "cold|warm|as_is|random|sequential|strided", std::string(70, 'x')},
        {"b", "", "Some words that go on and on and on until there is no room for them"},
        {"c", "d"}};
    for (std::size_t columns = 30; columns < 160; ++columns) {
        const std::string text = aligned(rows, {.columns = columns});
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = text.find('\n', at);
            EXPECT_LE(shown_width(text.substr(at, end - at)), columns) << columns << "\n" << text;
            at = end + 1;
        }
    }
}

TEST(Aligned, ControlCharactersOfACellStayInItsLine) {
    EXPECT_EQ(aligned({{"a\nb", "\x1b[2J"}}), "a\\nb  \\x1b[2J\n");
}

TEST(ShortenLast, KeepsARowWithinItsColumnsButSomeOfTheLastCell) {
    std::vector<std::vector<std::string>> rows{{"a", std::string(90, 'x')}};
    shorten_last(rows, 80);
    EXPECT_EQ(shown_width(aligned(rows)), 81U);  // with its line end
    rows = {{std::string(90, 'x'), std::string(90, 'y')}};
    shorten_last(rows, 80);
    EXPECT_EQ(shown_width(rows[0][1]), 30U);
}

}  // namespace
}  // namespace throughline::app
