// SPDX-License-Identifier: Apache-2.0
#include "engine/report/definition.h"

#include <gtest/gtest.h>

namespace throughline::report {
namespace {

TEST(ReportDefinition, ReadsWhatItWrites) {
    const Definition definition{.title = "Is \"this\" <enough>?",
                                .question = "Für wen?",
                                .studies = {"a", "b"},
                                .blocks = {{.kind = BlockKind::Verdict},
                                           {.kind = BlockKind::Chart,
                                            .title = "By threads",
                                            .choice = "decode.threads/images_per_second"}},
                                .is_private = true};
    const auto again = parse_definition(definition_json(definition));
    ASSERT_TRUE(again) << again.error().what;
    EXPECT_EQ(*again, definition);
}

TEST(ReportDefinition, NamesWhatIsWrong) {
    const auto error_of = [](const char* text) {
        const auto read = parse_definition(text);
        return read ? std::string() : read.error().what;
    };
    EXPECT_NE(error_of("[]"), "");
    EXPECT_NE(error_of("{"), "");
    const std::string head =
        R"({"format":"throughline-report","major":1,"studies":["a"],"title":"t","blocks":)";
    EXPECT_EQ(error_of((head + R"([{"kind":"verdict"}]})").c_str()), "");
    EXPECT_NE(error_of((head + R"([{"kind":"poem"}]})").c_str()).find("poem"), std::string::npos);
    EXPECT_NE(error_of((head + R"([{"kind":"chart","colour":"red"}]})").c_str()).find("colour"),
              std::string::npos);
    EXPECT_NE(error_of((head + R"([],"titel":"x"})").c_str()).find("titel"), std::string::npos);
    EXPECT_NE(error_of((head + R"([],"private":"yes"})").c_str()).find("private"),
              std::string::npos);
    EXPECT_NE(error_of(R"({"format":"throughline-report","major":2,"studies":[],"blocks":[]})")
                  .find("another version"),
              std::string::npos);
}

// Goal: page 1 answers; where the records come from is never left out of what has figures.
TEST(ReportDefinition, EachTemplateIsFoundByItsNameAndBeginsWithTheAnswer) {
    for (const Template& one : all_templates()) {
        EXPECT_EQ(find_template(one.name), &one);
        const bool blank = std::string_view(one.name) == "blank";
        const BlockKind first = one.blocks.front();
        EXPECT_TRUE(blank || first == BlockKind::Verdict || first == BlockKind::WhatIf ||
                    first == BlockKind::Reproduced)
            << one.name;
        EXPECT_TRUE(blank || one.blocks.back() == BlockKind::Provenance) << one.name;
        EXPECT_EQ(definition_from(one).blocks.size(), one.blocks.size());
    }
    EXPECT_EQ(find_template("poem"), nullptr);
}

TEST(ReportDefinition, MoreBlocksThanAnyReportHasAreRefused) {
    Definition definition{.title = "t", .studies = {"a"}};
    definition.blocks.resize(kBlocksMax);
    EXPECT_TRUE(parse_definition(definition_json(definition)));
    definition.blocks.emplace_back();
    EXPECT_FALSE(parse_definition(definition_json(definition)));
}

}  // namespace
}  // namespace throughline::report
