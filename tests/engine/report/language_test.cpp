// SPDX-License-Identifier: Apache-2.0
// A report in another language says everything in it, proves the same, and is found out likewise.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "engine/base/say.h"
#include "engine/report/html.h"
#include "engine/report/markdown.h"
#include "engine/report/odt.h"
#include "engine/report/verification_words.h"
#include "engine/report/verify_pdf.h"
#include "tests/engine/report/pdf_editor.h"
#include "tests/engine/report/pdf_fixtures.h"
#include "tests/engine/report/report_fixtures.h"

namespace throughline::report {
namespace {

/// Studies whose records say as much as records do.
std::vector<record::Study> telling_studies() {
    std::vector<record::Study> studies{study_of("u1", "S1", 1.0), study_of("u2", "S2", 1.5)};
    for (record::Study& study : studies) {
        study.header.environment["cpu.model"] = std::string("7");
        study.header.environment["memory_bytes"] = std::int64_t{16'000'000'000};
        study.header.environment["device.vda.rotational"] = false;
        record::RunData& run = study.runs.back();
        run.started.settings["consumer.kind"] = std::string("paced");
        run.started.settings["consumer.batch_seconds"] = 0.25;
        run.started.settings["batch.images"] = std::int64_t{256};
        run.started.settings["storage.block_bytes"] = std::int64_t{131072};
        run.metrics["accelerator_utilisation"] = {.value = 61.5};
        run.notes.push_back({.run = run.started.run,
                             .code = "disturbed",
                             .level = record::Level::Warning,
                             .text = say_english("other programs used %1 of the %2 processors "
                                                 "while this was measured",
                                                 "1.5",
                                                 "4")});
        run.notes.push_back(
            {.code = "own", .level = record::Level::Warning, .text = "Somebody wrote this."});
    }
    return studies;
}

/// With the template's blocks and all others that need nothing.
Definition full_definition(const Template& asked,
                           const std::vector<record::Study>& studies,
                           Language language) {
    Definition definition = definition_of(asked.name, studies, language);
    for (const BlockKind kind : {BlockKind::Numbers,
                                 BlockKind::Runs,
                                 BlockKind::Changes,
                                 BlockKind::Differences,
                                 BlockKind::Reproduced,
                                 BlockKind::Findings,
                                 BlockKind::Method,
                                 BlockKind::Environment,
                                 BlockKind::Provenance,
                                 BlockKind::WhatIf}) {
        definition.blocks.push_back({.kind = kind});
    }
    return definition;
}

std::string text_of(const Template& asked, std::size_t studies, Language language) {
    std::vector<record::Study> all = telling_studies();
    all.resize(studies);
    const MadeOfFixtures made = made_of(full_definition(asked, all, language), all);
    std::string text = made.content.title + "\n" + made.content.question + "\n";
    for (const PrintedPiece& piece :
         printed_text(made.content, check_words("V1", "2026-11-25T12:00:00Z", language)).pieces) {
        text += piece.text + "\n";
    }
    for (const Item& item : made.content.items) {
        if (const auto* chart = std::get_if<ChartPlace>(&item)) {
            text += chart->alt + "\n";
        }
    }
    return text;
}

/// What stands outside of all ⟦brackets⟧.
std::string outside(std::string_view text) {
    constexpr std::string_view kOpen = "\u27E6";
    constexpr std::string_view kClose = "\u27E7";
    std::string left;
    int depth = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (text.substr(at, kOpen.size()) == kOpen) {
            ++depth;
            at += kOpen.size();
        } else if (text.substr(at, kClose.size()) == kClose) {
            --depth;
            at += kClose.size();
        } else {
            left += depth == 0 ? text[at] : '\0';
            ++at;
        }
    }
    EXPECT_EQ(depth, 0);
    std::erase(left, '\0');
    return left;
}

/// The words in a text: letters of three and more, which no unit has.
std::vector<std::string> words_in(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    for (const char byte : std::string(text) + " ") {
        if (std::isalpha(static_cast<unsigned char>(byte)) != 0) {
            word += byte;
            continue;
        }
        if (word.size() >= 3) {
            words.push_back(word);
        }
        word.clear();
    }
    return words;
}

// The chart's titles are the drawing program's; titles of studies and values of records are names.
constexpr std::array<std::string_view, 13> kNames{"Images",
                                                  "per",
                                                  "second",
                                                  "Decode",
                                                  "threads",
                                                  "decode",
                                                  "data",
                                                  "null",
                                                  "vda",
                                                  "SHA",
                                                  "IOPS",
                                                  "box",
                                                  "ResNet"};

TEST(ReportLanguage, NothingOfATemplateIsSaidWithoutAMessage) {
    for (const Template& one : all_templates()) {
        for (const std::size_t studies : {1U, 2U}) {
            for (const std::string& word :
                 words_in(outside(text_of(one, studies, Language::Marked)))) {
                EXPECT_NE(std::ranges::find(kNames, word), kNames.end())
                    << one.name << ": \"" << word << "\" is said without say()";
            }
        }
    }
}

TEST(ReportLanguage, AGermanReportHasNoEnglishInIt) {
    constexpr std::array<std::string_view, 23> kEnglish{
        "the",      "and",   "are",   "were",  "with",  "from",  "that",    "which",
        "measured", "this",  "there", "run",   "runs",  "study", "figure",  "not",
        "storage",  "limit", "other", "while", "image", "value", "computer"};
    for (const Template& one : all_templates()) {
        for (const std::size_t studies : {1U, 2U}) {
            std::string text = text_of(one, studies, Language::German);
            for (const char* quoted : {"Somebody wrote this."}) {
                const std::string as_quoted = std::string("in der Aufzeichnung: „") + quoted + "“";
                EXPECT_NE(text.find(as_quoted), std::string::npos) << text;
            }
            for (const std::string& word : words_in(text)) {
                if (word != "Somebody" && word != "wrote" && word != "this") {
                    EXPECT_EQ(std::ranges::find(kEnglish, word), kEnglish.end())
                        << one.name << ": \"" << word << "\" in\n"
                        << text;
                }
            }
        }
    }
}

MadeOfFixtures german_report(const char* name) {
    const std::vector<record::Study> studies{study_of("u1", "photos", 1.0),
                                             study_of("u2", "new box", 1.5)};
    return made_of(definition_of(name, studies, Language::German), studies);
}

TEST(ReportLanguage, MarkdownSaysWhoMadeItInTheReportsLanguage) {
    const MadeOfFixtures made = german_report("machines");
    const std::string text =
        markdown_of(made.content, {}, made_text("V1", "2026-11-26", made.content.language));
    EXPECT_NE(text.find("Erstellt von V1 am 26.11.2026. Dieser Text enthält keine"),
              std::string::npos)
        << text;
    EXPECT_EQ(made_text("V1", "2026-11-26", Language::English), "Made by V1 on 26 November 2026.");
}

TEST(ReportLanguage, NotesThatARecordHasAreSaidInTheReportsLanguage) {
    const std::string text = text_of(*find_template("disk"), 1, Language::German);
    EXPECT_NE(
        text.find("Lauf 5: andere Programme haben 1,5 der 4 Prozessoren benutzt, während dies "
                  "gemessen wurde"),
        std::string::npos)
        << text;
    EXPECT_NE(text.find("1,53\u00A0k\u00A0Bilder/s"), std::string::npos) << text;
    EXPECT_NE(text.find("25.11.2026, 10:00 UTC"), std::string::npos) << text;
}

TEST(ReportLanguage, AGermanPageHoldsAndAnEditedDigitIsNamed) {
    const MadeOfFixtures made = german_report("machines");
    const std::string page = html_of(made.content, made.drawings, made.seal);
    EXPECT_NE(page.find("<html lang=\"de\">"), std::string::npos);
    EXPECT_NE(page.find("Erstellt von Throughline 0.1.0 am 25.11.2026, 12:00 UTC."),
              std::string::npos);
    EXPECT_EQ(page.find("Made by"), std::string::npos);
    EXPECT_NE(page.find("title=\"Lauf 5 der Studie u1\""), std::string::npos);
    const auto verified = verify_html(page);
    ASSERT_TRUE(verified) << verified.error().what;
    EXPECT_EQ(said_of(page), "");
    EXPECT_GT(verified->figures, 5U);
    const std::string forged =
        replaced(page, "1,53\u00A0k\u00A0Bilder/s</data>", "1,93\u00A0k\u00A0Bilder/s</data>");
    EXPECT_NE(said_of(forged).find("Images per second, run 5 of \"photos\": The report says 1,93"),
              std::string::npos)
        << said_of(forged);
    EXPECT_NE(said_of(replaced(page, "am schnellsten", "am langsamsten")), "");
    EXPECT_NE(said_of(replaced(page, "lang=\"de\"", "lang=\"en\"")), "");
}

TEST(ReportLanguage, WhatIsFoundIsSaidInTheLanguageOfWhoVerifies) {
    const MadeOfFixtures made = german_report("machines");
    const std::string page = html_of(made.content, made.drawings, made.seal);
    const std::string forged =
        replaced(page, "1,53\u00A0k\u00A0Bilder/s</data>", "1,93\u00A0k\u00A0Bilder/s</data>");
    const Speaking german(Language::German);
    const auto held = verify_html(page);
    ASSERT_TRUE(held) << held.error().what;
    EXPECT_NE(verification_text(*held).find("\nstimmt: "), std::string::npos)
        << verification_text(*held);
    const auto broken = verify_html(forged);
    ASSERT_TRUE(broken) << broken.error().what;
    const std::string text = verification_text(*broken);
    EXPECT_NE(text.find("Bilder pro Sekunde, Lauf 5 von „photos“: Der Bericht nennt 1,93"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("stimmt nicht: 1 Abweichung"), std::string::npos) << text;
    EXPECT_EQ(said_of("<html></html>"),
              "das ist kein Bericht dieses Programms, oder die Beweisdaten wurden "
              "herausgeschnitten");
}

TEST(ReportLanguage, AGermanTextDocumentHoldsAndAnEditedDigitIsNamed) {
    const MadeOfFixtures made = german_report("machines");
    const auto bytes = odt_of(made.content, made.drawings, made.seal);
    ASSERT_TRUE(bytes);
    EXPECT_NE(bytes->find("<dc:language>de-DE</dc:language>"), std::string::npos);
    EXPECT_NE(bytes->find("fo:language=\"de\" fo:country=\"DE\""), std::string::npos);
    EXPECT_NE(bytes->find("Tabelle <text:sequence"), std::string::npos);
    EXPECT_EQ(bytes->find("Made by"), std::string::npos);
    EXPECT_NE(bytes->find("<text:tab/>Seite <text:page-number"), std::string::npos);
    EXPECT_EQ(said_of(*bytes), "");
    const std::string forged =
        replaced(*bytes, "1,53\u00A0k\u00A0Bilder/s", "1,93\u00A0k\u00A0Bilder/s");
    EXPECT_NE(said_of(forged), "");
}

TEST(ReportLanguage, AGermanPdfHoldsAndAnEditedDigitIsNamed) {
    const std::string file = pdf_report(Language::German);
    EXPECT_NE(file.find("/Lang (de)"), std::string::npos);
    EXPECT_EQ(said_of(file), "");
    const auto digit = [](std::string& contents) {
        const std::string shown = "<0031> Tj\n<002c> Tj\n<0035> Tj\n<0033> Tj";  // 1,53
        const std::size_t at = contents.find(shown);
        ASSERT_NE(at, std::string::npos);
        contents.replace(at, shown.size(), "<0031> Tj\n<002c> Tj\n<0039> Tj\n<0033> Tj");
    };
    const std::string found = said_of(with_contents(file, 0, "/P", digit, Forgery::Everything));
    EXPECT_NE(found.find("The report says 1,93"), std::string::npos) << found;
}

TEST(ReportLanguage, IsKeptInTheDefinition) {
    Definition definition = definition_from(*find_template("disk"), Language::German);
    EXPECT_EQ(definition.title, "Reicht dieser Datenträger aus?");
    const auto read = parse_definition(definition_json(definition));
    ASSERT_TRUE(read) << read.error().what;
    EXPECT_EQ(*read, definition);
    const Definition english = in_language(definition, Language::English);
    EXPECT_EQ(english, definition_from(*find_template("disk")));
    EXPECT_EQ(definition_json(english).find("language"), std::string::npos)
        << "as it was before there was another";
    EXPECT_EQ(in_language(english, Language::German), definition);
    definition.title = "Mein Titel";
    EXPECT_EQ(in_language(definition, Language::English).title, "Mein Titel");
    std::string unknown = definition_json(definition);
    unknown.replace(unknown.find("\"de\""), 4, "\"fr\"");
    const auto refused = parse_definition(unknown);
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().what.find("'fr' is no language of reports"), std::string::npos);
}

TEST(ReportLanguage, WhatIsComposedDoesNotHangOnTheProgramsLanguage) {
    const auto page = [] {
        const MadeOfFixtures made = made_disk_report();
        return html_of(made.content, made.drawings, made.seal);
    };
    const std::string english = page();
    const Speaking german(Language::German);
    EXPECT_EQ(page(), english);
    EXPECT_EQ(said_of(english), "");
}

}  // namespace
}  // namespace throughline::report
