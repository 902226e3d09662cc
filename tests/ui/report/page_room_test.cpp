// SPDX-License-Identifier: GPL-3.0-or-later
// What a page does where there is little room: columns, rates, notes and slides.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/report/content.h"
#include "ui/report/page_table.h"
#include "ui/report/page_text.h"
#include "ui/report/report_pages.h"

namespace throughline::ui {
namespace {

void add(report::Content& content, report::Item item, std::size_t block) {
    content.items.push_back(std::move(item));
    content.blocks.push_back(block);
    content.proves.push_back(false);
}

report::ChartPlace chartWithNotes() {
    report::ChartPlace chart{.title = "Images per second by nodes", .alt = "A chart."};
    for (int i = 1; i <= 7; ++i) {
        chart.notes.push_back(std::to_string(i) +
                              " of 14 runs (Cloud GPU training and training-data storage study): "
                              "the source gives bounds or approximations.");
    }
    return chart;
}

/// What was a slide and a nearly empty one each: doubts of three studies, six numbers with where
/// they are from, and a chart with seven notes.
report::Content fullSlides() {
    report::Content content{.title = "Which of these machines?", .question = "By how much?"};
    add(content, report::Paragraph{"Not a clean comparison.", report::Tone::Lead}, 0);
    for (const char* study : {"Photos, local disk", "Photos, gp2", "Photos for an accelerator"}) {
        add(content,
            report::Paragraph{std::string(study) +
                                  ": 586 images/s, full pipeline, 4 decode threads (Measured). Not "
                                  "a clean measurement. Other programs used 37 to 94 % of the "
                                  "processors; another measurement was running on this machine.",
                              report::Tone::Caution},
            0);
    }
    report::Numbers numbers;
    for (int i = 0; i < 6; ++i) {
        numbers.numbers.push_back({.title = "Images per second",
                                   .value = "586 images/s",
                                   .spread = "95 % interval 411 images/s to 761 images/s"});
    }
    add(content, std::move(numbers), 1);
    add(content, report::Paragraph{"Measured. The numbers are of run 7.", report::Tone::Small}, 1);
    add(content, chartWithNotes(), 2);
    return content;
}

TEST(PageRoom, EachBlockOfADeckIsOneSlideAndItsChartMostOfIt) {
    const ReportPages deck(
        fullSlides(), {nullptr}, {"How to check", "By verify."}, PageForm::deckForm());

    EXPECT_EQ(deck.count(), 4U) << "verdict, numbers, chart, how to check it";
    ASSERT_EQ(deck.charts().size(), 1U);
    EXPECT_GT(deck.charts().front().place.height(), deck.form().body().height() * 0.6);
    for (const ReportPages::ItemOnPage& item : deck.items()) {
        EXPECT_LE(item.place.bottom(), deck.form().body().bottom() + 0.1) << item.item;
    }
}

// Goal: the first page keeps its chart in full where it is enough to write notes one after the
// other. Method: texts that leave room for either.
TEST(PageRoom, NotesAreJoinedBeforeTheChartIsMadeLower) {
    report::Content content{.title = "T", .question = "Q"};
    for (int i = 0; i < 19; ++i) {
        add(content, report::Paragraph{"A sentence."}, 0);
    }
    report::ChartPlace chart{.title = "Images per second by nodes", .alt = "A chart."};
    chart.notes.assign(7, "1 of 14 runs: read from an emulated volume.");
    add(content, std::move(chart), 1);
    add(content, report::PageBreak{}, 2);
    add(content, report::Paragraph{"The proof."}, 2);
    const PageForm paper = PageForm::paper();

    const ReportPages pages(content, {nullptr}, {"How to check"}, paper);

    ASSERT_EQ(pages.charts().size(), 1U);
    EXPECT_EQ(pages.charts().front().page, 0U);
    EXPECT_DOUBLE_EQ(pages.charts().front().place.height(),
                     paper.body().width() * paper.chartShare);
    EXPECT_TRUE(pages.form().joinedNotes);
}

TEST(PageRoom, OnlyTheFirstPagesChartIsLower) {
    report::Content content{.title = "T", .question = "Q"};
    for (int i = 0; i < 24; ++i) {
        add(content, report::Paragraph{"A sentence."}, 0);
    }
    add(content, report::ChartPlace{.title = "First"}, 1);
    add(content, report::PageBreak{}, 2);
    add(content, report::ChartPlace{.title = "Proof"}, 2);

    const ReportPages pages(content, {nullptr}, {"How to check"}, PageForm::paper());

    ASSERT_EQ(pages.charts().size(), 2U);
    EXPECT_EQ(pages.charts()[0].page, 0U);
    EXPECT_LT(pages.charts()[0].place.height(), pages.charts()[1].place.height() * 0.95);
}

// Goal: a chart is read on paper, however long the answer is. Method: more sentences than the first
// page has room for beside a chart.
TEST(PageRoom, AChartIsAboutAThirdOfAPageHoweverLongTheAnswerIs) {
    for (const int sentences : {5, 25, 60}) {
        report::Content content{.title = "T", .question = "Q"};
        for (int i = 0; i < sentences; ++i) {
            add(content, report::Paragraph{"A sentence."}, 0);
        }
        add(content, report::ChartPlace{.title = "First"}, 1);
        add(content, report::PageBreak{}, 2);
        add(content, report::Paragraph{"The proof."}, 2);
        const PageForm paper = PageForm::paper();
        const ReportPages pages(content, {nullptr}, {"How to check"}, paper);

        ASSERT_EQ(pages.charts().size(), 1U);
        EXPECT_GT(pages.charts().front().place.height(), paper.size.height() * 0.29) << sentences;
    }
}

// Goal: an answer that is too long with the lowest chart is in smaller type, and nothing behind it
// is.
TEST(PageRoom, OnlyTheFirstPagesTypeIsSmallerWhereALowerChartIsNotEnough) {
    report::Content content{.title = "T", .question = "Q"};
    for (int i = 0; i < 26; ++i) {
        add(content, report::Paragraph{"A sentence."}, 0);
    }
    add(content, report::ChartPlace{.title = "First"}, 1);
    add(content, report::PageBreak{}, 2);
    add(content, report::Paragraph{"The proof."}, 2);
    add(content, report::Paragraph{"The proof."}, 2);

    const ReportPages pages(content, {nullptr}, {"How to check"}, PageForm::paper());

    ASSERT_EQ(pages.charts().size(), 1U);
    EXPECT_EQ(pages.charts().front().page, 0U);
    EXPECT_EQ(pages.count(), 2U);
    const auto height = [&pages](std::size_t item) {
        return std::ranges::find(pages.items(), item, &ReportPages::ItemOnPage::item)
            ->place.height();
    };
    EXPECT_LT(height(3), 0.95 * height(content.items.size() - 1));
}

TEST(PageRoom, NarrowColumnsAreNotWrappedWhereWideOnesCanBe) {
    report::Table table{.heading = {"Run",
                                    "Stages",
                                    "Decode threads",
                                    "Images per second",
                                    "Disk utilisation (vda)",
                                    "Device read rate (vda)",
                                    "Read IOPS (vda)"}};
    table.rows.push_back({{.text = "1"},
                          {.text = "consumer alone"},
                          {.text = "1"},
                          {.text = "14.4 k images/s"},
                          {.text = "87.1 %"},
                          {.text = "1.62 GB/s"},
                          {.text = "14.4 k IOPS"}});

    const std::vector<PageRow> rows = tableRows(table, PageForm::paper(), 1);

    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[1].lines.size(), 7U) << "one line a cell";
    EXPECT_GT(rows[0].lines.size(), 7U) << "the heading is wrapped";
}

TEST(PageRoom, ARateIsNotBrokenBeforeItsSecond) {
    const TextLook look{.size = 8.0};
    const QString text = QStringLiteral("95 % interval 47.1 MB/s to 84.2 MB/s, 3 repeats");
    const double within = textWidth(QStringLiteral("95 % interval 47.1 MB/s to 84.2 MB/"), look);

    const TextLines lines(text, look, within + 1.0);

    EXPECT_EQ(lines.count(), 2);
    EXPECT_LT(lines.width(), within - 1.0) << "the unit stands in the second line";
}

}  // namespace
}  // namespace throughline::ui
