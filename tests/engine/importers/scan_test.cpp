// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/read/scan.h"

#include <gtest/gtest.h>

#include <string>

#include "engine/importers/read/timestamp.h"
#include "engine/importers/read/units.h"

namespace throughline::importers {
namespace {

TEST(ParseNumber, TakesWhatToolsWriteForANumber) {
    EXPECT_EQ(parse_number("12"), 12.0);
    EXPECT_EQ(parse_number(" +1.5e+3 "), 1500.0);
    EXPECT_EQ(parse_number("2.05e+11"), 2.05e11);
    EXPECT_EQ(parse_number("1,39", true), 1.39);
}

TEST(ParseNumber, GivesNothingForWhatIsNoNumber) {
    for (const char* const text : {"",
                                   "-",
                                   "nan",
                                   "NaN",
                                   "inf",
                                   "N/A",
                                   "[N/A]",
                                   "[Not Supported]",
                                   "<0.01",
                                   "12x",
                                   "1,39"}) {
        EXPECT_FALSE(parse_number(text)) << text;
    }
    EXPECT_FALSE(parse_number("1,234,567", true));
}

TEST(Match, TakesGroupsInOrder) {
    const auto found = match("100\timages/sec: 196.2 +/- 0.7", "%n images/sec: %n%_+/-%_%n");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->number(0), 100.0);
    EXPECT_EQ(found->number(1), 196.2);
    EXPECT_EQ(found->number(2), 0.7);
}

TEST(Match, FailsWhereALiteralDiffers) {
    EXPECT_FALSE(match("Epoch: [0]", "Epoch: [%n][%n"));
    EXPECT_FALSE(match("", "%n"));
}

TEST(Find, SearchesAfterAPrefix) {
    const auto found = find("INFO:root:Epoch[3] Batch [20-40]\tSpeed: 5.5 samples/sec",
                            "Epoch[%n] Batch [%s]%_Speed:%_%n");
    ASSERT_TRUE(found);
    EXPECT_EQ((*found)[1], "20-40");
    EXPECT_EQ(found->number(2), 5.5);
}

TEST(CsvCells, KeepsCommasAndQuotesInsideQuotes) {
    EXPECT_EQ(csv_cells(R"(a,"b,c","d ""e""",)"),
              (std::vector<std::string>{"a", "b,c", R"(d "e")", ""}));
}

TEST(ParseMoment, ReadsTheFormsOfTools) {
    struct Case {
        const char* text;
        const char* iso;
    };
    for (const auto& [text, iso] :
         {Case{"2024-03-14T17:53:14-0700", "2024-03-15T00:53:14.000Z"},
          Case{"2024/03/15 13:57:59.791", "2024-03-15T13:57:59.791Z"},
          Case{"2019-04-18 13:20:19 UTC", "2019-04-18T13:20:19.000Z"},
          Case{"02/25/2015 05:48:52 PM", "2015-02-25T17:48:52.000Z"},
          Case{"02/25/2015 12:00:00 AM", "2015-02-25T00:00:00.000Z"},
          Case{"30.11.2021 17:00:00", "2021-11-30T17:00:00.000Z"},
          Case{"20201123 14:40:56", "2020-11-23T14:40:56.000Z"},
          Case{"16 Jun 2015 11:06:42 CDT", "2015-06-16T11:06:42.000Z"},
          Case{"04/04/23 16:33:43", "2023-04-04T16:33:43.000Z"},
          Case{"2014-04-08T23:18:00Z", "2014-04-08T23:18:00.000Z"},
          Case{"Thu Mar 14 17:53:14 UTC 2024", "2024-03-14T17:53:14.000Z"},
          Case{"Tue Mar  5 07:03:04 2024", "2024-03-05T07:03:04.000Z"},
          Case{"Fri 22 Nov 2024 02:24:44 PM UTC", "2024-11-22T14:24:44.000Z"}}) {
        const auto moment = parse_moment(text);
        ASSERT_TRUE(moment) << text;
        EXPECT_EQ(iso_of(moment->seconds), iso) << text;
    }
}

TEST(ParseMoment, RefusesWhatIsNoTime) {
    for (const char* const text : {"",
                                   ":",
                                   "5",
                                   "2024-13-01 00:00:00",
                                   "2024-01-01 25:00:00",
                                   "a b:c",
                                   "Thu",
                                   "Thu 1:2",
                                   "Mon Mar 1:2:3 5"}) {
        EXPECT_FALSE(parse_moment(text)) << text;
    }
}

// Source: fio(1), kb_base: with the default of 1024, k is 1,024 and Ki is 1,000.
TEST(FioSize, FollowsItsOwnRuleOfPrefixes) {
    EXPECT_EQ(fio_size("4k"), 4096.0);
    EXPECT_EQ(fio_size("01"), 1.0);
    EXPECT_EQ(fio_size("1M"), 1048576.0);
    EXPECT_EQ(fio_size("1Mi"), 1e6);
    EXPECT_EQ(fio_size("4k", true), 4000.0);
    EXPECT_EQ(fio_size("4Ki", true), 4096.0);
    EXPECT_FALSE(fio_size("random"));
}

}  // namespace
}  // namespace throughline::importers
