// SPDX-License-Identifier: Apache-2.0
// Shards read as streams, on real TFRecord files.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "engine/dataset/open_image_set.h"
#include "engine/dataset/tfrecord.h"
#include "engine/spec/choices.h"
#include "tests/engine/pipeline/delivered_images.h"
#include "tests/engine/pipeline/faulty_reader.h"
#include "tests/fixtures/jpeg_files.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::pipeline {
namespace {

class Stream : public ::testing::Test {
protected:
    static constexpr std::uint32_t kShards = 5;

    /// Shards of different length; images of a few hundred bytes up to some chunks of 4 KiB.
    void SetUp() override {
        for (std::uint32_t shard = 0; shard < kShards; ++shard) {
            std::vector<std::byte> bytes;
            for (std::uint32_t i = 0; i < 6 + 3 * shard; ++i) {
                const auto item = static_cast<std::uint32_t>(encoded_.size());
                const int side = item % 7 == 0 ? 200 : 24 + static_cast<int>(item % 4) * 24;
                encoded_.push_back(
                    fixtures::make_jpeg({.width_px = side, .height_px = side, .seed = 1 + item}));
                dataset::append_tfrecord({.encoded = encoded_.back(), .file_name = "x.jpg"}, bytes);
            }
            contents_[name(shard)] = bytes;
            fixtures::write_bytes(files_.file(name(shard)), bytes);
        }
    }
    static std::string name(std::uint32_t shard) {
        return "train-0000" + std::to_string(shard) + "-of-00005";
    }
    dataset::ImageSet open() const {
        auto images = dataset::open_image_set(files_.path());
        EXPECT_TRUE(images) << images.error().what;
        EXPECT_EQ(images->size(), encoded_.size());
        return *std::move(images);
    }
    static PipelineOptions options(const dataset::ImageSet& images) {
        PipelineOptions options;
        options.images = &images;
        options.order = dataset::Order(dataset::OrderKind::Shuffle, 4);
        options.epochs_max = 2;
        options.stream = true;
        options.interleave = 3;
        options.chunk_bytes = 8192;
        options.decode = {.width_px = 16, .height_px = 16};
        options.decode_threads = 2;
        options.batch_images = 8;
        options.batch_slots = 3;
        options.reader.queue_depth = 8;
        return options;
    }
    std::vector<std::uint32_t> each_image(int times) const {
        std::vector<std::uint32_t> all;
        for (std::uint32_t item = 0; item < encoded_.size(); ++item) {
            all.insert(all.end(), static_cast<std::size_t>(times), item);
        }
        return all;
    }
    /// What a run delivers, in order.
    std::vector<std::uint32_t> run(PipelineOptions with) {
        DeliveredImages delivered(encoded_, with.decode);
        with.make_consumer = delivered.factory();
        auto pipeline = Pipeline::start(with, {});
        EXPECT_TRUE(pipeline) << pipeline.error().what;
        EXPECT_TRUE(run_to_end(**pipeline));
        last_ = (*pipeline)->snapshot();
        events_ = (*pipeline)->items().take();
        const auto end = (*pipeline)->finish();
        EXPECT_FALSE(end.failure);
        return delivered.items();
    }
    ReaderFactory faulty(std::uint64_t seed, double failure_probability) {
        return
            [=, this](const storage::ReaderOptions& reader,
                      const storage::BufferPool& pool) -> Result<std::unique_ptr<storage::Reader>> {
                return std::unique_ptr<storage::Reader>(
                    new FaultyReader({.seed = seed, .failure_probability = failure_probability},
                                     reader,
                                     pool,
                                     contents_));
            };
    }

    fixtures::TemporaryFolder files_;
    std::vector<std::vector<std::byte>> encoded_;
    FaultyReader::Files contents_;
    Snapshot last_;
    std::vector<ItemEvent> events_;
};

TEST_F(Stream, DeliversEveryImageOfEveryEpochWithEveryReader) {
    const auto images = open();
    for (const auto kind : {storage::ReaderKind::Uring, storage::ReaderKind::Blocking}) {
        for (const bool direct : {true, false}) {
            auto with = options(images);
            with.reader.kind = kind;
            with.reader.direct_io = direct;
            auto items = run(with);
            std::sort(items.begin(), items.end());
            EXPECT_EQ(items, each_image(2));
            EXPECT_EQ(last_.images_failed, 0U);
        }
    }
}

TEST_F(Stream, ReadsInChunksAndNotImageByImage) {
    const auto images = open();
    auto with = options(images);
    with.chunk_bytes = 1U << 20U;
    with.epochs_max = 1;
    run(with);
    EXPECT_EQ(last_.reads, kShards);  // each shard is smaller than a chunk
    EXPECT_EQ(last_.images_read, encoded_.size());
}

TEST_F(Stream, StorageAloneCountsImagesAndTakesNoRoomForThem) {
    const auto images = open();
    auto with = options(images);
    const std::uint64_t full = plan_memory(with).read_buffer_bytes;
    with.stages = spec::Stages::Storage;
    EXPECT_LT(plan_memory(with).read_buffer_bytes, full);
    EXPECT_EQ(plan_memory(with).read_buffer_bytes, 3U * 3U * 8192U);
    auto pipeline = Pipeline::start(with, {});
    ASSERT_TRUE(pipeline);
    ASSERT_TRUE(run_to_end(**pipeline));
    EXPECT_EQ((*pipeline)->snapshot().images_delivered, 2 * encoded_.size());
}

TEST_F(Stream, InSequenceTheOrderFollowsFromTheSeedAlone) {
    const auto images = open();
    auto with = options(images);
    with.ordered = true;
    with.shuffle_window = 11;
    with.make_reader = faulty(1, 0.0);
    const auto first = run(with);
    for (std::uint64_t seed = 2; seed < 20; ++seed) {
        with.make_reader = faulty(seed, 0.0);
        with.decode_threads = 1 + static_cast<std::uint32_t>(seed % 4);
        ASSERT_EQ(run(with), first) << "seed " << seed;
    }
    const auto half = first.begin() + static_cast<std::ptrdiff_t>(encoded_.size());
    EXPECT_FALSE(std::equal(first.begin(), half, half));  // another order each epoch
    with.order = dataset::Order(dataset::OrderKind::Shuffle, 5);
    EXPECT_NE(run(with), first);
}

TEST_F(Stream, ShardsAreInterleaved) {
    const auto images = open();
    auto with = options(images);
    with.ordered = true;
    with.order = dataset::Order(dataset::OrderKind::Sequential, 0);
    const auto items = run(with);
    const auto second = images.images_of(1).first;
    const auto third = images.images_of(2).first;
    EXPECT_EQ((std::vector<std::uint32_t>(items.begin(), items.begin() + 6)),
              (std::vector<std::uint32_t>{0, second, third, 1, second + 1, third + 1}));
}

// Goal: nothing is lost or delivered twice, and nothing hangs, however reads complete or fail, with
// chunks, windows and rooms of awkward sizes. Method: 80 seeds.
TEST_F(Stream, NothingIsLostWhateverTheReaderDoes) {
    const auto images = open();
    for (std::uint64_t seed = 1; seed <= 80; ++seed) {
        auto with = options(images);
        with.make_reader = faulty(seed, seed % 2 == 0 ? 0.1 : 0.0);
        with.chunk_bytes = 4096U << (seed % 4);
        with.interleave = 1 + static_cast<std::uint32_t>(seed % 7);
        with.shuffle_window = seed % 3 == 0 ? 0 : static_cast<std::uint32_t>(seed);
        with.reader_threads = 1 + static_cast<std::uint32_t>(seed % 2);
        with.ordered = with.reader_threads == 1 && seed % 4 == 0;
        with.prefetch_images = 1 + static_cast<std::uint32_t>(seed % 5);
        with.reader.queue_depth = 1 + static_cast<std::uint32_t>(seed % 9);
        auto items = run(with);
        ASSERT_EQ(last_.images_delivered + last_.images_failed, 2 * encoded_.size())
            << "seed " << seed;
        if (seed % 2 != 0) {
            std::sort(items.begin(), items.end());
            ASSERT_EQ(items, each_image(2)) << "seed " << seed;
        }
    }
}

TEST_F(Stream, HoldsBetweenEpochsWithItsWindowEmptied) {
    const auto images = open();
    auto with = options(images);
    with.hold_between_epochs = true;
    with.shuffle_window = 20;
    DeliveredImages delivered(encoded_, with.decode);
    with.make_consumer = delivered.factory();
    auto pipeline = Pipeline::start(with, {});
    ASSERT_TRUE(pipeline);
    ASSERT_TRUE(drain_epoch(**pipeline));
    EXPECT_EQ(delivered.sorted_items(), each_image(1));
    (*pipeline)->next_epoch();
    ASSERT_TRUE(run_to_end(**pipeline));
    EXPECT_EQ(delivered.sorted_items(), each_image(2));
}

TEST_F(Stream, DamagedRecordsAreFoundWhenVerified) {
    const auto images = open();
    // The middle of an image: its length and head stay sound, its checksum does not.
    const auto place = images.place(9);
    std::fstream file(files_.file(images.file_path(place.file)),
                      std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(place.offset_bytes + place.bytes / 2));
    file.put('\x5A').put('\x5B');
    file.close();
    for (const bool stream : {true, false}) {
        auto with = options(images);
        with.stream = stream;
        with.epochs_max = 1;
        with.verify = true;
        auto items = run(with);
        EXPECT_EQ(last_.images_failed, 1U);
        EXPECT_GT(last_.verify_ns, 0U);
        ASSERT_EQ(events_.size(), 1U);
        EXPECT_EQ(events_[0].code, "read.damaged");
        EXPECT_EQ(events_[0].item, 9U);
        EXPECT_EQ(std::count(items.begin(), items.end(), 9U), 0);
        EXPECT_EQ(items.size(), encoded_.size() - 1);
    }
}

TEST_F(Stream, ShardThatHasBecomeShorterLosesItsLastImagesOnly) {
    const auto images = open();
    const auto last = images.images_of(2).last - 1;
    std::filesystem::resize_file(files_.file(images.file_path(2)),
                                 images.place(last).offset_bytes + 10);
    auto with = options(images);
    with.epochs_max = 1;
    const auto items = run(with);
    EXPECT_EQ(last_.images_failed, 1U);
    EXPECT_EQ(items.size(), encoded_.size() - 1);
    ASSERT_EQ(events_.size(), 1U);
    EXPECT_EQ(events_[0].item, last);
}

TEST_F(Stream, ByIndexShardsDeliverTheSameImages) {
    const auto images = open();
    auto with = options(images);
    with.stream = false;
    auto items = run(with);
    std::sort(items.begin(), items.end());
    EXPECT_EQ(items, each_image(2));
    EXPECT_EQ(last_.reads, 2 * encoded_.size());
}

}  // namespace
}  // namespace throughline::pipeline
