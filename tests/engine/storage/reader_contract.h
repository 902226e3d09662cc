// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/storage/answer_times.h"
#include "engine/storage/make_reader.h"
#include "engine/storage/uring_probe.h"
#include "tests/engine/storage/temp_folder.h"

namespace throughline::storage {

inline constexpr Nanoseconds kLongTime =
    std::chrono::seconds(20);  // a liveness limit, never reached
inline constexpr std::uint64_t kBufferBytes = 256U << 10U;

/// Storage that answers after a fixed time.
class AnswersAfter final : public AnswerTimes {
public:
    explicit AnswersAfter(Nanoseconds time) : time_(time) {}
    SteadyTime answer_at(const AskedRead&, SteadyTime now) override { return now + time_; }

private:
    Nanoseconds time_;
};

inline std::string name_of(const ReaderOptions& options) {
    const std::string kind = options.kind == ReaderKind::Uring      ? "uring"
                             : options.kind == ReaderKind::Blocking ? "pread"
                                                                    : "mmap";
    return kind + (options.direct_io ? "_direct" : "_buffered") + "_qd" +
           std::to_string(options.queue_depth) + "_block" + std::to_string(options.block_bytes) +
           (options.emulated != nullptr ? "_delayed" : "");
}

class ReaderContract : public testing::TestWithParam<ReaderOptions> {
protected:
    void SetUp() override {
        if (GetParam().kind == ReaderKind::Uring && !io_uring_availability().available) {
            GTEST_SKIP() << io_uring_availability().reason;
        }
        make(GetParam());
    }

    void make(const ReaderOptions& options) {
        reader_.reset();
        auto pool = BufferPool::make(options.queue_depth, kBufferBytes);
        ASSERT_TRUE(pool) << describe(pool.error());
        pool_ = *std::move(pool);
        auto reader = make_reader(options, *pool_);
        ASSERT_TRUE(reader) << describe(reader.error());
        reader_ = *std::move(reader);
    }

    FileRead request(const char* path, std::uint64_t bytes, std::uint64_t tag = 7) const {
        return {.directory_fd = folder_.fd(),
                .path = path,
                .length_bytes = bytes,
                .buffer = 0,
                .tag = tag};
    }

    ReadDone read_one(const FileRead& read) {
        const auto taken = reader_->submit({&read, 1});
        EXPECT_TRUE(taken);
        EXPECT_EQ(*taken, 1U);
        ReadDone done;
        const auto count = reader_->wait({&done, 1}, 1, kLongTime);
        EXPECT_TRUE(count);
        EXPECT_EQ(*count, 1U);
        EXPECT_EQ(reader_->in_flight(), 0U);
        return done;
    }

    std::string content(std::uint32_t buffer, std::uint64_t bytes) const {
        return {reinterpret_cast<const char*>(pool_->buffer(buffer).data()), bytes};
    }
    std::string content(const ReadDone& done) const {
        return content(done.buffer, done.lead_bytes + done.bytes_read).substr(done.lead_bytes);
    }

    TempFolder folder_;
    std::optional<BufferPool> pool_;
    std::unique_ptr<Reader> reader_;
};

inline std::vector<ReaderOptions> all_options() {
    std::vector<ReaderOptions> options;
    for (const ReaderKind kind : {ReaderKind::Uring, ReaderKind::Blocking}) {
        for (const bool direct : {true, false}) {
            for (const std::uint32_t depth : {1U, 7U, 32U}) {
                // 4096 makes files of more reads than one chain holds.
                for (const std::uint64_t block : {0U, 4096U, 65536U}) {
                    options.push_back({kind, direct, depth, block});
                }
            }
        }
        options.push_back({kind, false, 2, 1000});  // unaligned blocks, buffered
    }
    static AnswersAfter soon(std::chrono::microseconds(200));
    for (const ReaderKind kind : {ReaderKind::Uring, ReaderKind::Blocking}) {
        for (const std::uint32_t depth : {1U, 7U, 32U}) {
            ReaderOptions delayed{kind, true, depth, 4096};
            delayed.emulated = &soon;
            options.push_back(delayed);
        }
    }
    for (const std::uint32_t depth : {1U, 32U}) {
        for (const std::uint64_t block : {0U, 4096U}) {
            options.push_back({ReaderKind::Mapped, false, depth, block});
        }
    }
    return options;
}

}  // namespace throughline::storage
