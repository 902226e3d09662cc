// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "tests/engine/storage/reader_contract.h"

namespace throughline::storage {
namespace {

/// Answers one read after another, each a fixed time after the one before, and remembers them.
class OneAfterAnother final : public AnswerTimes {
public:
    explicit OneAfterAnother(Nanoseconds each) : each_(each) {}
    SteadyTime answer_at(const AskedRead& read, SteadyTime now) override {
        asked.push_back(read);
        last_ = std::max(last_, now) + each_;
        return last_;
    }

    std::vector<AskedRead> asked;

private:
    Nanoseconds each_;
    SteadyTime last_ = kNever;
};

class DelayedReader : public ReaderContract {
protected:
    void SetUp() override {
        if (GetParam().kind == ReaderKind::Uring && !io_uring_availability().available) {
            GTEST_SKIP() << io_uring_availability().reason;
        }
        folder_.write("file", std::string(kBufferBytes, 'x'));
    }

    std::vector<FileRead> reads(std::uint32_t count, std::uint64_t bytes) const {
        std::vector<FileRead> reads;
        for (std::uint32_t i = 0; i < count; ++i) {
            reads.push_back(request("file", bytes, i));
            reads.back().buffer = i;
        }
        return reads;
    }
};

TEST_P(DelayedReader, AnswersAtTheTimesOfTheEmulatedStorageInItsOrder) {
    constexpr std::uint32_t kReads = 8;
    OneAfterAnother storage(std::chrono::milliseconds(5));
    ReaderOptions options = GetParam();
    options.emulated = &storage;
    make(options);
    const SteadyTime began = steady_now();
    ASSERT_EQ(*reader_->submit(reads(kReads, 4096)), kReads);
    std::array<ReadDone, kReads> done{};
    std::size_t count = 0;
    while (count < kReads) {
        const auto more = reader_->wait(std::span(done).subspan(count), 1, kLongTime);
        ASSERT_TRUE(more);
        count += *more;
        EXPECT_GE(steady_now() - began, count * std::chrono::milliseconds(5));
    }
    for (std::uint32_t i = 0; i < kReads; ++i) {
        EXPECT_EQ(done[i].tag, i);
        EXPECT_EQ(done[i].errno_value, 0);
        EXPECT_EQ(content(done[i]), std::string(4096, 'x'));
        EXPECT_GE(done[i].latency, std::chrono::milliseconds(5));
    }
    const bool queues = options.kind == ReaderKind::Uring;
    EXPECT_EQ(done[kReads - 1].latency >= std::chrono::milliseconds(40), queues)
        << "a blocking reader has one read at a time, so that none waits behind another";
}

TEST_P(DelayedReader, ALookAndATimeoutDoNotWaitForTheEmulatedStorage) {
    OneAfterAnother storage(std::chrono::milliseconds(200));
    ReaderOptions options = GetParam();
    options.emulated = &storage;
    make(options);
    ASSERT_EQ(*reader_->submit(reads(2, 4096)), 2U);
    std::array<ReadDone, 2> done{};
    const SteadyTime began = steady_now();
    EXPECT_EQ(*reader_->wait(done, 0, kLongTime), 0U);
    EXPECT_EQ(*reader_->wait(done, 2, std::chrono::milliseconds(10)), 0U);
    EXPECT_LT(steady_now() - began, std::chrono::milliseconds(150));
    EXPECT_EQ(reader_->in_flight(), 2U);
    EXPECT_EQ(*reader_->wait(done, 2, kLongTime), 2U);
    EXPECT_GE(steady_now() - began, std::chrono::milliseconds(400));
}

TEST_P(DelayedReader, TellsTheEmulatedStorageWhatADeviceWouldBeAsked) {
    OneAfterAnother storage(std::chrono::microseconds(1));
    ReaderOptions options = GetParam();
    options.emulated = &storage;
    make(options);
    FileRead read = request("file", 100);
    read.offset_bytes = 8190;
    read.file = 3;
    const ReadDone done = read_one(read);
    EXPECT_EQ(done.bytes_read, 100U);
    ASSERT_EQ(storage.asked.size(), 1U);
    EXPECT_EQ(storage.asked[0].file, 3U);
    EXPECT_EQ(storage.asked[0].offset_bytes, 4096U);
    EXPECT_EQ(storage.asked[0].bytes, 8192U);
}

INSTANTIATE_TEST_SUITE_P(Readers,
                         DelayedReader,
                         testing::Values(ReaderOptions{ReaderKind::Uring, true, 8},
                                         ReaderOptions{ReaderKind::Blocking, true, 8}),
                         [](const auto& param) { return name_of(param.param); });

TEST(DelayedReaderOptions, MmapIsRefused) {
    OneAfterAnother storage(std::chrono::microseconds(1));
    auto pool = BufferPool::make(2, kBufferBytes);
    ASSERT_TRUE(pool);
    ReaderOptions options{ReaderKind::Mapped, false, 2};
    options.emulated = &storage;
    const auto reader = make_reader(options, *pool);
    ASSERT_FALSE(reader);
    EXPECT_EQ(reader.error().code, ErrorCode::Usage);
}

}  // namespace
}  // namespace throughline::storage
