// SPDX-License-Identifier: Apache-2.0
#include "engine/remote_run/messages.h"

#include <gtest/gtest.h>

#include <string>

namespace throughline::remote_run {
namespace {

TEST(RemoteMessages, RequestIsOneLineAndReadsBack) {
    const Request asked{.act = Act::Run,
                        .version = "0.1.0",
                        .id = "0a1b",
                        .spec_json = "{\n  \"title\": \"two\\nlines\"\n}",
                        .force = true,
                        .events_from = -1};
    const std::string line = to_line(asked);
    EXPECT_EQ(line.find('\n'), line.size() - 1);

    const auto read = parse_request(line);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->act, Act::Run);
    EXPECT_EQ(read->protocol, kProtocol);
    EXPECT_EQ(read->spec_json, asked.spec_json);
    EXPECT_TRUE(read->force);
    EXPECT_FALSE(read->dry_run);
    EXPECT_EQ(read->events_from, -1);
}

TEST(RemoteMessages, WhatAShellWritesIsNoAnswer) {
    for (const char* const line : {"", "Welcome to lab!", "[1]", R"({"type":"progress"})"}) {
        EXPECT_FALSE(parse_answer(line)) << line;
        EXPECT_FALSE(parse_request(line)) << line;
    }
}

TEST(RemoteMessages, EndAndListReadBack) {
    const JobEnd end{
        .exit_code = 3, .error_text = "stopped", .record_bytes = 12, .record_sha256 = "ab"};
    const auto read = parse_answer(to_line(Answer{.end = end}));
    ASSERT_TRUE(read && read->end);
    EXPECT_EQ(read->end->exit_code, 3);
    EXPECT_EQ(read->end->record_bytes, 12);
    EXPECT_EQ(read->end->record_sha256, "ab");

    const std::vector<JobRow> rows{{.id = "1", .title = "t", .state = JobState::Interrupted}};
    const auto list = parse_answer(to_line(Answer{.jobs = rows}));
    ASSERT_TRUE(list && list->jobs);
    ASSERT_EQ(list->jobs->size(), 1U);
    EXPECT_EQ(list->jobs->front().state, JobState::Interrupted);
}

TEST(RemoteMessages, OnlyTheSameProtocolAndMajorVersionFit) {
    EXPECT_TRUE(check_versions({.protocol = kProtocol, .version = "1.9.2"}, "1.0.0", "lab"));
    EXPECT_FALSE(check_versions({.protocol = kProtocol, .version = "2.0.0"}, "1.0.0", "lab"));
    const auto other = check_versions({.protocol = kProtocol + 1, .version = "1.0.0"}, "1.0.0", "");
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().code, ErrorCode::Version);
}

TEST(RemoteMessages, OnlyTheLineOfAFetchedRecordSaysSo) {
    EXPECT_TRUE(is_fetched_line(R"({"remote":"fetched"})"));
    EXPECT_FALSE(is_fetched_line(R"({"command":"stop"})"));
    EXPECT_FALSE(is_fetched_line("fetched"));
}

}  // namespace
}  // namespace throughline::remote_run
