// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset_tools/inspect_dataset.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/dataset_tools/make_dataset.h"
#include "engine/decode/image_decoder.h"
#include "tests/engine/dataset_tools/scratch_folder.h"

namespace throughline::dataset_tools {
namespace {

void put(const std::string& path, std::string_view content) {
    std::ofstream(path, std::ios::binary) << content;
}

Result<DatasetFacts> inspect(const std::string& directory, std::uint64_t headers_max = 0) {
    return inspect_dataset({.path = directory, .headers_max = headers_max}, {}, {});
}

class MadeSet : public ::testing::Test {
protected:
    static constexpr std::uint64_t kImages = 40;
    void SetUp() override {
        const auto made = make_dataset({.directory = scratch_.path(),
                                        .images = kImages,
                                        .width_px = 160,
                                        .height_px = 120,
                                        .file_bytes = 9'000},
                                       {},
                                       {});
        ASSERT_TRUE(made) << describe(made.error());
        bytes_ = made->bytes;
    }
    ScratchFolder scratch_;
    std::uint64_t bytes_ = 0;
};

TEST_F(MadeSet, FactsAreThoseOfTheFiles) {
    const auto facts = inspect(scratch_.path());

    ASSERT_TRUE(facts) << describe(facts.error());
    EXPECT_EQ(facts->images, kImages);
    EXPECT_EQ(facts->bytes, bytes_);
    EXPECT_DOUBLE_EQ(facts->bytes_mean, static_cast<double>(bytes_) / kImages);
    EXPECT_LE(facts->bytes_p5, facts->bytes_p50);
    EXPECT_LE(facts->bytes_p50, facts->bytes_p95);
    EXPECT_EQ(facts->headers_read, kImages);
    EXPECT_DOUBLE_EQ(facts->width_px_mean, 160.0);
    EXPECT_DOUBLE_EQ(facts->height_px_mean, 120.0);
    EXPECT_DOUBLE_EQ(facts->pixels_mean, 160.0 * 120.0);
    ASSERT_EQ(facts->dimensions.size(), 1U);
    EXPECT_EQ(facts->dimensions[0].first, "160x120");
    EXPECT_DOUBLE_EQ(facts->subsampling.at("4:2:0"), 1.0);
    EXPECT_DOUBLE_EQ(facts->progressive_share, 0.0);
    EXPECT_EQ(facts->size_classes[13], kImages);  // 8 to 16 KiB
    EXPECT_EQ(facts->unreadable, 0U);
}

TEST_F(MadeSet, SampleReadsOnlySomeHeaders) {
    const auto facts = inspect(scratch_.path(), 7);

    ASSERT_TRUE(facts) << describe(facts.error());
    EXPECT_EQ(facts->images, kImages);
    EXPECT_EQ(facts->headers_read, 7U);
    EXPECT_NE(facts_text(*facts).find("evenly spread"), std::string::npos);
}

TEST_F(MadeSet, AwkwardFilesAreCountedAndTheFirstIsNamed) {
    put(scratch_.path() + "/a_fake.jpg", "\x89PNG\r\n\x1a\n and so on");
    put(scratch_.path() + "/b_empty.jpg", "");
    put(scratch_.path() + "/c_cut.jpg", "\xff\xd8\xff\xe0");
    put(scratch_.path() + "/readme.txt", "hello");

    const auto facts = inspect(scratch_.path());

    ASSERT_TRUE(facts) << describe(facts.error());
    EXPECT_EQ(facts->images, kImages + 3);
    EXPECT_EQ(facts->headers_read, kImages);
    EXPECT_EQ(facts->unreadable, 3U);
    EXPECT_EQ(facts->first_unreadable,
              std::string("a_fake.jpg: ") +
                  decode::decode_status_name(decode::DecodeStatus::NotJpeg) + " (PNG)");
    EXPECT_FALSE(facts->other_files.empty());
}

TEST_F(MadeSet, ProgressReachesTheTotal) {
    std::uint64_t last = 0;
    std::uint64_t total = 0;
    const auto facts = inspect_dataset({.path = scratch_.path()},
                                       [&](std::uint64_t done, std::uint64_t of) {
                                           last = done;
                                           total = of;
                                       },
                                       {});

    ASSERT_TRUE(facts);
    EXPECT_EQ(last, kImages);
    EXPECT_EQ(total, kImages);
}

TEST_F(MadeSet, StopEndsIt) {
    std::stop_source stop;
    stop.request_stop();

    const auto facts = inspect_dataset({.path = scratch_.path()}, {}, stop.get_token());

    ASSERT_FALSE(facts);
    EXPECT_EQ(facts.error().code, ErrorCode::Stopped);
}

TEST_F(MadeSet, JsonHoldsTheFacts) {
    const auto facts = inspect(scratch_.path());
    ASSERT_TRUE(facts);

    const auto json = nlohmann::json::parse(facts_json(*facts), nullptr, false);

    ASSERT_TRUE(json.is_object());
    EXPECT_EQ(json["images"], kImages);
    EXPECT_EQ(json["bytes"], bytes_);
    EXPECT_EQ(json["subsampling"]["4:2:0"], 1.0);
    EXPECT_EQ(json["dimensions"]["160x120"], 1.0);
    EXPECT_EQ(json["size_classes"]["8K"], kImages);
}

TEST_F(MadeSet, TextShowsTableAndBars) {
    const auto facts = inspect(scratch_.path());
    ASSERT_TRUE(facts);

    const std::string text = facts_text(*facts);

    for (const char* part : {"Images", "mean", "160x120 100.0 %", "4:2:0 100.0 %", "8K", "█"}) {
        EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
    }
}

TEST(InspectDataset, FolderWithoutJpegsSaysWhatIsThere) {
    const ScratchFolder scratch;
    for (int i = 0; i < 12; ++i) {
        put(scratch.path() + "/" + std::to_string(i) + ".png", "\x89PNG\r\n\x1a\n");
    }

    const auto facts = inspect(scratch.path());

    ASSERT_FALSE(facts);
    EXPECT_EQ(facts.error().code, ErrorCode::Format);
    EXPECT_NE(facts.error().what.find("0 of 12 files are JPEG; 12 PNG"), std::string::npos)
        << facts.error().what;
}

TEST(InspectDataset, JsonLeavesOutWhatNoHeaderTold) {
    const ScratchFolder scratch;
    put(scratch.path() + "/empty.jpg", "");

    const auto facts = inspect(scratch.path());

    ASSERT_TRUE(facts) << describe(facts.error());
    const auto json = nlohmann::json::parse(facts_json(*facts), nullptr, false);
    EXPECT_FALSE(json.contains("width_px_mean"));
    EXPECT_EQ(json["unreadable"], 1);
    EXPECT_NE(facts_text(*facts).find("empty.jpg"), std::string::npos);
}

}  // namespace
}  // namespace throughline::dataset_tools
