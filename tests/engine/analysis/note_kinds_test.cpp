// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/note_kinds.h"

#include <gtest/gtest.h>

namespace throughline::analysis {
namespace {

TEST(InOne, TextsThatDifferInNumbersSayFromWhichToWhich) {
    EXPECT_EQ(in_one("only 6 batches", "only 7 batches"), "only 6 \u2013 7 batches");
    EXPECT_EQ(in_one("only 6 \u2013 7 batches", "only 4 batches"), "only 4 \u2013 7 batches");
    EXPECT_EQ(in_one("read 1.15 GB/s, 2 times", "read 980 MB/s, 2 times"),
              "read 980 MB/s \u2013 1.15 GB/s, 2 times");
    EXPECT_EQ(in_one("the same", "the same"), "the same");
}

TEST(InOne, OtherWordsAreAnotherText) {
    EXPECT_EQ(in_one("only 6 batches", "only 6 images"), std::nullopt);
    EXPECT_EQ(in_one("6 of 7", "6"), std::nullopt);
    EXPECT_EQ(in_one("read 5 B", "read 5 Batches"), std::nullopt);
}

record::Note warning(int run, const char* code, const char* text) {
    return {.run = run, .code = code, .level = record::Level::Warning, .text = text};
}

TEST(NoteKinds, TellTheWarningsOfSeveralRunsOnce) {
    record::Study study;
    study.notes.push_back({.code = "paused", .level = record::Level::Error, .text = "it stood"});
    for (const int run : {3, 1, 2}) {
        record::RunData data;
        data.started.run = run;
        const std::string text = "others used " + std::to_string(run) + " processors";
        data.notes.push_back(warning(run, "cpu.others", text.c_str()));
        data.notes.push_back(warning(run, "cpu.others", text.c_str()));  // of another repeat
        data.notes.push_back({.run = run, .code = "facts", .text = "no warning"});
        study.runs.push_back(std::move(data));
    }
    study.runs.front().notes.push_back(warning(3, "cpu.others", "others did something else"));

    const std::vector<NoteKind> kinds = note_kinds(study);

    ASSERT_EQ(kinds.size(), 3U);
    EXPECT_EQ(kinds[0].text, "it stood");
    EXPECT_TRUE(kinds[0].runs.empty());
    EXPECT_EQ(kinds[1].text, "others used 1 \u2013 3 processors");
    EXPECT_EQ(kinds[1].runs, (std::vector<int>{1, 2, 3}));
    EXPECT_EQ(kinds[2].runs, (std::vector<int>{3}));
}

TEST(NumbersText, NamesStretchesByTheirEnds) {
    EXPECT_EQ(numbers_text({1, 2, 3, 4, 6, 8, 9}), "1\u20134, 6, 8, 9");
    EXPECT_EQ(numbers_text({7}), "7");
    EXPECT_EQ(numbers_text({}), "");
}

}  // namespace
}  // namespace throughline::analysis
