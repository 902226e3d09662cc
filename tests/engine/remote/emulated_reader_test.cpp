// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/emulated_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <vector>

#include "engine/storage/uring_probe.h"
#include "tests/engine/storage/temp_folder.h"

// Real reads of real files, answered as a store would.
namespace throughline::remote {
namespace {

using testing::HasSubstr;

constexpr Nanoseconds kLongTime = std::chrono::seconds(60);  // a liveness limit, never reached
constexpr std::uint32_t kDepth = 16;
constexpr std::uint64_t kBytes = 64U << 10U;

class EmulatedReader : public testing::TestWithParam<storage::ReaderKind> {
protected:
    void SetUp() override {
        if (GetParam() == storage::ReaderKind::Uring &&
            !storage::io_uring_availability().available) {
            GTEST_SKIP() << storage::io_uring_availability().reason;
        }
        content_ = storage::pattern(kBytes, 3);
        folder_.write("a", content_);
    }
    void begin(const StoreRules& rules,
               const RetryPolicy& retry = {},
               std::uint64_t block_bytes = 0) {
        store_ = std::make_shared<EmulatedStore>("lab", rules, retry, 1);
        auto pool = storage::BufferPool::make(kDepth, 2 * kBytes);
        ASSERT_TRUE(pool);
        pool_.emplace(*std::move(pool));
        auto reader = make_emulated_reader(
            {.kind = GetParam(), .queue_depth = kDepth, .block_bytes = block_bytes},
            *pool_,
            store_);
        ASSERT_TRUE(reader) << describe(reader.error());
        reader_ = *std::move(reader);
    }
    storage::FileRead read_of(std::uint32_t number, std::uint64_t bytes) const {
        return {.directory_fd = folder_.fd(),
                .path = "a",
                .length_bytes = bytes,
                .buffer = number,
                .tag = 100 + number};
    }
    /// So many reads of the whole file, at once.
    std::vector<storage::ReadDone> read_all(std::uint32_t count) {
        std::vector<storage::FileRead> reads;
        for (std::uint32_t i = 0; i < count; ++i) {
            reads.push_back(read_of(i, kBytes));
        }
        EXPECT_EQ(*reader_->submit(reads), count);
        std::vector<storage::ReadDone> done(count);
        std::size_t came = 0;
        while (came < count) {
            const auto more = reader_->wait(std::span(done).subspan(came), 1, kLongTime);
            EXPECT_TRUE(more && *more > 0);
            came += more && *more > 0 ? *more : count;
        }
        EXPECT_EQ(reader_->in_flight(), 0U);
        return done;
    }
    std::string content(const storage::ReadDone& done) const {
        const auto* const bytes =
            reinterpret_cast<const char*>(pool_->buffer(done.buffer).data()) + done.lead_bytes;
        return {bytes, done.bytes_read};
    }

    storage::TempFolder folder_;
    std::string content_;
    std::shared_ptr<EmulatedStore> store_;
    std::optional<storage::BufferPool> pool_;
    std::unique_ptr<storage::Reader> reader_;
};

TEST_P(EmulatedReader, BringsTheFilesBytesWhenTheStoreWouldHave) {
    begin({.first_byte_s = 0.05, .connection_bytes_per_s = kBytes / 0.1});
    const SteadyTime began = steady_now();
    const auto done = read_all(kDepth);
    const double took_s = in_seconds(steady_now() - began);

    EXPECT_GE(took_s, 0.149);
    EXPECT_LT(took_s, 1.0) << "all at once, whatever reader reads the files";
    for (const storage::ReadDone& one : done) {
        EXPECT_EQ(one.errno_value, 0);
        EXPECT_EQ(one.tag, 100 + one.buffer);
        EXPECT_EQ(one.reads, 1U);
        EXPECT_EQ(content(one), content_);
        EXPECT_NEAR(in_seconds(one.first_byte), 0.05, 1e-6);
        EXPECT_NEAR(in_seconds(one.body), 0.1, 1e-6);
        EXPECT_GE(in_seconds(one.latency), 0.149);
    }
    const TrafficCounts counts = store_->traffic().counts();
    EXPECT_EQ(counts.of(Answer::Whole), kDepth);
    EXPECT_EQ(counts.requests(), kDepth);
    EXPECT_EQ(counts.bytes, kDepth * kBytes);
    EXPECT_EQ(counts.retries, 0U);
}

TEST_P(EmulatedReader, AsksForBlocksOneAfterAnother) {
    begin({.first_byte_s = 0.01, .connection_bytes_per_s = kBytes / 0.08}, {}, kBytes / 4);
    const storage::FileRead read = read_of(0, kBytes);
    ASSERT_EQ(*reader_->submit({&read, 1}), 1U);
    storage::ReadDone done;
    ASSERT_EQ(*reader_->wait({&done, 1}, 1, kLongTime), 1U);

    EXPECT_EQ(done.reads, 4U);
    EXPECT_GE(in_seconds(done.latency), 0.1199);
    EXPECT_NEAR(in_seconds(done.first_byte), 0.01, 1e-6) << "of each";
    EXPECT_NEAR(in_seconds(done.body), 0.02, 1e-6) << "likewise";
    EXPECT_EQ(store_->traffic().counts().of(Answer::Part), 4U);
    EXPECT_EQ(content(done), content_);
}

TEST_P(EmulatedReader, WhatTheStoreRefusesIsSentAgainAndCounted) {
    begin({.requests_per_s = 10.0, .first_byte_s = 0.001},
          {.attempts_max = 200, .slow_down_base_s = 0.05, .wait_max_s = 0.2});
    for (int round = 0; round < 2; ++round) {  // 10 at once, the others after retries
        for (const storage::ReadDone& one : read_all(kDepth)) {
            EXPECT_EQ(one.errno_value, 0);
            EXPECT_EQ(content(one), content_);
        }
    }
    const TrafficCounts counts = store_->traffic().counts();
    EXPECT_EQ(counts.of(Answer::Whole), 2 * kDepth);
    EXPECT_GT(counts.throttled(), 0U);
    EXPECT_EQ(counts.retries, counts.throttled()) << "each was sent again";
    EXPECT_EQ(counts.requests(), 2 * kDepth + counts.retries);
    EXPECT_GT(counts.lost, Nanoseconds::zero());
}

TEST_P(EmulatedReader, AReadThatIsRefusedForGoodFailsWithItsReason) {
    begin({.requests_per_s = 1.0, .first_byte_s = 0.001},
          {.attempts_max = 2, .slow_down_base_s = 0.001, .wait_max_s = 0.001});
    const auto done = read_all(8);
    const auto failed = std::ranges::count_if(
        done, [](const storage::ReadDone& one) { return one.errno_value != 0; });

    EXPECT_GE(failed, 6) << "one a second is served";
    for (const storage::ReadDone& one : done) {
        if (one.errno_value != 0) {
            EXPECT_THAT(one.reason, HasSubstr("the emulated store lab refused it 2 times"));
            EXPECT_EQ(one.bytes_read, 0U);
        }
    }
}

TEST_P(EmulatedReader, ALookAndATimeoutDoNotWaitForTheStore) {
    begin({.first_byte_s = 0.3});
    const storage::FileRead read = read_of(0, kBytes);
    const storage::FileRead empty = read_of(1, 0);
    ASSERT_EQ(*reader_->submit({&read, 1}), 1U);
    std::array<storage::ReadDone, 2> done{};
    const SteadyTime began = steady_now();
    EXPECT_EQ(*reader_->wait(done, 0, kLongTime), 0U);
    EXPECT_EQ(*reader_->wait(done, 1, std::chrono::milliseconds(10)), 0U);
    ASSERT_EQ(*reader_->submit({&empty, 1}), 1U);
    EXPECT_EQ(*reader_->wait(done, 1, kLongTime), 1U) << "nothing needs no request";
    EXPECT_EQ(done[0].tag, 101U);
    EXPECT_LT(steady_now() - began, std::chrono::milliseconds(290));
    EXPECT_EQ(reader_->in_flight(), 1U);
    EXPECT_EQ(*reader_->wait(done, 1, kLongTime), 1U);
    EXPECT_GE(steady_now() - began, std::chrono::milliseconds(299));
    EXPECT_EQ(store_->traffic().counts().requests(), 1U);
}

TEST_P(EmulatedReader, AFileThatIsGoneFailsAsItDoesOnTheDisk) {
    begin({.first_byte_s = 0.001});
    storage::FileRead read = read_of(0, kBytes);
    read.path = "none";
    ASSERT_EQ(*reader_->submit({&read, 1}), 1U);
    storage::ReadDone done;
    ASSERT_EQ(*reader_->wait({&done, 1}, 1, kLongTime), 1U);
    EXPECT_EQ(done.errno_value, ENOENT);
    EXPECT_EQ(done.failed_step, storage::ReadStep::Open);
}

INSTANTIATE_TEST_SUITE_P(Readers,
                         EmulatedReader,
                         testing::Values(storage::ReaderKind::Uring, storage::ReaderKind::Blocking),
                         [](const auto& param) {
                             return param.param == storage::ReaderKind::Uring ? "uring" : "pread";
                         });

TEST(EmulatedReaderOptions, MmapIsRefused) {
    auto pool = storage::BufferPool::make(2, kBytes);
    ASSERT_TRUE(pool);
    const auto reader = make_emulated_reader(
        {.kind = storage::ReaderKind::Mapped, .direct_io = false, .queue_depth = 2},
        *pool,
        std::make_shared<EmulatedStore>("lab", StoreRules{}, RetryPolicy{}, 1));
    ASSERT_FALSE(reader);
    EXPECT_EQ(reader.error().code, ErrorCode::Usage);
}

}  // namespace
}  // namespace throughline::remote
