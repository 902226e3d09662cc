// SPDX-License-Identifier: Apache-2.0
#include "engine/pipeline/pipeline.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "engine/base/clock.h"
#include "engine/dataset/folder_scan.h"
#include "engine/spec/choices.h"
#include "tests/engine/pipeline/delivered_images.h"
#include "tests/engine/pipeline/faulty_reader.h"
#include "tests/fixtures/jpeg_files.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::pipeline {
namespace {

dataset::ImageSet scan(const std::string& path) {
    auto folder = dataset::scan_folder(path, {});
    EXPECT_TRUE(folder) << folder.error().what;
    return *std::move(folder);
}

class PipelineOnFiles : public ::testing::Test {
protected:
    static constexpr int kImages = 40;
    void SetUp() override { fixtures::write_jpegs(files_.path(), kImages); }

    PipelineOptions options(const dataset::ImageSet& folder) const {
        PipelineOptions options;
        options.images = &folder;
        options.order = dataset::Order(dataset::OrderKind::Shuffle, 1);
        options.epochs_max = 1;
        options.decode = {.width_px = 32, .height_px = 32};
        options.decode_threads = 2;
        options.batch_images = 8;
        options.batch_slots = 3;
        options.reader.queue_depth = 8;
        return options;
    }

    fixtures::TemporaryFolder files_;
};

TEST_F(PipelineOnFiles, DeliversEveryImageOfAnEpochWithEveryReader) {
    const auto folder = scan(files_.path());
    for (const auto kind : {storage::ReaderKind::Uring, storage::ReaderKind::Blocking}) {
        for (const bool direct : {true, false}) {
            auto with = options(folder);
            with.reader.kind = kind;
            with.reader.direct_io = direct;
            auto pipeline = Pipeline::start(with, {});
            if (!pipeline && pipeline.error().code == ErrorCode::Unsupported) {
                GTEST_SKIP() << pipeline.error().what;
            }
            ASSERT_TRUE(pipeline) << pipeline.error().what;
            ASSERT_TRUE(run_to_end(**pipeline));
            const Snapshot last = (*pipeline)->snapshot();
            EXPECT_EQ(last.images_delivered, kImages);
            EXPECT_EQ(last.batches, kImages / 8U);
            EXPECT_EQ(last.bytes_read, folder.bytes_total());
            EXPECT_FALSE((*pipeline)->finish().failure);
        }
    }
}

TEST_F(PipelineOnFiles, LastBatchOfAnEpochMayBePartlyFilled) {
    const auto folder = scan(files_.path());
    auto with = options(folder);
    with.batch_images = 16;
    auto pipeline = Pipeline::start(with, {});
    ASSERT_TRUE(pipeline);
    ASSERT_TRUE(run_to_end(**pipeline));
    EXPECT_EQ((*pipeline)->snapshot().images_delivered, kImages);
    EXPECT_EQ((*pipeline)->snapshot().batches, 3U);
}

TEST_F(PipelineOnFiles, StorageAloneCountsFilesAndDecodesNothing) {
    const auto folder = scan(files_.path());
    auto with = options(folder);
    with.stages = spec::Stages::Storage;
    auto pipeline = Pipeline::start(with, {});
    ASSERT_TRUE(pipeline);
    ASSERT_TRUE(run_to_end(**pipeline));
    const Snapshot last = (*pipeline)->snapshot();
    EXPECT_EQ(last.images_delivered, kImages);
    EXPECT_EQ(last.images_decoded, 0U);
    EXPECT_EQ(plan_memory(with).arena_bytes, 0U);
}

TEST_F(PipelineOnFiles, DecodeAloneReadsNothingWhileItRuns) {
    const auto folder = scan(files_.path());
    auto with = options(folder);
    with.stages = spec::Stages::Decode;
    with.epochs_max = 0;
    auto pipeline = Pipeline::start(with, {});
    ASSERT_TRUE(pipeline);
    ASSERT_TRUE((*pipeline)->await_batch(steady_now() + std::chrono::seconds(20), {}));
    const Snapshot now = (*pipeline)->snapshot();
    EXPECT_GE(now.images_delivered, 8U);
    EXPECT_EQ(now.bytes_requested, 0U);
    const PipelineEnd end = (*pipeline)->finish();
    EXPECT_EQ(end.preloaded_images, static_cast<std::uint32_t>(kImages));
}

TEST_F(PipelineOnFiles, NobodyWaitsForABatchThatWillNotCome) {
    const auto folder = scan(files_.path());
    auto pipeline = Pipeline::start(options(folder), {});
    ASSERT_TRUE(pipeline);
    const SteadyTime began = steady_now();
    const SteadyTime deadline = began + std::chrono::seconds(600);
    while ((*pipeline)->await_batch(deadline, {})) {
    }
    EXPECT_LT(steady_now(), deadline);
    EXPECT_EQ((*pipeline)->snapshot().images_delivered, static_cast<std::uint64_t>(kImages));
}

TEST_F(PipelineOnFiles, ConsumerAloneNeedsNoImages) {
    const auto folder = scan(files_.path());
    auto with = options(folder);
    with.stages = spec::Stages::Consumer;
    with.consumer = {.kind = spec::ConsumerKind::Paced, .batch_seconds = 0.001};
    auto pipeline = Pipeline::start(with, {});
    ASSERT_TRUE(pipeline);
    ASSERT_TRUE((*pipeline)->await_batch(steady_now() + std::chrono::seconds(20), {}));
    EXPECT_GE((*pipeline)->snapshot().images_delivered, 8U);
}

TEST_F(PipelineOnFiles, StopEndsARunWhoseConsumerHoldsABatch) {
    const auto folder = scan(files_.path());
    auto with = options(folder);
    with.epochs_max = 0;
    with.consumer = {.kind = spec::ConsumerKind::Paced, .batch_seconds = 3600.0};
    auto pipeline = Pipeline::start(with, {});
    ASSERT_TRUE(pipeline);
    const PipelineEnd end = (*pipeline)->finish();
    EXPECT_FALSE(end.failure);
    EXPECT_TRUE((*pipeline)->ended());
}

TEST_F(PipelineOnFiles, HoldsBetweenEpochsAndGoesOnWhenTold) {
    const auto folder = scan(files_.path());
    auto with = options(folder);
    with.epochs_max = 2;
    with.hold_between_epochs = true;
    auto pipeline = Pipeline::start(with, {});
    ASSERT_TRUE(pipeline);
    ASSERT_TRUE(drain_epoch(**pipeline));
    EXPECT_EQ((*pipeline)->snapshot().images_decoded, kImages);
    (*pipeline)->next_epoch();
    ASSERT_TRUE(run_to_end(**pipeline));
    EXPECT_EQ((*pipeline)->snapshot().images_delivered, 2U * kImages);
}

TEST_F(PipelineOnFiles, TimeAccountsAddUpToWallTimeOfAllWorkers) {
    const auto folder = scan(files_.path());
    auto with = options(folder);
    with.epochs_max = 0;
    auto pipeline = Pipeline::start(with, {});
    ASSERT_TRUE(pipeline);
    ASSERT_TRUE((*pipeline)->await_batch(steady_now() + std::chrono::seconds(20), {}));
    const Snapshot a = (*pipeline)->snapshot();
    ASSERT_TRUE((*pipeline)->await_batch(steady_now() + std::chrono::seconds(20), {}));
    const Snapshot b = (*pipeline)->snapshot();

    // A worker may change state between the snapshot's clock and its own: microseconds each.
    const auto wall = in_seconds(b.at - a.at);
    EXPECT_NEAR(in_seconds((b.read - a.read).wall()), wall, 0.05 * wall + 2e-3);
    EXPECT_NEAR(in_seconds((b.decode - a.decode).wall()), 2 * wall, 0.1 * wall + 4e-3);
}

TEST_F(PipelineOnFiles, AwkwardFilesAreCountedAndNamedAndTheRunGoesOn) {
    fixtures::write_awkward_files(files_.path());
    const auto folder = scan(files_.path());
    auto pipeline = Pipeline::start(options(folder), {});
    ASSERT_TRUE(pipeline);
    ASSERT_TRUE(run_to_end(**pipeline));

    const Snapshot last = (*pipeline)->snapshot();
    EXPECT_EQ(last.images_delivered, kImages + 3U);  // CMYK, progressive and grey are sound
    EXPECT_EQ(last.images_failed, 4U);
    std::map<std::string, std::string> codes;
    for (const auto& event : (*pipeline)->items().take()) {
        codes[folder.file_path(event.item)] = event.code;
    }
    EXPECT_EQ(codes["corrupt.jpg"], "decode.corrupt");
    EXPECT_EQ(codes["truncated.jpg"], "decode.truncated");
    EXPECT_EQ(codes["zero.jpg"], "decode.empty");
    EXPECT_EQ(codes["png_inside.jpg"], "decode.not_jpeg");
    EXPECT_EQ(codes["cmyk.jpg"], "image.cmyk");
    EXPECT_EQ(codes["progressive.jpg"], "image.progressive");
    EXPECT_EQ(codes["grey.jpg"], "image.grey");
}

// Goal: whatever order, handfuls and faults a reader shows, every image is either delivered or
// counted as failed, once per epoch, and nothing hangs. Method: 300 seeds.
TEST_F(PipelineOnFiles, NothingIsLostWhateverTheReaderDoes) {
    const auto folder = scan(files_.path());
    FaultyReader::Files contents;
    for (std::size_t i = 0; i < folder.size(); ++i) {
        std::ifstream file(files_.file(folder.file_path(i)), std::ios::binary);
        const std::string text((std::istreambuf_iterator<char>(file)), {});
        const auto* begin = reinterpret_cast<const std::byte*>(text.data());
        contents[folder.file_path(i)].assign(begin, begin + text.size());
    }
    for (std::uint64_t seed = 1; seed <= 300; ++seed) {
        auto with = options(folder);
        with.decode = {.width_px = 16, .height_px = 16};
        with.reader.queue_depth = 1 + static_cast<std::uint32_t>(seed % 9);
        with.reader_threads = 1 + static_cast<std::uint32_t>(seed % 3);
        with.decode_threads = 1 + static_cast<std::uint32_t>(seed % 4);
        with.make_reader =
            [&](const storage::ReaderOptions& reader,
                const storage::BufferPool& pool) -> Result<std::unique_ptr<storage::Reader>> {
            return std::unique_ptr<storage::Reader>(new FaultyReader(
                {.seed = seed, .failure_probability = 0.2}, reader, pool, contents));
        };
        auto pipeline = Pipeline::start(with, {});
        ASSERT_TRUE(pipeline) << "seed " << seed;
        ASSERT_TRUE(run_to_end(**pipeline)) << "seed " << seed;
        const Snapshot last = (*pipeline)->snapshot();
        ASSERT_EQ(last.images_delivered + last.images_failed, kImages) << "seed " << seed;
    }
}

TEST_F(PipelineOnFiles, AReaderThatDiesEndsTheRunAndIsNamed) {
    const auto folder = scan(files_.path());
    FaultyReader::Files contents;
    for (std::size_t i = 0; i < folder.size(); ++i) {
        contents[folder.file_path(i)] = fixtures::make_jpeg({});
    }
    auto with = options(folder);
    with.epochs_max = 0;
    with.make_reader =
        [&](const storage::ReaderOptions& reader,
            const storage::BufferPool& pool) -> Result<std::unique_ptr<storage::Reader>> {
        return std::unique_ptr<storage::Reader>(
            new FaultyReader({.seed = 5, .dies_after = 100}, reader, pool, contents));
    };
    auto pipeline = Pipeline::start(with, {});
    ASSERT_TRUE(pipeline);
    ASSERT_TRUE(run_to_end(**pipeline));
    const PipelineEnd end = (*pipeline)->finish();
    ASSERT_TRUE(end.failure);
    EXPECT_EQ(end.failure->what, "in the stage storage: the device is gone");
}

TEST_F(PipelineOnFiles, DecodersComeAndGoWhileTheyWork) {
    const auto folder = scan(files_.path());
    auto with = options(folder);
    with.epochs_max = 60;
    with.decode_threads_max = 6;
    auto pipeline = Pipeline::start(with, {});
    ASSERT_TRUE(pipeline);
    for (const std::uint32_t threads : {5U, 1U, 6U, 2U, 3U, 1U, 4U}) {
        ASSERT_TRUE((*pipeline)->await_batch(steady_now() + std::chrono::seconds(20), {}));
        const auto changed = (*pipeline)->set_decode_threads(threads);
        ASSERT_TRUE(changed) << changed.error().what;
        EXPECT_EQ((*pipeline)->decode_threads(), threads);
    }
    ASSERT_TRUE(run_to_end(**pipeline));
    const Snapshot last = (*pipeline)->snapshot();
    EXPECT_EQ(last.images_delivered, 60U * kImages);
    EXPECT_GE(last.decode.cpu.value_or(Nanoseconds(-1)), Nanoseconds::zero());
    EXPECT_FALSE((*pipeline)->finish().failure);
}

TEST_F(PipelineOnFiles, DecodersCannotBeChangedWhereThereAreNoneOrBeyondThePlan) {
    const auto folder = scan(files_.path());
    auto with = options(folder);
    with.epochs_max = 0;
    with.decode_threads_max = 3;
    auto full = Pipeline::start(with, {});
    ASSERT_TRUE(full);
    EXPECT_EQ((*full)->set_decode_threads(4).error().code, ErrorCode::Usage);
    EXPECT_EQ((*full)->set_decode_threads(0).error().code, ErrorCode::Usage);
    with.stages = spec::Stages::Storage;
    auto storage = Pipeline::start(with, {});
    ASSERT_TRUE(storage);
    EXPECT_EQ((*storage)->set_decode_threads(2).error().code, ErrorCode::Usage);
    EXPECT_EQ((*storage)->decode_threads(), 0U);
}

// Goal: a change never loses an image, whoever holds it. Method: changes as fast as possible while
// the epochs run out.
TEST_F(PipelineOnFiles, ChangesDuringTheLastImagesLoseNone) {
    const auto folder = scan(files_.path());
    for (int round = 0; round < 30; ++round) {
        auto with = options(folder);
        with.epochs_max = 2;
        with.decode_threads_max = 4;
        auto pipeline = Pipeline::start(with, {});
        ASSERT_TRUE(pipeline);
        for (std::uint32_t i = 0; !(*pipeline)->ended(); ++i) {
            if (!(*pipeline)->set_decode_threads(1 + i % 4)) {
                break;  // decoding is over
            }
            std::this_thread::yield();
        }
        ASSERT_TRUE(run_to_end(**pipeline));
        ASSERT_EQ((*pipeline)->snapshot().images_delivered, 2U * kImages) << "round " << round;
    }
}

TEST_F(PipelineOnFiles, MemoryIsAsPlanned) {
    const auto folder = scan(files_.path());
    const auto with = options(folder);
    const MemoryPlan plan = plan_memory(with);
    EXPECT_EQ(plan.arena_bytes, 3U * (8U * 32 * 32 * 3));  // 24,576 a slot is a whole page count
    EXPECT_EQ(plan.read_buffer_bytes % 4096, 0U);
    EXPECT_EQ(plan.total(), plan.arena_bytes + plan.read_buffer_bytes);
}

}  // namespace
}  // namespace throughline::pipeline
