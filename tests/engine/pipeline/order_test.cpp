// SPDX-License-Identifier: Apache-2.0
// The order of the feed kept in the batches, and caches: told by the pixels that are delivered.
#include <gtest/gtest.h>

#include "engine/dataset/folder_scan.h"
#include "engine/spec/choices.h"
#include "tests/engine/pipeline/delivered_images.h"
#include "tests/engine/pipeline/faulty_reader.h"
#include "tests/fixtures/jpeg_files.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::pipeline {
namespace {

class DeliveredOrder : public ::testing::Test {
protected:
    static constexpr std::uint32_t kImages = 40;

    void SetUp() override {
        for (std::uint32_t i = 0; i < kImages; ++i) {
            encoded_.push_back(
                fixtures::make_jpeg({.width_px = 48, .height_px = 48, .seed = 1 + i}));
            char name[32];
            std::snprintf(name, sizeof name, "img_%04u.jpg", i);
            fixtures::write_bytes(files_.file(name), encoded_.back());
        }
    }
    dataset::ImageSet scan() const {
        auto images = dataset::scan_folder(files_.path(), {});
        EXPECT_TRUE(images);
        return *std::move(images);
    }
    static PipelineOptions options(const dataset::ImageSet& images) {
        PipelineOptions options;
        options.images = &images;
        options.order = dataset::Order(dataset::OrderKind::Shuffle, 4);
        options.epochs_max = 3;
        options.decode = {.width_px = 16, .height_px = 16};
        options.decode_threads = 3;
        options.decode_threads_max = 4;
        options.batch_images = 7;
        options.batch_slots = 3;
        options.reader.queue_depth = 8;
        options.ordered = true;
        return options;
    }
    std::vector<std::uint32_t> expected(std::uint32_t epochs, std::uint32_t missing = UINT32_MAX) {
        std::vector<std::uint32_t> all;
        std::vector<std::uint32_t> epoch_items;
        for (std::uint32_t epoch = 0; epoch < epochs; ++epoch) {
            dataset::Order(dataset::OrderKind::Shuffle, 4).fill(epoch, kImages, epoch_items);
            for (const std::uint32_t item : epoch_items) {
                if (item != missing) {
                    all.push_back(item);
                }
            }
        }
        return all;
    }
    ReaderFactory faulty(std::uint64_t seed, double failure_probability) {
        for (std::uint32_t i = 0; i < kImages; ++i) {
            char name[32];
            std::snprintf(name, sizeof name, "img_%04u.jpg", i);
            contents_[name] = encoded_[i];
        }
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
};

// Goal: exactly the feed's order, whatever readers and decoders do. Method: readers that complete
// in any order, 24 seeds, several threads, batch sizes down to one.
TEST_F(DeliveredOrder, IsTheFeedsWhateverReadersAndDecodersDo) {
    const auto images = scan();
    for (std::uint64_t seed = 1; seed <= 24; ++seed) {
        auto with = options(images);
        with.decode_threads = 1 + static_cast<std::uint32_t>(seed % 4);
        with.reader_threads = 1 + static_cast<std::uint32_t>(seed % 3);
        with.batch_images = 1 + static_cast<std::uint32_t>(seed % 5);
        with.batch_slots = 2 + static_cast<std::uint32_t>(seed % 2);
        with.prefetch_images = 1 + static_cast<std::uint32_t>(seed % 7);
        with.make_reader = faulty(seed, 0.0);
        DeliveredImages delivered(encoded_, with.decode);
        with.make_consumer = delivered.factory();
        auto pipeline = Pipeline::start(with, {});
        ASSERT_TRUE(pipeline);
        ASSERT_TRUE(run_to_end(**pipeline)) << "seed " << seed;
        ASSERT_EQ(delivered.items(), expected(3)) << "seed " << seed;
    }
}

TEST_F(DeliveredOrder, ImagesThatFailAreLeftOutAndTheOthersMoveUp) {
    fixtures::write_bytes(files_.file("img_0005.jpg"), std::vector<std::byte>(500));
    const auto images = scan();
    auto with = options(images);
    DeliveredImages delivered(encoded_, with.decode);
    with.make_consumer = delivered.factory();
    auto pipeline = Pipeline::start(with, {});
    ASSERT_TRUE(pipeline);
    ASSERT_TRUE(run_to_end(**pipeline));
    EXPECT_EQ(delivered.items(), expected(3, 5));
    EXPECT_EQ((*pipeline)->snapshot().images_failed, 3U);
}

// Goal: images that cannot be read do not stop the others, even when whole batches fail.
TEST_F(DeliveredOrder, FailingReadsLeaveGapsAndNothingHangs) {
    const auto images = scan();
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        auto with = options(images);
        with.batch_images = 1 + static_cast<std::uint32_t>(seed % 3);
        with.reader_threads = 1 + static_cast<std::uint32_t>(seed % 2);
        with.make_reader = faulty(seed, 0.5);
        DeliveredImages delivered(encoded_, with.decode);
        with.make_consumer = delivered.factory();
        auto pipeline = Pipeline::start(with, {});
        ASSERT_TRUE(pipeline);
        ASSERT_TRUE(run_to_end(**pipeline)) << "seed " << seed;
        const Snapshot last = (*pipeline)->snapshot();
        ASSERT_EQ(last.images_delivered + last.images_failed, 3U * kImages) << "seed " << seed;
        const auto all = expected(3);
        auto at = all.begin();
        for (const std::uint32_t item : delivered.items()) {
            at = std::find(at, all.end(), item);
            ASSERT_NE(at, all.end()) << "seed " << seed;
            ++at;
        }
    }
}

TEST_F(DeliveredOrder, IsKeptWhileDecodersComeAndGo) {
    const auto images = scan();
    auto with = options(images);
    with.epochs_max = 20;
    DeliveredImages delivered(encoded_, with.decode);
    with.make_consumer = delivered.factory();
    auto pipeline = Pipeline::start(with, {});
    ASSERT_TRUE(pipeline);
    for (std::uint32_t i = 0; !(*pipeline)->ended(); ++i) {
        if (!(*pipeline)->set_decode_threads(1 + i % 4)) {
            break;
        }
        std::this_thread::yield();
    }
    ASSERT_TRUE(run_to_end(**pipeline));
    EXPECT_EQ(delivered.items(), expected(20));
}

TEST_F(DeliveredOrder, DecodeAloneKeepsItToo) {
    const auto images = scan();
    auto with = options(images);
    with.stages = spec::Stages::Decode;
    DeliveredImages delivered(encoded_, with.decode);
    with.make_consumer = delivered.factory();
    auto pipeline = Pipeline::start(with, {});
    ASSERT_TRUE(pipeline);
    ASSERT_TRUE(run_to_end(**pipeline));
    const auto items = delivered.items();
    ASSERT_EQ(items.size(), 3U * kImages);
    EXPECT_TRUE(std::equal(items.begin(), items.begin() + kImages, items.begin() + kImages));
}

TEST_F(DeliveredOrder, EpochsThatHoldEndWithAPartlyFilledBatch) {
    const auto images = scan();
    auto with = options(images);
    with.epochs_max = 2;
    with.hold_between_epochs = true;
    DeliveredImages delivered(encoded_, with.decode);
    with.make_consumer = delivered.factory();
    auto pipeline = Pipeline::start(with, {});
    ASSERT_TRUE(pipeline);
    ASSERT_TRUE(drain_epoch(**pipeline));
    EXPECT_EQ(delivered.items(), expected(1));
    (*pipeline)->next_epoch();
    ASSERT_TRUE(run_to_end(**pipeline));
    EXPECT_EQ(delivered.items(), expected(2));
}

TEST_F(DeliveredOrder, CachedImagesAreTheSameOnesAndAreNotReadAgain) {
    const auto images = scan();
    for (const auto kind : {CacheKind::Encoded, CacheKind::Decoded}) {
        auto with = options(images);
        with.cache = kind;
        with.cache_bytes = 64U << 20U;
        with.hold_between_epochs = true;  // so that the first epoch is in the cache
        DeliveredImages delivered(encoded_, with.decode);
        with.make_consumer = delivered.factory();
        auto pipeline = Pipeline::start(with, {});
        ASSERT_TRUE(pipeline);
        for (int epoch = 0; epoch < 2; ++epoch) {
            ASSERT_TRUE(drain_epoch(**pipeline));
            (*pipeline)->next_epoch();
        }
        ASSERT_TRUE(run_to_end(**pipeline));
        const Snapshot last = (*pipeline)->snapshot();
        EXPECT_EQ(delivered.items(), expected(3));
        EXPECT_EQ(last.bytes_read, images.bytes_total());
        EXPECT_EQ(last.images_cached, 2U * kImages);
        EXPECT_EQ((*pipeline)->finish().cache_bytes_used,
                  kind == CacheKind::Encoded ? images.bytes_total() : kImages * 16U * 16U * 3U);
    }
}

TEST_F(DeliveredOrder, CacheThatIsTooSmallServesWhatItHolds) {
    const auto images = scan();
    auto with = options(images);
    with.cache = CacheKind::Encoded;
    with.cache_bytes = images.bytes_total() / 2;
    with.ordered = false;
    DeliveredImages delivered(encoded_, with.decode);
    with.make_consumer = delivered.factory();
    auto pipeline = Pipeline::start(with, {});
    ASSERT_TRUE(pipeline);
    ASSERT_TRUE(run_to_end(**pipeline));
    const Snapshot last = (*pipeline)->snapshot();
    EXPECT_EQ(last.images_delivered, 3U * kImages);
    EXPECT_GT(last.images_cached, 0U);
    EXPECT_LT(last.images_cached, 2U * kImages);
    EXPECT_LE((*pipeline)->finish().cache_bytes_used, plan_memory(with).cache_bytes);
}

TEST_F(DeliveredOrder, DecodeAloneServesPixelsFromTheSecondPassOn) {
    const auto images = scan();
    auto with = options(images);
    with.stages = spec::Stages::Decode;
    with.cache = CacheKind::Decoded;
    with.cache_bytes = 64U << 20U;
    with.decode_threads = 1;
    DeliveredImages delivered(encoded_, with.decode);
    with.make_consumer = delivered.factory();
    auto pipeline = Pipeline::start(with, {});
    ASSERT_TRUE(pipeline);
    ASSERT_TRUE(run_to_end(**pipeline));
    const auto items = delivered.items();
    EXPECT_EQ(std::count(items.begin(), items.end(), UINT32_MAX), 0);
    EXPECT_EQ(items.size(), 3U * kImages);
}

}  // namespace
}  // namespace throughline::pipeline
