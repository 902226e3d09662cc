// SPDX-License-Identifier: Apache-2.0
#include "engine/loader/loader_messages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace throughline::loader {
namespace {

using testing::HasSubstr;

TEST(LoaderMessages, ThePointIsOneLineOfJson) {
    const std::string line = hello_line({.dataset = "/data/a \"b\"\n",
                                         .format = "folder",
                                         .workers = 3,
                                         .batch_images = 16,
                                         .width_px = 32,
                                         .height_px = 24,
                                         .seed = 7,
                                         .shuffle = false});
    EXPECT_EQ(line,
              R"({"batch":16,"dataset":"/data/a \"b\"\n","format":"folder","height":24,)"
              R"("message":"hello","protocol":1,"seed":7,"shuffle":false,"width":32,"workers":3})"
              "\n");
    EXPECT_EQ(epoch_line(2), "{\"epoch\":2,\"message\":\"epoch\"}\n");
}

TEST(LoaderMessages, ABatchMayTellItsBytes) {
    const auto told = parse_answer(R"({"message":"batch","images":4,"bytes":9000})");
    ASSERT_TRUE(told);
    EXPECT_EQ(std::get<LoadedBatch>(*told).images, 4U);
    EXPECT_EQ(std::get<LoadedBatch>(*told).bytes, 9000U);
    const auto untold = parse_answer(R"({"message":"batch","images":4,"bytes":null})");
    ASSERT_TRUE(untold);
    EXPECT_FALSE(std::get<LoadedBatch>(*untold).bytes);
}

TEST(LoaderMessages, WhatIsNoAnswerIsRefusedWithItsWords) {
    for (const char* line : {"",
                             "hello",
                             "[]",
                             "{}",
                             R"({"message":7})",
                             R"({"message":"batch"})",
                             R"({"message":"batch","images":-1})",
                             R"({"message":"batch","images":1.5})",
                             R"({"message":"batch","images":1,"bytes":"many"})",
                             R"({"message":"ready"})",
                             R"({"message":"ready","name":""})",
                             R"({"message":"error"})"}) {
        const auto answer = parse_answer(line);
        ASSERT_FALSE(answer) << line;
        EXPECT_EQ(answer.error().code, ErrorCode::Format);
        EXPECT_THAT(answer.error().what, HasSubstr("'" + std::string(line) + "'"));
    }
}

}  // namespace
}  // namespace throughline::loader
