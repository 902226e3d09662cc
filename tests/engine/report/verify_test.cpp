// SPDX-License-Identifier: Apache-2.0
// A report that was not touched holds; one that was does not, wherever it was touched.
#include "engine/report/verify.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

#include "engine/analysis/derive.h"
#include "engine/record/record_text.h"
#include "engine/record/sha256.h"
#include "engine/report/compose.h"
#include "engine/report/html.h"
#include "engine/report/markdown.h"
#include "engine/report/proof.h"

namespace throughline::report {
namespace {

/// Storage and decoding alone, then the whole pipeline at 1 to 3 threads; each repeated.
record::Study study_of(const std::string& uuid, const std::string& title, double faster) {
    record::Study study;
    study.header.study = uuid;
    study.header.title = title;
    study.header.started_at = "2026-11-25T10:00:00Z";
    study.header.environment["host.name"] = std::string("ws42");
    study.header.environment["cpu.model"] = std::string("A <processor> & more");
    const auto add = [&](const char* stages, std::int64_t threads, double rate) {
        record::RunData run;
        run.started.run = static_cast<int>(study.runs.size()) + 1;
        run.started.settings = {{"stages", std::string(stages)},
                                {"decode.threads", threads},
                                {"consumer.kind", std::string("null")}};
        run.status = record::RunStatus::Done;
        run.metrics["images_per_second"] = {
            .value = rate, .low = rate * 0.98, .high = rate * 1.02, .n = 3};
        run.metrics["disk_utilisation{device=vda}"] = {.value = rate / 100.0};
        study.runs.push_back(std::move(run));
    };
    add("storage", 1, 8492.0);
    add("decode", 3, 1600.0 * faster);
    for (std::int64_t threads = 1; threads <= 3; ++threads) {
        add("full", threads, 511.3 * static_cast<double>(threads) * faster);
    }
    study.footer = record::Footer{.runs_done = 5};
    return study;
}

ChartData chart_of(const std::vector<record::Study>& studies) {
    ChartData chart{.title = "Images per second by decode threads",
                    .x_key = "decode.threads",
                    .y_key = "images_per_second",
                    .x_title = "Decode threads",
                    .y_title = "Images per second"};
    for (const record::Study& study : studies) {
        ChartSeries series{.name = study.header.title};
        for (const record::RunData& run : study.runs) {
            series.points.push_back({.study = study.header.study,
                                     .run = run.started.run,
                                     .x = *value_of(run, chart.x_key),
                                     .y = *value_of(run, chart.y_key)});
        }
        chart.series.push_back(std::move(series));
    }
    return chart;
}

Definition definition_of(const char* name, const std::vector<record::Study>& studies) {
    Definition definition = definition_from(*find_template(name));
    for (const record::Study& study : studies) {
        definition.studies.push_back(study.header.study);
    }
    return definition;
}

constexpr const char* kSvg = "<svg width=\"10\" height=\"10\"><path d=\"M1 2L3 4\"/></svg>";

std::string report_of(const char* name, std::vector<record::Study> studies) {
    Proof proof{.date = "2026-11-25T12:00:00Z",
                .program = "Throughline 0.1.0",
                .definition = definition_of(name, studies)};
    for (record::Study& study : studies) {
        proof.records.push_back(record::record_text(study));
        analysis::derive(study);
    }
    const std::vector<ChartData> charts{chart_of(studies)};
    proof.charts.push_back({charts.front(), record::sha256_hex(kSvg)});
    const auto content = compose(proof.definition, studies, charts);
    EXPECT_TRUE(content) << content.error().what;
    const auto text = proof_text(proof);
    EXPECT_TRUE(text);
    return html_of(*content, std::vector<std::string>{kSvg}, {proof.date, proof.program, *text});
}

std::string disk_report() {
    return report_of("disk", {study_of("u1", "photos, 1–3 threads", 1.0)});
}

std::string machines_report() {
    return report_of("machines",
                     {study_of("u1", "old </script> box", 1.0), study_of("u2", "new box", 1.5)});
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

/// The findings of an edited report; "" = it holds.
std::string said_of(const std::string& page) {
    const auto verified = verify_html(page);
    if (!verified) {
        return verified.error().what;
    }
    std::string text;
    for (const Finding& finding : verified->findings) {
        text += finding.where + ": " + finding.what + "\n";
    }
    return text;
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
                  .find("figure 1: The report says 1.93 k images/s, its record 1.53 k images/s."),
              std::string::npos);
    EXPECT_NE(said_of(replaced(page, "M1 2L3 4", "M1 2L3 9")).find("chart 1: The drawing"),
              std::string::npos);
    EXPECT_NE(said_of(replaced(page, "is the bottleneck", "is no bottleneck")).find("line "),
              std::string::npos);
    EXPECT_NE(said_of(replaced(page, "[\"u1\",5,3.0,", "[\"u1\",5,2.0,")).find("chart 1: Run 5"),
              std::string::npos);
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
        const std::string page =
            report_of(i % 2 == 0 ? "disk" : "machines",
                      {study_of("u1", "a", faster(random)), study_of("u2", "b", faster(random))});
        EXPECT_EQ(said_of(page), "") << i;
    }
}

TEST(MarkdownReport, KeepsMarksOfTheTextAndSaysThatItProvesNothing) {
    std::vector<record::Study> studies{study_of("u1", "a | b *c*", 1.0)};
    analysis::derive(studies.front());
    const std::vector<ChartData> charts{chart_of(studies)};
    const auto content = compose(definition_of("disk", studies), studies, charts);
    ASSERT_TRUE(content);
    const std::string text =
        markdown_of(*content, std::vector<std::string>{"r-1.svg"}, "Made by hand.");
    EXPECT_NE(text.find("](r-1.svg)"), std::string::npos);
    EXPECT_NE(text.find("a \\| b \\*c\\*"), std::string::npos);
    EXPECT_NE(text.find("carries no records"), std::string::npos);
}

}  // namespace
}  // namespace throughline::report
