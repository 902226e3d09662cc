// SPDX-License-Identifier: Apache-2.0
// What stands on pages is compared with what has to, however a font writes it.
#include "engine/report/printed_match.h"

#include <gtest/gtest.h>

#include "engine/report/squeezed_text.h"

namespace throughline::report {
namespace {

Content small_content() {
    Table table{.caption = "Runs", .heading = {"Run", "Rate"}};
    for (int i = 1; i <= 4; ++i) {
        table.rows.push_back({{.text = std::to_string(i)},
                              {.text = std::to_string(100 * i) + " images/s",
                               .source = Source{.run = i, .key = "images_per_second"}}});
    }
    return {.title = "Report",
            .question = "Why?",
            .items = {Paragraph{"An office."}, table, Paragraph{"The end."}}};
}

std::string compared(const std::vector<std::string>& pages,
                     bool deck = false,
                     const Content& content = small_content()) {
    Verification result;
    match_printed(pages, printed_text(content, {}), content.title, FigureNames({}), deck, result);
    std::string text;
    for (const Finding& finding : result.findings) {
        text += finding.where + ": " + finding.what + "\n";
    }
    return text;
}

TEST(PrintedMatch, SpacesLigaturesAndRepeatedHeadingsLieBetween) {
    EXPECT_EQ(compared({"Report Why? An o\uFB03ce. Runs Run Rate 1 100 images/s "
                        "2 200 images/s Report Page 1 of 2",
                        "Run Rate 3 300 images/s 4 400images/s The end. Report Page 2 of 2"}),
              "");
}

TEST(PrintedMatch, WhatDiffersIsNamed) {
    const std::string before = "Report Why? An office. Runs Run Rate 1 ";
    const std::string behind = " 3 300 images/s 4 400 images/s The end. Report Page 1 of 1";
    EXPECT_EQ(compared({before + "100 images/s 2 900 images/s" + behind}),
              "Images per second, run 2 of a study that the report does not have: The report says "
              "900 images/s, its record 200 images/s.\n");
    EXPECT_EQ(compared({before + "100 images/s 2 12200 images/s" + behind}),
              "Images per second, run 2 of a study that the report does not have: The report says "
              "12200 images/s, its record 200 images/s.\n");
    EXPECT_EQ(compared({before + "100 images/s 2" + behind}),
              "Images per second, run 2 of a study that the report does not have: The report says "
              "nothing, its record 200 images/s.\n");
    EXPECT_NE(compared({before + "100 images/s 2 200 images/s 3 300 images/s 4 400 images/s "
                                 "The end. Really. Report Page 1 of 1"}),
              "");
    EXPECT_NE(compared({before + "100 images/s 2 200 images/s" + behind + "1"}), "");
    EXPECT_NE(compared({"Something else altogether"}), "");
}

TEST(PrintedMatch, ADeckMaySayThatATableIsCutAndByHowMuch) {
    const std::string start = "Report Why? An office. Runs Run Rate 1 100 images/s ";
    const std::string end = " The end. Report Page 1 of 1";
    EXPECT_EQ(compared({start + "3 more rows are in the report." + end}, true), "");
    EXPECT_NE(compared({start + "2 more rows are in the report." + end}, true), "");
    EXPECT_NE(compared({start + "3 more rows are in the report." + end}, false), "");
}

TEST(PrintedMatch, RightToLeftTextMayStandInAnotherOrder) {
    const Content content{
        .title = "", .question = "\u05E9\u05DC\u05D5\u05DD 12 abc 3", .items = {}};
    EXPECT_EQ(compared({"3 abc 12 Page 1 of 1"}, false, content), "");
    EXPECT_NE(compared({"4 abc 12 Page 1 of 1"}, false, content), "");
}

TEST(SqueezedText, KeepsWhatAGlyphTellsForSure) {
    EXPECT_EQ(squeezed(" 1 528\u00A0k \u2212 2 ").text, U"1528k\u22122");
    EXPECT_EQ(squeezed("\uFB01x \u03BCs").text, squeezed("fix \u00B5s").text);
    EXPECT_EQ(squeezed("e\u0301 a").text, squeezed("\u00E9 a").text);
    EXPECT_EQ(squeezed("\xFF\xC3 1").text, U"1") << "no UTF-8";
    const std::string text = "a b c";
    EXPECT_EQ(squeezed(text).of(text, 1, 2), "b c");
}

}  // namespace
}  // namespace throughline::report
