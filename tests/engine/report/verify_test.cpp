// SPDX-License-Identifier: Apache-2.0
// A report that was not touched holds; one that was does not, wherever it was touched.
#include "engine/report/verify.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "engine/report/html.h"
#include "engine/report/markdown.h"
#include "tests/engine/report/report_fixtures.h"

namespace throughline::report {
namespace {

std::string page_of(const MadeOfFixtures& made) {
    return html_of(made.content, made.drawings, made.seal);
}

std::string disk_report() {
    return page_of(made_disk_report());
}

std::string machines_report() {
    return page_of(made_machines_report());
}

TEST(VerifyReport, AnUntouchedOneHolds) {
    for (const std::string& page : {disk_report(), machines_report()}) {
        const auto verified = verify_html(page);
        ASSERT_TRUE(verified) << verified.error().what;
        EXPECT_TRUE(verified->holds()) << said_of(page);
        EXPECT_GT(verified->figures, 5U);
        EXPECT_GE(verified->points, 5U);
        EXPECT_EQ(verified->drawings, 1U);
    }
}

TEST(VerifyReport, TheSameInputAndDateAreTheSameBytes) {
    EXPECT_EQ(machines_report(), machines_report());
}

TEST(VerifyReport, TheFirstPageAnswersTheQuestion) {
    const std::string page = disk_report();
    const std::string first = page.substr(0, page.find("class=\"next\""));
    EXPECT_NE(first.find("<p class=\"lead\">Decoding is the bottleneck.</p>"), std::string::npos)
        << first;
    EXPECT_NE(first.find("1.53 k images/s</data>"), std::string::npos);
    EXPECT_NE(first.find("95 % interval"), std::string::npos);
    EXPECT_NE(first.find("Chart of Images per second by Decode threads."), std::string::npos);
    EXPECT_NE(machines_report().find("new box is the fastest."), std::string::npos);
    EXPECT_NE(machines_report().find("+50.0 %, better"), std::string::npos);
}

TEST(VerifyReport, AFigureThatIsNotTheRecordsIsNamed) {
    const std::string page = disk_report();
    EXPECT_NE(said_of(replaced(page, ">1.53 k images/s</data>", ">1.93 k images/s</data>"))
                  .find("Images per second, run 5 of \"photos, 1–3 threads\": The report says 1.93 "
                        "k images/s, its record 1.53 k images/s."),
              std::string::npos);
    EXPECT_NE(said_of(replaced(page, "M1 2L3 4", "M1 2L3 9")).find("chart 1: The drawing"),
              std::string::npos);
    EXPECT_NE(said_of(replaced(page, "is the bottleneck", "is no bottleneck")).find("line "),
              std::string::npos);
    EXPECT_NE(said_of(replaced(page, "[\"u1\",5,3.0,", "[\"u1\",5,2.0,")).find("chart 1: Run 5"),
              std::string::npos);
}

// Goal: whoever cuts one figure out is told of that one, not of all behind it.
TEST(VerifyReport, AFigureThatWasCutOutOrAddedIsTheOnlyOneNamed) {
    const std::string page = disk_report();
    const std::size_t start = page.find("<data ");
    const std::size_t end = page.find("</data>", start) + 7;
    std::string cut = page;
    cut.erase(start, end - start);
    EXPECT_EQ(said_of(cut),
              "Images per second, run 5 of \"photos, 1–3 threads\": It was cut out; its record has "
              "1.53 k images/s.\n");
    std::string twice = page;
    twice.insert(end, page.substr(start, end - start));
    EXPECT_EQ(said_of(twice),
              "Images per second, run 5 of \"photos, 1–3 threads\": 1.53 k images/s was added, "
              "which the records do not make here.\n");
    const std::string other =
        replaced(page, "title=\"run 5 of study u1\"", "title=\"run 4 of study u1\"");
    EXPECT_EQ(
        said_of(other).find("Images per second, run 5 of \"photos, 1–3 threads\": It was cut"), 0U)
        << said_of(other);
}

TEST(VerifyReport, AChangedTextIsShownBesideTheOneThatWasWritten) {
    const std::string found =
        said_of(replaced(disk_report(), "is the bottleneck", "is no bottleneck"));
    EXPECT_NE(found.find("it says \"no bottleneck"), std::string::npos) << found;
    EXPECT_NE(found.find("in place of \"the bottleneck"), std::string::npos) << found;
}

TEST(VerifyReport, NoWordsOfALibraryReachAReader) {
    for (const auto& [from, to] : {std::pair("\"records\":[", "\"recordings\":["),
                                   std::pair("\"charts\":[", "\"charts\":7,\"x\":["),
                                   std::pair("\"other_points\":0", "\"other_points\":-1"),
                                   std::pair("\"series\":[", "\"series\":{},\"x\":["),
                                   std::pair("[\"u1\",5,3.0,", "[\"u1\","),
                                   std::pair("\"format\":", "\"form\":")}) {
        const std::string found = said_of(replaced(disk_report(), from, to));
        EXPECT_NE(found, "");
        EXPECT_EQ(found.find("json"), std::string::npos) << found;
        EXPECT_EQ(found.find("exception"), std::string::npos) << found;
    }
}

TEST(VerifyReport, WhatIsNoReportIsAnError) {
    EXPECT_FALSE(verify_html(""));
    EXPECT_FALSE(verify_html("<!DOCTYPE html><title>Hello</title>"));
    const std::string page = disk_report();
    EXPECT_FALSE(verify_html(page.substr(0, page.size() / 2)));
}

// Goal: a byte anywhere in the file is found. Method: seeded edits of digits, of any byte, and
// cuts, all over two reports; the seed is in the message.
TEST(VerifyReport, FindsAThousandRandomEditsAndRaisesNoFalseAlarm) {
    const std::array pages{disk_report(), machines_report()};
    int missed = 0;
    for (unsigned seed = 0; seed < 1000; ++seed) {
        std::mt19937 random(seed);
        std::string page = pages[seed % pages.size()];
        std::uniform_int_distribution<std::size_t> place(0, page.size() - 1);
        std::size_t at = place(random);
        if (seed % 3 == 0) {  // a digit
            at = page.find_first_of("0123456789", at);
            at = at == std::string::npos ? page.find_first_of("0123456789") : at;
            page[at] = page[at] == '9' ? '0' : static_cast<char>(page[at] + 1);
        } else if (seed % 3 == 1) {
            page[at] = page[at] == 'x' ? 'y' : 'x';
        } else {
            page.erase(at, 1 + at % 7);
        }
        if (page != pages[seed % pages.size()] && said_of(page).empty()) {
            ++missed;
            ADD_FAILURE() << "seed " << seed << " at byte " << at;
        }
    }
    EXPECT_EQ(missed, 0);
}

TEST(VerifyReport, TwoHundredHonestOnesHold) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> faster(0.01, 40.0);
    for (int i = 0; i < 200; ++i) {
        const std::vector<record::Study> studies{study_of("u1", "a", faster(random)),
                                                 study_of("u2", "b", faster(random))};
        const std::string page =
            page_of(made_of(definition_of(i % 2 == 0 ? "disk" : "machines", studies), studies));
        EXPECT_EQ(said_of(page), "") << i;
    }
}

TEST(MarkdownReport, KeepsMarksOfTheTextAndSaysThatItProvesNothing) {
    const std::vector<record::Study> studies{study_of("u1", "a | b *c*", 1.0)};
    const MadeOfFixtures made = made_of(definition_of("disk", studies), studies);
    const std::string text =
        markdown_of(made.content, std::vector<std::string>{"r-1.svg"}, "Made by hand.");
    EXPECT_NE(text.find("](r-1.svg)"), std::string::npos);
    EXPECT_NE(text.find("a \\| b \\*c\\*"), std::string::npos);
    EXPECT_NE(text.find("carries no records"), std::string::npos);
}

}  // namespace
}  // namespace throughline::report
