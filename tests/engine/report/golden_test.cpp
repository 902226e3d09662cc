// SPDX-License-Identifier: Apache-2.0
// Reports that were written once hold for ever: those of this form word by word, those of earlier
// ones by their figures.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "engine/base/file_descriptor.h"
#include "engine/report/html.h"
#include "engine/report/odt.h"
#include "engine/report/verification_words.h"
#include "engine/report/verify_pdf.h"
#include "tests/engine/report/pdf_fixtures.h"
#include "tests/engine/report/report_fixtures.h"

namespace throughline::report {
namespace {

constexpr const char* kWhatToDo =
    "\nWhat a report says, or how it looks, has changed, and so reports that were made before "
    "would "
    "seem to be forged. Raise kReportForm in engine/report/proof.h, then write the reports of the "
    "new form with\n  THROUGHLINE_WRITE_REPORTS=1 report_tests --gtest_filter='GoldenReports.*'\n"
    "and commit them beside those that are there. Within one branch that nobody has used yet, "
    "delete those of the number and write them anew.";

/// With each kind of block.
MadeOfFixtures made_of_everything(Language language = Language::English) {
    const std::vector<record::Study> studies{study_of("u1", "old box", 1.0),
                                             study_of("u2", "new box", 1.5)};
    Definition definition = definition_of("machines", studies, language);
    for (const BlockKind kind :
         {BlockKind::Numbers, BlockKind::Runs, BlockKind::Environment, BlockKind::WhatIf}) {
        definition.blocks.push_back({.kind = kind});
    }
    definition.blocks.push_back({.kind = BlockKind::Text, .text = "# Why\n\n1. *one*\n2. `two`"});
    return made_of(definition, studies);
}

/// One of each kind of item; an ODT is not packed.
MadeOfFixtures made_of_little() {
    const std::vector<record::Study> studies{study_of("u1", "old box", 1.0)};
    Definition definition = definition_of("blank", studies);
    definition.blocks = {{.kind = BlockKind::Verdict},
                         {.kind = BlockKind::Chart},
                         {.kind = BlockKind::Numbers},
                         {.kind = BlockKind::Text, .text = "# Why\n\n1. *one*\n2. `two`"},
                         {.kind = BlockKind::Provenance}};
    return made_of(definition, studies);
}

/// The reports of this form, by their ending.
std::vector<std::pair<std::string, std::string>> written_now() {
    const MadeOfFixtures made = made_of_everything();
    const MadeOfFixtures german = made_of_everything(Language::German);
    const MadeOfFixtures little = made_of_little();
    const auto odt = odt_of(little.content, little.drawings, little.seal);
    EXPECT_TRUE(odt);
    return {{"html", html_of(made.content, made.drawings, made.seal)},
            {"de.html", html_of(german.content, german.drawings, german.seal)},
            {"odt", odt ? *odt : std::string()},
            {"pdf", pdf_report()}};
}

std::string golden_file(int form, const std::string& ending) {
    return std::string(THROUGHLINE_REPORT_FIXTURES) + "/form-" + std::to_string(form) + "." +
           ending;
}

TEST(GoldenReports, OfThisFormHoldWordByWord) {
    for (const auto& [ending, bytes] : written_now()) {
        const std::string file = golden_file(kReportForm, ending);
        if (std::getenv("THROUGHLINE_WRITE_REPORTS") != nullptr && !std::filesystem::exists(file)) {
            ASSERT_TRUE(write_file_atomically(file, bytes));
        }
        const auto golden = read_whole_file(file);
        ASSERT_TRUE(golden) << file << kWhatToDo;
        const auto verified = verify_report(*golden);
        ASSERT_TRUE(verified) << file << ": " << verified.error().what << kWhatToDo;
        EXPECT_TRUE(verified->holds() && verified->text_compared)
            << file << ": " << verification_text(*verified) << kWhatToDo;
    }
}

TEST(GoldenReports, OfEarlierFormsHoldByTheirFigures) {
    for (int form = 1; form < kReportForm; ++form) {
        for (const char* ending : {"html", "odt", "pdf"}) {
            const auto golden = read_whole_file(golden_file(form, ending));
            ASSERT_TRUE(golden) << golden_file(form, ending) << ": it was written once, keep it";
            const auto verified = verify_report(*golden);
            ASSERT_TRUE(verified) << verified.error().what;
            EXPECT_TRUE(verified->holds()) << verification_text(*verified);
            EXPECT_FALSE(verified->text_compared);
            EXPECT_GE(verified->figures, 3U);
        }
    }
}

/// As another version made it: `form`, and other words.
std::string html_of_form(int form) {
    MadeOfFixtures made = made_disk_report();
    made.seal.program = "Throughline 0.0.9";
    made.seal.proof = replaced(made.seal.proof,
                               "\"form\":" + std::to_string(kReportForm),
                               "\"form\":" + std::to_string(form));
    made.seal.proof = replaced(made.seal.proof, "Throughline 0.1.0", "Throughline 0.0.9");
    return replaced(html_of(made.content, made.drawings, made.seal), "is the bottleneck", "is it");
}

TEST(OtherForm, HoldsByItsFiguresAndSaysThatItsTextWasNotCompared) {
    for (const int form : {0, kReportForm + 1}) {
        const auto verified = verify_report(html_of_form(form));
        ASSERT_TRUE(verified) << verified.error().what;
        EXPECT_TRUE(verified->holds()) << verification_text(*verified);
        EXPECT_FALSE(verified->text_compared);
        EXPECT_GT(verified->figures, 5U);
        EXPECT_NE(verification_text(*verified).find(
                      "its text was made by Throughline 0.0.9 and cannot be compared"),
                  std::string::npos)
            << verification_text(*verified);
        EXPECT_NE(verification_json(*verified).find("\"text_compared\": false"), std::string::npos);
    }
}

TEST(OtherForm, EachOfItsFiguresIsOneOfItsRecords) {
    const std::string page = html_of_form(0);
    EXPECT_EQ(said_of(page), "");
    EXPECT_EQ(
        said_of(replaced(page, ">1.53 k images/s</data>", ">1.93 k images/s</data>")),
        "Images per second, run 5 of \"photos, 1–3 threads\": The report says 1.93 k images/s, "
        "its record 1.53 k images/s.\n");
    EXPECT_NE(said_of(replaced(page, "title=\"run 5 of study u1\"", "title=\"run 5 of study u9\"")),
              "");
    EXPECT_NE(said_of(replaced(page, "title=\"run 5 of study u1\"", "class=\"x\"")), "");
    std::string cut = page;
    for (std::size_t at = cut.find("<data "); at != std::string::npos; at = cut.find("<data ")) {
        cut.replace(at, 6, "<span ");
    }
    EXPECT_EQ(said_of(cut), "figures: All of them were cut out.\n");
    EXPECT_NE(said_of(replaced(page, "M1 2L3 4", "M1 2L3 9")), "");
    EXPECT_NE(said_of(replaced(page, "[\"u1\",5,3.0,", "[\"u1\",5,2.0,")), "");
}

TEST(OtherForm, OfAnOdtAndAPdfFiguresAreToldByTheirOrder) {
    MadeOfFixtures made = made_disk_report();
    made.seal.proof = replaced(made.seal.proof,
                               "\"form\":" + std::to_string(kReportForm),
                               "\"form\":" + std::to_string(kReportForm + 1));
    const auto odt = odt_of(made.content, made.drawings, made.seal);
    ASSERT_TRUE(odt);
    const auto held = verify_report(*odt);
    ASSERT_TRUE(held);
    EXPECT_TRUE(held->holds()) << verification_text(*held);
    EXPECT_GT(held->figures, 5U);
    EXPECT_EQ(held->figures_unfound, 0U);

    Content forged = made.content;
    for (Item& item : forged.items) {
        if (auto* numbers = std::get_if<Numbers>(&item)) {
            numbers->numbers.front().value = "1.93 k images/s";
        }
    }
    EXPECT_NE(said_of(*odt_of(forged, made.drawings, made.seal)).find("says 1.93 k images/s"),
              std::string::npos);

    MadePdf pdf = made_pdf_report();
    pdf.proof.form = kReportForm + 1;
    const auto bytes = pdf_of(pdf.proof, pdf.draft);
    ASSERT_TRUE(bytes);
    const auto found = verify_report(*bytes);
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->holds()) << verification_text(*found);
    EXPECT_FALSE(found->text_compared);
    EXPECT_GE(found->figures, 3U);
    EXPECT_EQ(found->figures_unfound, 0U);
}

}  // namespace
}  // namespace throughline::report
