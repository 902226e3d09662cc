// SPDX-License-Identifier: Apache-2.0
#include "engine/baseline/metadata.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/fixtures/temporary_folder.h"

namespace throughline::baseline {
namespace {

constexpr MetadataPlan kSmall{.files = 300, .file_bytes = 4096};

class Metadata : public ::testing::Test {
protected:
    Result<MetadataOutcome> measure(Layout layout, const std::stop_token& stop = {}) {
        phases_.clear();
        return measure_metadata(
            *folder_, kSmall, layout, true, {}, stop, [this](const char* phase) {
                phases_.emplace_back(phase);
            });
    }

    fixtures::TemporaryFolder place_;
    fixtures::TemporaryFolder data_;
    Result<OwnFolder> folder_ = OwnFolder::make(place_.path(), data_.file("journal"));
    std::vector<std::string> phases_;
};

TEST_F(Metadata, MeasuresEachActAndLeavesNothing) {
    ASSERT_TRUE(folder_);
    for (const Layout layout : {Layout::Files, Layout::Shards}) {
        const auto outcome = measure(layout);
        ASSERT_TRUE(outcome) << describe(outcome.error());
        for (const char* const key : {"create_per_second",
                                      "stat_per_second",
                                      "open_per_second",
                                      "readdir_per_second",
                                      "delete_per_second",
                                      "requested_read_bytes_per_second",
                                      "requested_write_bytes_per_second",
                                      "samples_per_second"}) {
            ASSERT_TRUE(outcome->metrics.contains(key)) << key;
            EXPECT_GT(outcome->metrics.at(key), 0.0) << key;
        }
        // The same bytes in both layouts.
        EXPECT_DOUBLE_EQ(outcome->metrics.at("requested_read_bytes_per_second"),
                         4096.0 * outcome->metrics.at("samples_per_second"));
        EXPECT_EQ(phases_,
                  (std::vector<std::string>{"create", "stat", "open", "list", "read", "delete"}));
        EXPECT_FALSE(std::filesystem::exists(folder_->path() + "/files"));
        EXPECT_FALSE(std::filesystem::exists(folder_->path() + "/shards"));
    }
}

TEST_F(Metadata, WhatAStopLeavesGoesWithTheFolder) {
    ASSERT_TRUE(folder_);
    std::stop_source stop;
    const auto outcome = measure_metadata(
        *folder_, kSmall, Layout::Files, true, {}, stop.get_token(), [&](const char* phase) {
            if (phase == std::string("list")) {
                stop.request_stop();
            }
        });
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().code, ErrorCode::Stopped);
    EXPECT_TRUE(std::filesystem::exists(folder_->path() + "/files/000"));
    const auto removed = folder_->remove();
    EXPECT_TRUE(removed) << describe(removed.error());
    EXPECT_TRUE(std::filesystem::is_empty(place_.path()));
}

TEST_F(Metadata, RecordsBothLayoutsOfTheSameBytes) {
    const auto files = settings_of({.files = 100'000, .file_bytes = 16'384}, Layout::Files, true);
    const auto shards = settings_of({.files = 100'000, .file_bytes = 16'384}, Layout::Shards, true);
    EXPECT_EQ(spec::integer_of(files, "file_count"), 100'000);
    EXPECT_EQ(spec::integer_of(shards, "file_count"), 25);  // of 64 MiB
    EXPECT_EQ(spec::integer_of(shards, "file_size"), std::int64_t{64} << 20);
}

}  // namespace
}  // namespace throughline::baseline
