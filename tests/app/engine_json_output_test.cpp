// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "app/engine/json_output.h"

namespace throughline::app {
namespace {

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
