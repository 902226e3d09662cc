// SPDX-License-Identifier: Apache-2.0
// Who changes a drawing, or what is said of one, and computes every digest anew is found.
#include "engine/report/redraw.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "engine/report/html.h"
#include "engine/report/odt.h"
#include "engine/report/verification_words.h"
#include "tests/engine/report/report_fixtures.h"

namespace throughline::report {
namespace {

const std::vector<record::Study>& photos() {
    static const std::vector<record::Study> kStudies{study_of("u1", "photos", 1.0)};
    return kStudies;
}

std::string page_with(const std::string& drawing) {
    const MadeOfFixtures made = made_of(definition_of("disk", photos()), photos(), drawing);
    return html_of(made.content, made.drawings, made.seal);
}

/// One chart of all runs, as the fixtures have it.
Result<std::vector<ChartData>> redrawn(const Definition& /*definition*/,
                                       const std::vector<std::string>& records) {
    auto studies = read_records(records);
    if (!studies) {
        return std::move(studies).error();
    }
    for (record::Study& study : *studies) {
        analysis::derive(study);
    }
    return std::vector<ChartData>{chart_of(*studies)};
}

std::string joined(const Verification& verified) {
    std::string text;
    for (const Finding& finding : verified.findings) {
        text += finding.where + ": " + finding.what + "\n";
    }
    return text;
}

TEST(ChangedDrawing, WithEveryDigestComputedAnewIsFound) {
    for (const char* forged : {"<svg><script>alert(1)</script></svg>",
                               "<svg><style>body{display:none}</style></svg>",
                               "<svg></svg><p>1.93 k images/s</p>",
                               "<svg><path d=\"M1 2\" onclick=\"x()\"/></svg>",
                               "<svg><foreignObject><b>1.93 k</b></foreignObject></svg>"}) {
        EXPECT_NE(said_of(page_with(forged)).find("chart 1: It"), std::string::npos)
            << said_of(page_with(forged));
        const MadeOfFixtures made = made_of(definition_of("disk", photos()), photos(), forged);
        const auto odt = odt_of(made.content, made.drawings, made.seal);
        ASSERT_TRUE(odt);
        EXPECT_NE(said_of(*odt).find("chart 1: It"), std::string::npos) << said_of(*odt);
    }
}

TEST(Redraw, AnHonestReportHoldsAndSaysThatItsChartsWereMadeAgain) {
    const std::string page = page_with(kSvg);
    const auto alone = verify_report(page);
    const auto compared = verify_report(page, redrawn);
    ASSERT_TRUE(alone);
    ASSERT_TRUE(compared);
    EXPECT_TRUE(alone->holds());
    EXPECT_TRUE(compared->holds()) << joined(*compared);
    EXPECT_FALSE(alone->redrawn);
    EXPECT_TRUE(compared->redrawn);
    EXPECT_NE(verification_text(*alone).find("with their own digests only"), std::string::npos);
    EXPECT_NE(verification_text(*compared).find("made again from the records"), std::string::npos);
    EXPECT_NE(verification_json(*alone).find("\"redrawn\": false"), std::string::npos);
    EXPECT_NE(verification_json(*compared).find("\"redrawn\": true"), std::string::npos);
}

/// What compare_charts() says of two charts.
std::string difference_of(const ChartData& said, const ChartData& made) {
    Verification result;
    compare_charts(std::vector{said}, std::vector{made}, result);
    return joined(result);
}

TEST(Redraw, EachDifferenceOfAChartIsNamed) {
    const ChartData made = chart_of(photos());
    EXPECT_EQ(difference_of(made, made), "");
    ChartData said = made;
    said.title = "Twice as fast";
    EXPECT_NE(difference_of(said, made).find("chart 1: Its title is \"Twice as fast\""),
              std::string::npos);
    said = made;
    said.series.front().points.pop_back();
    EXPECT_NE(difference_of(said, made).find("\"photos\" has 4 points, its records make 5."),
              std::string::npos)
        << "a point that is left out is one that is there";
    said = made;
    said.series.front().points[1].y *= 1.0 + 1e-6;
    EXPECT_NE(difference_of(said, made).find("Point 2 of \"photos\" is run 2 at (3, "),
              std::string::npos)
        << difference_of(said, made);
    said.series.front().points[1].y = made.series.front().points[1].y * (1.0 + 1e-12);
    EXPECT_EQ(difference_of(said, made), "") << "the last digits are the computer's";
    said = made;
    said.notes.emplace_back("No doubt about it.");
    said.other_points = 7;
    said.y_key = "read_iops";
    said.y_title = "Requests";
    said.series.front().name = "mine";
    said.series.emplace_back();
    EXPECT_EQ(std::ranges::count(difference_of(said, made), '\n'), 6) << difference_of(said, made);
    Verification none;
    compare_charts({}, std::vector{made}, none);
    EXPECT_EQ(joined(none), "charts: A chart was added or cut out.\n");
}

TEST(Redraw, WhatTheRecordsDoNotMakeIsAFindingAndATroubleOfThisComputerAnError) {
    const std::string page = page_with(kSvg);
    const auto cannot = [](ErrorCode code) {
        return [code](const Definition&, const std::vector<std::string>&) {
            return Result<std::vector<ChartData>>(Error{.code = code, .what = "chart 1: no"});
        };
    };
    const auto found = verify_report(page, cannot(ErrorCode::Usage));
    ASSERT_TRUE(found);
    EXPECT_EQ(joined(*found), "charts: Its records do not make them: chart 1: no.\n");
    EXPECT_FALSE(found->redrawn);
    EXPECT_FALSE(verify_report(page, cannot(ErrorCode::Io)));
}

TEST(Findings, AreToldTwentyTimesAndCounted) {
    Verification verified;
    for (int i = 0; i < 34; ++i) {
        verified.find("line " + std::to_string(i), "It differs.");
    }
    EXPECT_EQ(verified.findings.size(), 20U);
    const std::string text = verification_text(verified);
    EXPECT_NE(text.find("  and 14 more\n"), std::string::npos);
    EXPECT_NE(text.find("does not hold: 34 findings"), std::string::npos);
    const auto json = nlohmann::json::parse(verification_json(verified));
    EXPECT_EQ(json["more_findings"], 14);
    EXPECT_EQ(json["holds"], false);
}

}  // namespace
}  // namespace throughline::report
