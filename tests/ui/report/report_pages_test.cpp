// SPDX-License-Identifier: GPL-3.0-or-later
// One layout: what stands on a page, what is repeated, what may not be parted; and the PDF of it.
#include "ui/report/report_pages.h"

#include <gtest/gtest.h>

#include <QImage>
#include <QTemporaryDir>
#include <algorithm>
#include <chrono>
#include <random>
#include <set>

#include "engine/report/printed_text.h"
#include "engine/report/verify_pdf.h"
#include "tests/engine/report/pdf_editor.h"
#include "tests/ui/bridge/record_maker.h"
#include "ui/report/page_boxes.h"
#include "ui/report/report_maker.h"
#include "ui/report/report_pdf.h"

namespace throughline::ui {
namespace {

class ReportPagesTest : public testing::Test {
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
    static report::Definition definition(const char* name) {
        report::Definition definition = report::definition_from(*report::find_template(name));
        definition.studies = {kFirst, kSecond};
        for (report::Block& block : definition.blocks) {
            if (block.kind == report::BlockKind::WhatIf) {  // these studies are too small for one
                block.text =
                    R"({"title": "T", "base": {"image_bytes": 100000, "gpus_per_node": 8,
                        "gpu_rate": 672, "sto_bw": 1.6e8, "sto_iops": 10000},
                        "scenarios": [{"name": "io1", "changes": {"sto_bw": 5e8}}]})";
            }
        }
        return definition;
    }
    MadeReport make(const report::Definition& definition) {
        auto made = makeReport(*library_, definition, "2026-11-25T12:00:00Z", "Throughline");
        EXPECT_TRUE(made) << made.error().what;
        return *std::move(made);
    }
    std::string pdf(const char* name, bool deck = false) {
        const auto bytes = pdfOf(make(definition(name)), deck);
        EXPECT_TRUE(bytes) << bytes.error().what;
        return *bytes;
    }

    static constexpr const char* kFirst = "11111111-1111-4111-8111-111111111111";
    static constexpr const char* kSecond = "22222222-2222-4222-8222-222222222222";
    static constexpr std::array kTemplates{"disk", "machines", "gpus", "blank"};
    QTemporaryDir folder_;
    std::unique_ptr<store::Library> library_;
};

/// The findings, or the error; "" = it holds.
std::string foundIn(const std::string& file) {
    const auto verified = report::verify_pdf(file);
    if (!verified) {
        return verified.error().what;
    }
    std::string text;
    for (const report::Finding& finding : verified->findings) {
        text += finding.where + ": " + finding.what + "\n";
    }
    return text;
}

QImage imageOf(const ReportPages& pages, std::size_t page) {
    constexpr double kUnit = kPageDpi / kPointsPerInchOfPage;
    QImage image((pages.form().size * kUnit).toSize(), QImage::Format_RGB32);
    image.setDotsPerMeterX(qRound(kPageDpi / 0.0254));
    image.setDotsPerMeterY(qRound(kPageDpi / 0.0254));
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.scale(kUnit, kUnit);
    pages.paint(painter, page, QString(64, QChar(u'0')));
    return image;
}

/// Whether nothing is painted outside of a rectangle in points.
bool isWhiteAround(const QImage& image, const QRectF& inner) {
    constexpr double kUnit = kPageDpi / kPointsPerInchOfPage;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const bool within = inner.contains(QPointF(x / kUnit, y / kUnit));
            if (!within && image.pixel(x, y) != qRgb(255, 255, 255)) {
                return false;
            }
        }
    }
    return true;
}

// Goal: a tab of a viewer is not without a name. Method: the document's own data, which are not
// packed; without a title its question stands there, and without that what it is.
TEST_F(ReportPagesTest, APdfWithoutATitleHasANameAllTheSame) {
    const auto named = [this](const char* title, const char* question, const char* name) {
        report::Definition one = definition("disk");
        one.title = title;
        one.question = question;
        const auto bytes = pdfOf(make(one), false);
        return bytes && bytes->find(std::string(">") + name + "</rdf:li></rdf:Alt></dc:title>") !=
                            std::string::npos;
    };
    EXPECT_TRUE(named("Mine", "Why?", "Mine"));
    EXPECT_TRUE(named("", "Why?", "Why?"));
    EXPECT_TRUE(named("", "", "Report"));
}

TEST_F(ReportPagesTest, EachTemplateHoldsAsReportAndAsDeck) {
    for (const char* name : kTemplates) {
        for (const bool deck : {false, true}) {
            const auto verified = report::verify_pdf(pdf(name, deck));
            ASSERT_TRUE(verified) << verified.error().what;
            EXPECT_TRUE(verified->holds()) << name << ": " << verified->findings.front().what;
        }
    }
    const auto disk = report::verify_pdf(pdf("disk"));
    ASSERT_TRUE(disk);
    EXPECT_GE(disk->figures, 5U);
    EXPECT_EQ(disk->drawings, 1U);
    EXPECT_EQ(disk->points, 6U);
}

TEST_F(ReportPagesTest, TheSameReportIsTheSameBytes) {
    EXPECT_EQ(pdf("machines"), pdf("machines"));
    EXPECT_EQ(pdf("gpus", true), pdf("gpus", true));
}

TEST_F(ReportPagesTest, TheFirstPageHasVerdictNumbersAndChart) {
    for (const char* name : {"disk", "gpus"}) {
        const MadeReport made = make(definition(name));
        const ReportPages pages = pagesOf(made, false);
        std::set<std::size_t> kinds;
        for (const ReportPages::ItemOnPage& item : pages.items()) {
            if (item.page == 0) {
                kinds.insert(made.content.items[item.item].index());
                EXPECT_FALSE(made.content.proves[item.item]) << name;
            } else {
                EXPECT_TRUE(made.content.proves[item.item]) << name;
            }
        }
        EXPECT_TRUE(kinds.contains(report::Item(report::Paragraph{}).index()));
        EXPECT_TRUE(kinds.contains(report::Item(report::Numbers{}).index()));
        EXPECT_TRUE(kinds.contains(report::Item(report::ChartPlace{}).index()));
        ASSERT_EQ(pages.charts().size(), 1U);
        EXPECT_EQ(pages.charts().front().page, 0U);
        EXPECT_EQ(pages.bookmarks().front().page, 0U);
    }
}

TEST_F(ReportPagesTest, NothingIsPaintedInTheMargins) {
    for (const char* name : kTemplates) {
        const MadeReport made = make(definition(name));
        for (const bool deck : {false, true}) {
            const ReportPages pages = pagesOf(made, deck);
            const QRectF inner = QRectF(QPointF(), pages.form().size)
                                     .marginsRemoved(pages.form().margins)
                                     .adjusted(-1.0, -1.0, 1.0, 1.0);
            for (std::size_t page = 0; page < pages.count(); ++page) {
                EXPECT_TRUE(isWhiteAround(imageOf(pages, page), inner))
                    << name << ", page " << page + 1;
            }
        }
    }
}

TEST_F(ReportPagesTest, APointOfAPageIsOfAnItem) {
    const MadeReport made = make(definition("disk"));
    const ReportPages pages = pagesOf(made, false);
    const ReportPages::ChartOnPage& chart = pages.charts().front();
    const auto item = pages.itemAt(chart.page, chart.place.center());
    ASSERT_TRUE(item);
    EXPECT_TRUE(std::holds_alternative<report::ChartPlace>(made.content.items[*item]));
    EXPECT_FALSE(pages.itemAt(0, {1.0, 1.0}));
}

TEST_F(ReportPagesTest, ADeckHasAMessageAPageAndLeavesTheProofToTheReport) {
    const MadeReport made = make(definition("disk"));
    const ReportPages deck = pagesOf(made, true);
    EXPECT_EQ(deck.form().size, QSizeF(960.0, 540.0));
    EXPECT_EQ(deck.count(), 4U) << "verdict, numbers, chart, how to check it";
    for (const ReportPages::ItemOnPage& item : deck.items()) {
        EXPECT_FALSE(made.content.proves[item.item]);
    }
    EXPECT_FALSE(writeReport(made, folder_.filePath(QStringLiteral("deck.html")), true));
    EXPECT_TRUE(writeReport(made, folder_.filePath(QStringLiteral("deck.pdf")), true));
}

/// A report that is text, tables and headings in any order.
report::Content randomContent(unsigned seed) {
    std::mt19937 random(seed);
    const auto words = [&](std::size_t count) {
        std::string text;
        for (std::size_t i = 0; i < count; ++i) {
            text += "word" + std::to_string(random() % 1000) + " ";
        }
        return text;
    };
    report::Content content{.title = "Any", .question = "?"};
    for (int i = 0; i < 40; ++i) {
        switch (random() % 4) {
            case 0:
                content.items.emplace_back(report::Heading{words(3)});
                break;
            case 1:
                content.items.emplace_back(report::Paragraph{words(random() % 200)});
                break;
            case 2:
                content.items.emplace_back(
                    report::Prose{.form = report::ProseForm::Bullet, .spans = {{words(20)}}});
                break;
            default: {
                report::Table table{.caption = words(4), .heading = {"A", "B", "C"}};
                for (std::size_t row = 0; row < 1 + random() % 60; ++row) {
                    table.rows.push_back({{.text = words(1 + random() % 8)}, {.text = words(2)}});
                }
                content.items.emplace_back(std::move(table));
            }
        }
        content.blocks.push_back(static_cast<std::size_t>(i));
        content.proves.push_back(false);
    }
    return content;
}

// Goal: no heading or caption alone at the end of a page, a heading above each piece of a table,
// nothing below the page. Method: forty random items, fifty times.
TEST(PageFlow, KeepsTogetherWhatBelongsTogether) {
    const PageForm form = PageForm::paper();
    for (unsigned seed = 0; seed < 50; ++seed) {
        const report::Content content = randomContent(seed);
        PageBoxes boxes(form);
        boxes.addTitle(content);
        for (std::size_t i = 0; i < content.items.size(); ++i) {
            boxes.addItem(content.items[i], i);
        }
        const PageRows rows = std::move(boxes).rows();
        const std::vector<RowsOfPage> pages = flowRows(rows, form.body().height(), nullptr);
        std::size_t next = 0;
        for (const RowsOfPage& page : pages) {
            ASSERT_FALSE(page.empty());
            const RowOnPage& last = page.back();
            EXPECT_FALSE(last.row->withNext) << "seed " << seed;
            EXPECT_LE(last.y + last.row->height, form.body().height() + 0.1) << "seed " << seed;
            EXPECT_EQ(page.front().repeated,
                      page.size() > 1 && page[1].row->heading != nullptr &&
                          page[1].row->rowsLeft > 0 && page.front().row == page[1].row->heading);
            EXPECT_EQ(page.front().row->rowsLeft, 0U) << "a table goes on without its heading";
            for (const RowOnPage& row : page) {
                if (!row.repeated) {
                    EXPECT_EQ(row.row, rows[next++]) << "seed " << seed;
                }
            }
        }
        EXPECT_EQ(next, rows.size());
    }
}

// Goal: whatever is written, the text that is printed is that which is verified.
TEST_F(ReportPagesTest, AnyTextOfAnAuthorHolds) {
    std::string signs =
        " \u2010\u2011\u03BC\u00D7\u00F7\u00B1\u2013\u2014\u2018\u2019\u201C\u201D"
        "\u2212\u2248\u2260\u2264\u2265";
    for (char sign = 0x21; sign < 0x7F; ++sign) {
        signs += sign;
    }
    report::Definition text = definition("blank");
    text.question = signs;
    text.title = "Offices \u00E9 e\u0301 \uFB01 \u05E9\u05DC\u05D5\u05DD 12 " + signs +
                 std::string(200, 'x');
    text.blocks = {
        {.kind = report::BlockKind::Text,
         .text = "# One\n\n1. a\n   - **b**\n     - *c* `d`\n2. [link](https://a.example/)\n\n"
                 "> quoted\n\n```\ncode {\n  1;\n}\n```\n\n| a | b |\n|-|-|\n| 1 | 2 |\n\n"
                 "\u05E9\u05DC\u05D5\u05DD 12 (abc) 3, \u0645\u0631\u062D 45; \u901F\u5EA6 6; "
                 "\U0001F600 7; \u00BD \u2126 \u00B5 \u2010 \u00AD\tx\u200By \u2028 z " +
                 std::string(3000, 'w') + "\n\n```\n" + signs + "\n```\n"},
        {.kind = report::BlockKind::Numbers}};
    for (const bool deck : {false, true}) {
        const auto bytes = pdfOf(make(text), deck);
        ASSERT_TRUE(bytes) << bytes.error().what;
        EXPECT_EQ(foundIn(*bytes), "");
        EXPECT_NE(bytes->find("https://a.example/"), std::string::npos) << "its link";
    }
}

// Goal: a change anywhere is found, whatever digests were computed anew. Method: seeded edits of
// any byte and of printed digits; the seed is in the message.
TEST_F(ReportPagesTest, ThreeHundredRandomEditsAreFound) {
    const std::array files{pdf("disk"), pdf("machines"), pdf("gpus", true)};
    int named = 0;
    for (unsigned seed = 0; seed < 300; ++seed) {
        std::mt19937 random(seed);
        const std::string& file = files[seed % files.size()];
        std::string edited = file;
        if (seed % 2 == 0) {
            const std::size_t at = random() % file.size();
            edited[at] = static_cast<char>(edited[at] + 1 + random() % 200);
        } else {
            const auto forgery =
                seed % 4 == 1 ? report::Forgery::FileDigest : report::Forgery::Everything;
            const std::size_t page = random() % report::pages_of_pdf(file);
            const auto changed = report::with_digit_changed(file, page, "/P", random, forgery);
            ASSERT_TRUE(changed) << "each page has its number";
            edited = *changed;
        }
        const std::string found = foundIn(edited);
        EXPECT_NE(found, "") << "seed " << seed;
        named += found.find("The report says") != std::string::npos ? 1 : 0;
    }
    EXPECT_GT(named, 100) << "of 150 digits; the others are of the pages' numbers";
}

TEST_F(ReportPagesTest, ADigitInAChartIsFound) {
    std::mt19937 random(1);
    const auto changed =
        report::with_digit_changed(pdf("disk"), 0, "/C1", random, report::Forgery::FileDigest);
    ASSERT_TRUE(changed);
    EXPECT_EQ(foundIn(*changed), "chart 1: The drawing was changed after the report was made.\n");
}

}  // namespace
}  // namespace throughline::ui
