// SPDX-License-Identifier: Apache-2.0
// What happens where memory, images or files are not of the usual size.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "engine/dataset/folder_scan.h"
#include "engine/dataset/open_image_set.h"
#include "engine/dataset/tar_shard.h"
#include "engine/dataset/tfrecord.h"
#include "engine/spec/choices.h"
#include "tests/engine/pipeline/delivered_images.h"
#include "tests/fixtures/jpeg_files.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::pipeline {
namespace {

class Room : public ::testing::Test {
protected:
    static PipelineOptions options(const dataset::ImageSet& images) {
        PipelineOptions options;
        options.images = &images;
        options.order = dataset::Order(dataset::OrderKind::Shuffle, 1);
        options.epochs_max = 1;
        options.decode = {.width_px = 16, .height_px = 16};
        options.decode_threads = 2;
        options.batch_images = 8;
        options.batch_slots = 3;
        options.reader.queue_depth = 4;
        options.chunk_bytes = 8192;
        return options;
    }
    void run(const PipelineOptions& with) {
        auto pipeline = Pipeline::start(with, {});
        ASSERT_TRUE(pipeline) << pipeline.error().what;
        EXPECT_TRUE(run_to_end(**pipeline));
        last_ = (*pipeline)->snapshot();
        events_ = (*pipeline)->items().take();
        EXPECT_FALSE((*pipeline)->finish().failure);
    }
    bool has_event(std::string_view code) const {
        return std::any_of(
            events_.begin(), events_.end(), [&](const auto& e) { return e.code == code; });
    }

    fixtures::TemporaryFolder files_;
    Snapshot last_;
    std::vector<ItemEvent> events_;
};

// Each reader has fewer places than a handful, while all of them together keep decoders at ease.
TEST_F(Room, ManyReadersOfFewPlacesDeliverEveryImage) {
    constexpr std::uint64_t kImages = 300;
    fixtures::write_jpegs(files_.path(), kImages);
    const auto images = dataset::scan_folder(files_.path(), {});
    ASSERT_TRUE(images);
    for (const bool ordered : {false, true}) {
        auto with = options(*images);
        with.reader_threads = 16;
        with.reader.queue_depth = 2;
        with.prefetch_images = 16;
        with.ordered = ordered;
        run(with);
        EXPECT_EQ(last_.images_delivered, kImages);
        EXPECT_EQ(last_.images_failed, 0U);
    }
}

TEST_F(Room, RecordsWithMuchBesideTheirImageAreVerifiedAndRead) {
    constexpr std::uint32_t kImages = 3;
    const std::string mask(std::size_t{6} << 20U, 'm');
    std::vector<std::byte> shard;
    for (std::uint32_t i = 0; i < kImages; ++i) {
        const auto jpeg = fixtures::make_jpeg({.width_px = 64, .height_px = 64, .seed = i + 1});
        dataset::append_tfrecord(
            {.encoded = jpeg, .class_name = i == 1 ? std::string_view(mask) : "n01440764"}, shard);
    }
    fixtures::write_bytes(files_.file("train-00000-of-00001"), shard);
    const auto images = dataset::open_image_set(files_.path());
    ASSERT_TRUE(images) << images.error().what;
    ASSERT_EQ(images->size(), kImages);
    for (const bool stream : {false, true}) {
        auto with = options(*images);
        with.verify = true;
        with.stream = stream;
        run(with);
        EXPECT_EQ(last_.images_delivered, kImages) << (stream ? "stream" : "index");
    }
}

// Runs of pages end with a section of memory, which is 1 GiB.
TEST_F(Room, AFileLargerThanAllRoomIsRefusedByNameAndTheRunEnds) {
    fixtures::write_bytes(files_.file("small.bin"), std::vector<std::byte>(5000));
    fixtures::write_bytes(files_.file("huge.bin"), {});
    std::filesystem::resize_file(files_.file("huge.bin"), std::uint64_t{1150} << 20U);  // sparse
    const auto images = dataset::open_image_set(files_.path(), {.format = dataset::Format::Blocks});
    ASSERT_TRUE(images) << images.error().what;
    ASSERT_EQ(images->size(), 2U);
    auto with = options(*images);
    with.stages = spec::Stages::Storage;
    with.reader.queue_depth = 1;
    with.reader.direct_io = false;

    run(with);

    EXPECT_EQ(last_.images_read, 1U);
    EXPECT_EQ(last_.images_failed, 1U);
    EXPECT_TRUE(has_event("read.too_large"));
}

TEST_F(Room, AShardWhoseLastImageIsEmptyEnds) {
    const auto jpeg = fixtures::make_jpeg({.width_px = 64, .height_px = 64});
    std::vector<std::byte> shard;
    ASSERT_TRUE(dataset::append_tar_member("000000.jpg", jpeg, shard));
    ASSERT_TRUE(dataset::append_tar_member("000001.jpg", {}, shard));
    shard.resize(shard.size() + dataset::tar_end_bytes(shard.size()));
    fixtures::write_bytes(files_.file("shard-000000.tar"), shard);
    const auto images = dataset::open_image_set(files_.path());
    ASSERT_TRUE(images) << images.error().what;
    ASSERT_EQ(images->size(), 2U);
    for (const spec::Stages stages : {spec::Stages::Storage, spec::Stages::Full}) {
        auto with = options(*images);
        with.stages = stages;
        with.stream = true;
        run(with);
        EXPECT_EQ(stages == spec::Stages::Full ? last_.images_delivered : last_.images_read, 1U);
        EXPECT_EQ(last_.images_failed, 1U);
        EXPECT_TRUE(has_event(stages == spec::Stages::Full ? "decode.empty" : "read.empty"));
    }
}

TEST_F(Room, AFileThatLostItsEndSinceItWasFoundIsShortInEveryStage) {
    fixtures::write_jpegs(files_.path(), 4);
    const auto images = dataset::scan_folder(files_.path(), {});
    ASSERT_TRUE(images);
    const std::string victim = files_.file(images->file_path(2));
    std::filesystem::resize_file(victim, std::filesystem::file_size(victim) / 2);
    for (const spec::Stages stages : {spec::Stages::Storage, spec::Stages::Full}) {
        auto with = options(*images);
        with.stages = stages;
        run(with);
        EXPECT_EQ(stages == spec::Stages::Full ? last_.images_delivered : last_.images_read, 3U);
        EXPECT_EQ(last_.images_failed, 1U);
        EXPECT_TRUE(has_event("read.short"));
    }
}

}  // namespace
}  // namespace throughline::pipeline
