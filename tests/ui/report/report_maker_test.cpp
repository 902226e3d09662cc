// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/report/report_maker.h"

#include <gtest/gtest.h>

#include <QTemporaryDir>

#include "engine/base/file_descriptor.h"
#include "engine/report/odt.h"
#include "engine/report/odt_styles.h"
#include "engine/report/odt_text.h"
#include "engine/report/svg_aspect.h"
#include "engine/report/verify.h"
#include "tests/ui/bridge/record_maker.h"
#include "ui/charts/saved_views.h"
#include "ui/report/report_redraw.h"

namespace throughline::ui {
namespace {

class ReportMakerTest : public testing::Test {
protected:
    void SetUp() override {
        auto library =
            store::Library::open(folder_.filePath(QStringLiteral("library.sqlite")).toStdString());
        ASSERT_TRUE(library);
        library_ = *std::move(library);
        for (const auto& [uuid, title] : {std::pair(kFirst, "Alpha"), std::pair(kSecond, "Beta")}) {
            const QString path = folder_.filePath(QLatin1String(title) + QStringLiteral(".tlrun"));
            writeRecord(path, smallStudy(uuid, title, 3));
            ASSERT_TRUE(library_->ingest(path.toStdString()));
        }
    }
    report::Definition definition(std::vector<std::string> studies) const {
        report::Definition definition{.title = "Which?", .studies = std::move(studies)};
        for (const report::BlockKind kind : report::find_template("machines")->blocks) {
            definition.blocks.push_back({.kind = kind});
        }
        return definition;
    }
    Result<MadeReport> make(const report::Definition& definition) {
        return makeReport(*library_, definition, "2026-11-26", "Throughline");
    }
    std::string written(const MadeReport& made, const char* name) {
        const QString path = folder_.filePath(QLatin1String(name));
        EXPECT_TRUE(writeReport(made, path));
        const auto text = read_whole_file(path.toStdString());
        return text ? *text : std::string();
    }

    static constexpr const char* kFirst = "11111111-1111-4111-8111-111111111111";
    static constexpr const char* kSecond = "22222222-2222-4222-8222-222222222222";
    QTemporaryDir folder_;
    std::unique_ptr<store::Library> library_;
};

TEST_F(ReportMakerTest, WhatItWritesHoldsAndEachRunInTheChartIsComputedAgain) {
    const auto made = make(definition({"11111111-", "22222222-"}));
    ASSERT_TRUE(made) << made.error().what;
    const std::string page = written(*made, "report.html");
    const auto verified = report::verify_html(page);
    ASSERT_TRUE(verified) << verified.error().what;
    EXPECT_TRUE(verified->holds()) << verified->findings.front().what;
    EXPECT_EQ(verified->points, 6U);
    EXPECT_EQ(verified->other_points, 0U);
    EXPECT_NE(page.find("<svg"), std::string::npos);
    const auto again = make(definition({kFirst, kSecond}));
    ASSERT_TRUE(again);
    EXPECT_EQ(written(*again, "again.html"), page) << "the same bytes from the same input";
}

// Goal: the numbers along a German report's axes are German, whatever the window speaks.
TEST_F(ReportMakerTest, AGermanOneHoldsWithItsChartsMadeAnew) {
    report::Definition german = definition({kFirst, kSecond});
    german.language = Language::German;
    const auto made = make(german);
    ASSERT_TRUE(made) << made.error().what;
    const std::string page = written(*made, "german.html");
    const auto verified = verifyWithCharts(page);
    ASSERT_TRUE(verified) << verified.error().what;
    EXPECT_TRUE(verified->holds()) << verified->findings.front().what;
    EXPECT_TRUE(verified->redrawn);
    EXPECT_EQ(verified->drawings_same, 1U);
    EXPECT_EQ(made->proof.charts.front().data.y_title, "Bilder pro Sekunde");
    EXPECT_NE(made->drawings.front().find("Bilder/s"), std::string::npos);
    EXPECT_EQ(made->drawings.front().find("images/s"), std::string::npos);
    EXPECT_NE(page.find("26.11.2026"), std::string::npos) << "the date of the report";
}

// Goal: what two drawings share stands in the page once.
TEST_F(ReportMakerTest, TheShapesOfTwoDrawingsHaveEachIdOnce) {
    report::Definition two = definition({kFirst});
    two.blocks.push_back(
        {.kind = report::BlockKind::Chart, .choice = "decode.threads/images_per_second"});
    const auto made = make(two);
    ASSERT_TRUE(made) << made.error().what;
    const std::string page = written(*made, "two.html");
    std::set<std::string> ids;
    for (std::size_t at = page.find(" id=\""); at != std::string::npos;
         at = page.find(" id=\"", at + 1)) {
        const std::string id = page.substr(at + 5, page.find('"', at + 5) - at - 5);
        EXPECT_TRUE(ids.insert(id).second) << id;
    }
    EXPECT_GT(ids.size(), 5U);
    const auto verified = report::verify_html(page);
    ASSERT_TRUE(verified);
    EXPECT_TRUE(verified->holds());
    EXPECT_EQ(verified->drawings, 2U);
}

TEST_F(ReportMakerTest, APrivateOneNamesNobodyAndHoldsToo) {
    report::Definition hidden = definition({kFirst});
    const auto open = make(hidden);
    hidden.is_private = true;
    const auto made = make(hidden);
    ASSERT_TRUE(open);
    ASSERT_TRUE(made) << made.error().what;
    const std::string page = written(*made, "private.html");
    const auto verified = report::verify_html(page);
    ASSERT_TRUE(verified);
    EXPECT_TRUE(verified->holds());
    const auto host = library_->header(1);
    ASSERT_TRUE(host);
    const std::string name = spec::text_or_empty(host->environment, "host.name");
    ASSERT_FALSE(name.empty());
    EXPECT_NE(written(*open, "open.html").find(">" + name + "<"), std::string::npos);
    EXPECT_EQ(page.find(">" + name + "<"), std::string::npos);
}

// Goal: a note of a chart stands in a report once, in the words of the chart's own studies. Method:
// a chart about one of two studies, of whose three runs one has a warning.
TEST_F(ReportMakerTest, ANoteOfAChartAboutOneOfTwoStudiesStandsOnce) {
    constexpr const char* kThird = "33333333-3333-4333-8333-333333333333";
    std::vector<record::Line> lines = smallStudy(kThird, "Gamma", 3);
    lines.insert(lines.begin() + 2,  // in the first run
                 record::Note{.run = 1,
                              .code = "test.busy",
                              .level = record::Level::Warning,
                              .text = "others kept the processors busy"});
    const QString path = folder_.filePath(QStringLiteral("gamma.tlrun"));
    writeRecord(path, lines);
    ASSERT_TRUE(library_->ingest(path.toStdString()));
    report::Definition both = definition({kFirst, kThird});
    both.blocks = {{.kind = report::BlockKind::Chart,
                    .choice = "decode.threads/images_per_second",
                    .studies = {kThird}}};
    const auto made = make(both);
    ASSERT_TRUE(made) << made.error().what;
    std::vector<std::string> busy;
    for (const std::string& note : made->proof.charts.front().data.notes) {
        if (note.find("others kept the processors busy") != std::string::npos) {
            busy.push_back(note);
        }
    }
    EXPECT_EQ(busy, std::vector<std::string>{"1 of 3 runs: others kept the processors busy."});
}

// Goal: any chart of the explorer can stand in a report, samples over time too.
TEST_F(ReportMakerTest, AChartOverTimeHasItsSamples) {
    PlotChoice choice;
    choice.chart = SamplesChart();
    choice.y = "images_per_second";
    report::Definition over_time = definition({kFirst});
    over_time.blocks = {
        {.kind = report::BlockKind::Chart,
         .text = savedViewText({.title = QStringLiteral("v"), .choice = choice, .studies = {}})
                     .toStdString()}};
    const auto made = make(over_time);
    ASSERT_TRUE(made) << made.error().what;
    const auto verified = report::verify_html(written(*made, "time.html"));
    ASSERT_TRUE(verified);
    EXPECT_TRUE(verified->holds());
    EXPECT_EQ(verified->other_points, 9U) << "three runs of three samples";
}

// Goal: a picture beside a Markdown text is whole by itself.
TEST_F(ReportMakerTest, EachDrawingHasAllItsShapes) {
    report::Definition two = definition({kFirst});
    two.blocks.push_back(
        {.kind = report::BlockKind::Chart, .choice = "decode.threads/images_per_second"});
    const auto made = make(two);
    ASSERT_TRUE(made);
    ASSERT_EQ(made->drawings.size(), 2U);
    for (const std::string& drawing : made->drawings) {
        for (std::size_t at = drawing.find("href=\"#"); at != std::string::npos;
             at = drawing.find("href=\"#", at + 1)) {
            const std::string id = drawing.substr(at + 7, drawing.find('"', at + 7) - at - 7);
            ASSERT_NE(drawing.find(" id=\"" + id + "\""), std::string::npos) << id;
        }
    }
}

TEST_F(ReportMakerTest, SaysWhatIsWrong) {
    EXPECT_FALSE(make(definition({"3333"})));
    report::Definition bad = definition({kFirst});
    bad.blocks.push_back({.kind = report::BlockKind::Chart, .choice = "images_per_second"});
    const auto made = make(bad);
    ASSERT_FALSE(made);
    EXPECT_NE(made.error().what.find("two keys"), std::string::npos);
    const auto good = make(definition({kFirst}));
    ASSERT_TRUE(good);
    EXPECT_FALSE(writeReport(*good, folder_.filePath(QStringLiteral("report.docx"))));
    EXPECT_NE(written(*good, "report.md").find("](report-1.svg)"), std::string::npos);
    EXPECT_TRUE(QFile::exists(folder_.filePath(QStringLiteral("report-1.svg"))));
}

// Goal: a text's first page is one page with a chart as wide as its others. Method: so many lines
// before the chart that it has to be lower.
TEST_F(ReportMakerTest, AChartThatHasToBeLowerIsDrawnLowerInAText) {
    std::string lines;
    for (int i = 0; i < 22; ++i) {
        lines += "Line " + std::to_string(i) + ".\n\n";
    }
    report::Definition asked{.title = "Which?", .studies = {kFirst, kSecond}};
    asked.blocks = {{.kind = report::BlockKind::Text, .text = lines},
                    {.kind = report::BlockKind::Chart},
                    {.kind = report::BlockKind::Method},
                    {.kind = report::BlockKind::Chart}};
    const auto made = make(asked);
    ASSERT_TRUE(made) << made.error().what;
    const std::string text = written(*made, "lower.odt");
    const auto parts = report::odt_parts(text);
    ASSERT_TRUE(parts);
    ASSERT_EQ(parts->drawings.size(), 2U);
    EXPECT_LT(report::svg_aspect(parts->drawings[0]), 0.9 * kDrawingAspect);
    EXPECT_NEAR(report::svg_aspect(parts->drawings[1]), kDrawingAspect, 0.01);
    const std::string wide = "svg:width=\"" + report::millimetres(report::kOdtTextWidth) + "\"";
    EXPECT_EQ(QByteArray::fromStdString(parts->content).count(wide.c_str()), 2);
    const auto verified = verifyWithCharts(text);
    ASSERT_TRUE(verified) << verified.error().what;
    EXPECT_TRUE(verified->holds()) << verified->findings.front().what;
    EXPECT_EQ(verified->drawings_same, 2U);
}

}  // namespace
}  // namespace throughline::ui
