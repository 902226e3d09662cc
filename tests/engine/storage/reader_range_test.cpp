// SPDX-License-Identifier: Apache-2.0
// The contract of every reader for parts of files and for files that stay open between reads.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "engine/base/random.h"
#include "engine/storage/reader.h"
#include "tests/engine/storage/reader_contract.h"

namespace throughline::storage {
namespace {

class ReaderRange : public ReaderContract {
protected:
    FileRead range(const char* path,
                   std::uint64_t offset_bytes,
                   std::uint64_t bytes,
                   std::uint32_t file = FileRead::kOpenForThis) const {
        FileRead read = request(path, bytes);
        read.offset_bytes = offset_bytes;
        read.file = file;
        return read;
    }

    /// As many reads at once as the queue takes, until all are done; by tag.
    std::vector<ReadDone> read_all(std::vector<FileRead> reads,
                                   const std::vector<std::string>& expected) {
        const std::uint32_t depth = pool_->count();
        std::vector<std::uint32_t> free_buffers(depth);
        std::iota(free_buffers.begin(), free_buffers.end(), 0U);
        std::vector<ReadDone> result(reads.size());
        std::vector<ReadDone> burst(depth);
        std::size_t next = 0;
        for (std::size_t finished = 0; finished < reads.size();) {
            for (; next < reads.size() && !free_buffers.empty(); ++next) {
                reads[next].tag = next;
                reads[next].buffer = free_buffers.back();
                free_buffers.pop_back();
                EXPECT_EQ(*reader_->submit({&reads[next], 1}), 1U);
            }
            const auto count = reader_->wait(burst, 1, kLongTime);
            EXPECT_TRUE(count);
            for (const ReadDone& done : std::span(burst).first(*count)) {
                EXPECT_TRUE(content(done) == expected[done.tag]) << done.tag;
                free_buffers.push_back(done.buffer);
                result[done.tag] = done;
            }
            finished += *count;
        }
        return result;
    }
};

TEST_P(ReaderRange, ReadsAtEveryAlignment) {
    const std::string whole = pattern(250'000, 11);
    folder_.write("file", whole);
    for (const std::uint32_t file : {FileRead::kOpenForThis, 0U}) {
        for (const std::uint64_t offset :
             {0U, 1U, 511U, 512U, 4095U, 4096U, 4097U, 65'535U, 65'536U, 100'001U}) {
            for (const std::uint64_t bytes : {0U, 1U, 4095U, 4096U, 4097U, 8192U, 140'000U}) {
                const ReadDone done = read_one(range("file", offset, bytes, file));

                EXPECT_EQ(done.errno_value, 0) << offset << " + " << bytes;
                ASSERT_EQ(done.bytes_read, bytes) << offset;
                ASSERT_TRUE(content(done) == whole.substr(offset, bytes)) << offset;
                const std::uint64_t lead =
                    reader_->facts().direct_io && bytes > 0 ? offset % 4096 : 0;
                EXPECT_EQ(done.lead_bytes, lead);
                EXPECT_EQ(done.bytes_requested,
                          !reader_->facts().direct_io ? bytes
                          : bytes == 0                ? 0
                                                      : read_room_bytes(offset, bytes));
            }
        }
    }
}

TEST_P(ReaderRange, ARangeThatFillsItsBufferFits) {
    const std::string whole = pattern(kBufferBytes + 8192, 12);
    folder_.write("file", whole);

    const ReadDone done = read_one(range("file", 100, kBufferBytes - 100));

    ASSERT_EQ(done.bytes_read, kBufferBytes - 100);
    EXPECT_TRUE(content(done) == whole.substr(100, kBufferBytes - 100));
}

TEST_P(ReaderRange, AcrossTheEndItIsShortAndBeyondItNothing) {
    const std::string whole = pattern(10'000, 13);
    folder_.write("file", whole);
    for (const std::uint32_t file : {FileRead::kOpenForThis, 0U}) {
        for (const std::uint64_t offset : {8191ULL,
                                           8192ULL,
                                           9999ULL,
                                           10'000ULL,
                                           10'001ULL,
                                           12'288ULL,
                                           1ULL << 40U,
                                           1ULL << 63U}) {
            const ReadDone done = read_one(range("file", offset, 5000, file));

            EXPECT_EQ(done.errno_value, 0) << offset;
            const std::string expected = offset < 10'000 ? whole.substr(offset) : "";
            EXPECT_TRUE(content(done) == expected) << offset << ": " << done.bytes_read;
        }
    }
    EXPECT_EQ(reader_->facts().direct_io, GetParam().direct_io);
}

TEST_P(ReaderRange, AFileThatStaysOpenIsOpenedOnce) {
    const std::string whole = pattern(50'000, 14);
    folder_.write("shard", whole);
    const ReadDone first = read_one(range("shard", 10, 1000, 3));
    ASSERT_EQ(::unlinkat(folder_.fd(), "shard", 0), 0);

    const ReadDone second = read_one(range("shard", 40'000, 20'000, 3));
    const ReadDone other = read_one(range("shard", 10, 1000));

    EXPECT_TRUE(first.errno_value == 0 && second.errno_value == 0);
    EXPECT_TRUE(content(second) == whole.substr(40'000));
    EXPECT_EQ(other.errno_value, ENOENT);
    EXPECT_EQ(other.failed_step, ReadStep::Open);
}

TEST_P(ReaderRange, AFileThatCannotBeOpenedFailsEachReadUntilItCan) {
    std::vector<FileRead> reads(40, range("shard", 0, 100, 0));

    const auto gone = read_all(reads, std::vector<std::string>(40));
    folder_.write("shard", pattern(100, 15));
    const auto there = read_all(reads, std::vector<std::string>(40, pattern(100, 15)));

    for (std::size_t i = 0; i < reads.size(); ++i) {
        EXPECT_EQ(gone[i].errno_value, ENOENT);
        EXPECT_EQ(gone[i].failed_step, ReadStep::Open);
        EXPECT_EQ(there[i].errno_value, 0);
    }
}

TEST_P(ReaderRange, AFileThatBecomesShorterWhileOpenGivesWhatIsLeft) {
    const std::string whole = pattern(100'000, 16);
    folder_.write("shard", whole);
    EXPECT_EQ(read_one(range("shard", 0, 100'000, 0)).bytes_read, 100'000U);

    for (const std::uint64_t left : {90'001U, 8193U, 8192U, 8191U, 1U, 0U}) {
        ASSERT_EQ(::truncate(folder_.path("shard").c_str(), static_cast<off_t>(left)), 0);
        const ReadDone tail = read_one(range("shard", 5000, 80'000, 0));

        EXPECT_EQ(tail.errno_value, 0);
        const std::string expected =
            whole.substr(0, left).substr(std::min<std::uint64_t>(left, 5000)).substr(0, 80'000);
        EXPECT_TRUE(content(tail) == expected) << left << ": " << tail.bytes_read;
    }
    folder_.write("shard", whole);  // and as long as before
    EXPECT_TRUE(content(read_one(range("shard", 3, 99'000, 0))) == whole.substr(3, 99'000));
}

TEST_P(ReaderRange, HolesReadAsZeros) {
    folder_.write("sparse", "");
    ASSERT_EQ(::truncate(folder_.path("sparse").c_str(), 1 << 20), 0);

    const ReadDone done = read_one(range("sparse", 300'001, 70'000, 0));

    EXPECT_TRUE(content(done) == std::string(70'000, '\0'));
}

// Goal: the file used longest ago gives way, never one that a read uses.
// Method: 20 files, 3 places, a full queue of random parts of random files.
TEST_P(ReaderRange, MoreFilesThanMayStayOpenTakeTurns) {
    constexpr std::uint32_t kFiles = 20;
    constexpr std::uint32_t kPlaces = 3;
    ReaderOptions options = GetParam();
    options.files_open_max = kPlaces;
    make(options);
    std::vector<std::string> names;
    std::vector<std::string> contents;
    for (std::uint32_t i = 0; i < kFiles; ++i) {
        names.push_back("shard" + std::to_string(i));
        contents.push_back(pattern(20'000, i));
        folder_.write(names.back(), contents.back());
    }
    std::vector<FileRead> reads;
    std::vector<std::string> expected;
    Random random(17);
    for (std::size_t i = 0; i < 200; ++i) {
        const auto file = static_cast<std::uint32_t>(random.below(kFiles));
        const auto offset = random.below(20'000);
        reads.push_back(range(names[file].c_str(), offset, 3000, file));
        expected.push_back(contents[file].substr(offset, 3000));
    }

    const auto done = read_all(reads, expected);

    for (const ReadDone& one : done) {
        EXPECT_EQ(one.errno_value, 0);
    }
    EXPECT_LE(reader_->facts().files_open_max, kPlaces);
    const auto open = std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                                    std::filesystem::directory_iterator());
    EXPECT_LT(open, kPlaces + 12);  // the folder, the ring, the standard streams
}

/// Blocks of 64 KiB bring nothing new to these.
std::vector<ReaderOptions> range_options() {
    std::vector<ReaderOptions> options = all_options();
    std::erase_if(options, [](const ReaderOptions& it) { return it.block_bytes == 65536; });
    return options;
}

INSTANTIATE_TEST_SUITE_P(Every,
                         ReaderRange,
                         testing::ValuesIn(range_options()),
                         [](const auto& param) { return name_of(param.param); });

}  // namespace
}  // namespace throughline::storage
