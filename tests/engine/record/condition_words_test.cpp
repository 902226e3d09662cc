// SPDX-License-Identifier: Apache-2.0
#include "engine/record/condition_words.h"

#include <gtest/gtest.h>

#include "engine/base/language.h"

namespace throughline::record {
namespace {

std::string pattern(const char* word) {
    return condition_text("pattern", std::string(word));
}

TEST(ConditionWords, APatternOfRequestsIsToldInWords) {
    EXPECT_EQ(pattern("randread"), "random reads");
    EXPECT_EQ(pattern("write"), "writes");
    EXPECT_EQ(pattern("metadata"), "metadata of small files");
    EXPECT_EQ(pattern("SEQ1M Q8T1 read"), "SEQ1M Q8T1 read") << "others' words stay";
    const Speaking german(Language::German);
    EXPECT_EQ(pattern("randread"), "zufälliges Lesen");
    EXPECT_EQ(pattern("sequential"), "sequenziell");
    EXPECT_EQ(condition_text("step_axis", std::string("rows of the log")), "Zeilen des Protokolls");
    EXPECT_EQ(condition_text("step_axis", std::string("moves")), "moves");
    EXPECT_EQ(condition_text("storage.volume_credits", std::string("full")), "voll");
}

}  // namespace
}  // namespace throughline::record
