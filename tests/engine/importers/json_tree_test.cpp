// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/read/json_tree.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "engine/importers/read/json_outline.h"

namespace throughline::importers {
namespace {

TEST(JsonTree, TheFirstOfRepeatedKeysCounts) {
    const auto tree = JsonTree::parse(R"({"a": 1, "a": 2, "b": {"c": [1, {"d": "7.5"}]}})");
    ASSERT_TRUE(tree) << tree.error().what;
    EXPECT_EQ(tree->root()["a"].number(), 1.0);
    EXPECT_EQ(tree->root()["b"]["c"].at(1)["d"].number(), 7.5);
    EXPECT_FALSE(tree->root()["b"]["x"]["y"]);
    EXPECT_EQ(tree->mended(), "");
}

TEST(JsonTree, ReadsNanAndTrailingCommas) {
    const auto tree = JsonTree::parse(R"({"a": NaN, "b": [1, 2,], "c": -Infinity, "d": "NaN",})");
    ASSERT_TRUE(tree) << tree.error().what;
    EXPECT_FALSE(tree->root()["a"].number());
    EXPECT_EQ(tree->root()["b"].size(), 2U);
    EXPECT_EQ(tree->root()["d"].text(), "NaN");
    EXPECT_NE(tree->mended(), "");
}

TEST(JsonTree, KeepsWhatIsNoNumberApartFromWhatIsNotThere) {
    const auto tree = JsonTree::parse(R"({"a": NaN, "b": -inf, "c": null})");
    ASSERT_TRUE(tree) << tree.error().what;
    EXPECT_TRUE(std::isnan(tree->root()["a"].number_or_nan().value_or(0.0)));
    EXPECT_EQ(tree->root()["b"].number_or_nan(), -INFINITY);
    EXPECT_FALSE(tree->root()["c"].number_or_nan());
    EXPECT_FALSE(tree->root()["b"].number());
    EXPECT_EQ(tree->mended(), "NaN and Infinity read as missing");
}

TEST(JsonTree, ReadsNumbersAndEscapesAsTheyAreMeant) {
    const auto tree = JsonTree::parse(
        R"([0, -0.5, 1e3, 12345678901234567890, 2.5E-1, 1e-999, "a\"\\\/\b\f\n\r\t",
            "\u00e9\u20ac\ud83d\ude00", "é€😀", true, false, null, [], {}])");
    ASSERT_TRUE(tree) << tree.error().what;
    const JsonValue root = tree->root();
    EXPECT_EQ(root.at(0).number(), 0.0);
    EXPECT_EQ(root.at(1).number(), -0.5);
    EXPECT_EQ(root.at(2).number(), 1000.0);
    EXPECT_EQ(root.at(3).number(), 12345678901234567890.0);
    EXPECT_EQ(root.at(4).number(), 0.25);
    EXPECT_EQ(root.at(5).number(), 0.0);
    EXPECT_EQ(root.at(6).text(), "a\"\\/\b\f\n\r\t");
    EXPECT_EQ(root.at(7).text(), "é€😀");
    EXPECT_EQ(root.at(8).text(), root.at(7).text());
    EXPECT_EQ(root.at(9).number(), 1.0);
    EXPECT_EQ(root.at(10).number(), 0.0);
    EXPECT_EQ(root.at(11).type(), JsonValue::Type::Null);
    EXPECT_EQ(root.at(12).size(), 0U);
    EXPECT_TRUE(root.at(13).is_object());
    EXPECT_EQ(root.size(), 14U);
    EXPECT_EQ(tree->mended(), "");
}

TEST(JsonTree, RefusesWhatNobodyCanMend) {
    for (const char* const text : {"",
                                   "x",
                                   "{\"a\" 1}",
                                   "{1: 2}",
                                   "[1 2]",
                                   "[01]",
                                   "[+1]",
                                   "[1.]",
                                   "[.5]",
                                   "[1e]",
                                   "[-]",
                                   "[tru]",
                                   "[\"\\x\"]",
                                   "[\"\\ud83d\"]",
                                   "[\"\\ude00\"]",
                                   "[\"\\u12\"]",
                                   "[\"a\tb\"]",
                                   "[1] 2",
                                   "[1}",
                                   "{]"}) {
        EXPECT_FALSE(JsonTree::parse(text)) << text;
    }
}

TEST(JsonTree, ReadsDecimalCommasOfSysstat) {
    const auto tree = JsonTree::parse(R"({"disk": [{"r/s": 1,39, "w/s": 0,00}]})");
    ASSERT_TRUE(tree) << tree.error().what;
    EXPECT_EQ(tree->root()["disk"].at(0)["r/s"].number(), 1.39);
    EXPECT_EQ(tree->root()["disk"].at(0)["w/s"].number(), 0.0);
}

TEST(JsonTree, ADocumentCutAnywhereGivesWhatIsWhole) {
    const std::string whole = R"({"a": [1, 2, {"b": "text, with ] and }"}], "c": 5})";
    for (std::size_t bytes = 1; bytes < whole.size(); ++bytes) {
        const auto tree = JsonTree::parse(whole.substr(0, bytes));
        ASSERT_TRUE(tree) << bytes << ": " << tree.error().what;
        EXPECT_NE(tree->mended(), "") << bytes;
        if (bytes > 8) {
            EXPECT_EQ(tree->root()["a"].at(0).number(), 1.0) << bytes;
        }
    }
}

TEST(JsonTree, ACutDocumentSaysWhereItEndsAndWhatWasCut) {
    const auto tree = JsonTree::parse("{\n\"a\": [1, 2],\n\"b\": {\"c\": 3,\n\"d\": 12");
    ASSERT_TRUE(tree) << tree.error().what;
    EXPECT_NE(tree->mended().find("cut off in line 4 (byte 36)"), std::string::npos)
        << tree->mended();
    EXPECT_NE(tree->mended().find("last whole element, in line 3"), std::string::npos)
        << tree->mended();
    EXPECT_TRUE(tree->root().is_cut());
    EXPECT_FALSE(tree->root()["a"].is_cut());
    EXPECT_TRUE(tree->root()["b"].is_cut());
    EXPECT_FALSE(tree->root()["b"]["c"].is_cut());
    EXPECT_FALSE(tree->root()["x"].is_cut());
    const auto whole = JsonTree::parse(R"({"b": {"c": 3}})");
    EXPECT_FALSE(whole->root().is_cut());
    EXPECT_FALSE(whole->root()["b"].is_cut());
}

TEST(JsonTree, SaysWhereItIsNoJson) {
    const auto tree = JsonTree::parse("{\n\"a\": 1,\n\"b\" x\n}");
    ASSERT_FALSE(tree);
    EXPECT_EQ(tree.error().code, ErrorCode::Format);
    EXPECT_NE(tree.error().what.find("line 3"), std::string::npos) << tree.error().what;
}

TEST(JsonTree, DeepNestingDoesNotRecurse) {
    const std::string deep(200'000, '[');
    const auto tree = JsonTree::parse(deep);
    EXPECT_TRUE(tree);
}

TEST(JsonOutline, NamesKeysFourLevelsDeep) {
    const JsonOutline outline(
        R"({"sysstat": {"hosts": [{"nodename": "h", "x": {"1": {}}}]}, "2": 1})");
    EXPECT_TRUE(outline.has("sysstat.hosts"));
    EXPECT_TRUE(outline.has("sysstat.hosts.[].nodename"));
    EXPECT_TRUE(outline.has("#"));
    EXPECT_FALSE(outline.has("hosts"));
}

}  // namespace
}  // namespace throughline::importers
