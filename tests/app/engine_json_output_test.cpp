// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "app/engine/json_output.h"

namespace throughline::app {
namespace {

TEST(JsonText, EscapesOnlyWhatIsNotUtf8) {
    EXPECT_EQ(json_text("100% Gr\u00FC\u00DFe"), "100% Gr\u00FC\u00DFe");
    EXPECT_EQ(json_text("caf\xE9 100%"), "caf%E9 100%25");
}

TEST(PrintJson, WritesOneDocumentAndANewline) {
    testing::internal::CaptureStdout();
    print_json(Json::object({{"b", 1}, {"a", Json::array({1, 2})}}));
    const std::string text = testing::internal::GetCapturedStdout();
    EXPECT_TRUE(text.ends_with("}\n"));
    EXPECT_EQ(Json::parse(text).dump(), R"({"b":1,"a":[1,2]})");
}

TEST(PrintJson, LineFormHasNoNewlineInside) {
    testing::internal::CaptureStdout();
    print_json_line(Json::object({{"text", "two\nlines"}}));
    EXPECT_EQ(testing::internal::GetCapturedStdout(), "{\"text\":\"two\\nlines\"}\n");
}

}  // namespace
}  // namespace throughline::app
