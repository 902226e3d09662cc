// SPDX-License-Identifier: Apache-2.0
// What every reader promises, over each kind, with and without O_DIRECT, and several depths and
// block sizes, on real files.
#include "tests/engine/storage/reader_contract.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "engine/storage/reader.h"

namespace throughline::storage {
namespace {

TEST_P(ReaderContract, ReadsFilesOfEverySizeExactly) {
    const std::uint64_t block = GetParam().block_bytes == 0 ? 4096 : GetParam().block_bytes;
    for (const std::uint64_t bytes : {std::uint64_t{0},
                                      std::uint64_t{1},
                                      std::uint64_t{4095},
                                      std::uint64_t{4096},
                                      std::uint64_t{4097},
                                      std::uint64_t{8192},
                                      block,
                                      block + 1,
                                      2 * block - 1,
                                      3 * block,
                                      kBufferBytes - 1,
                                      kBufferBytes}) {
        const std::string expected = pattern(bytes, static_cast<unsigned>(bytes));
        folder_.write("file", expected);

        const ReadDone done = read_one(request("file", bytes));

        EXPECT_EQ(done.tag, 7U);
        EXPECT_EQ(done.errno_value, 0) << bytes;
        EXPECT_EQ(done.failed_step, ReadStep::None);
        ASSERT_EQ(done.bytes_read, bytes);
        EXPECT_TRUE(content(0, bytes) == expected) << bytes;
        EXPECT_GT(done.latency.count(), 0);
    }
}

TEST_P(ReaderContract, CountsWhatItAskedOfTheKernel) {
    folder_.write("file", pattern(9000, 1));
    const std::uint64_t block = GetParam().block_bytes;
    const std::uint64_t reads = block == 0 || block >= 9000 ? 1 : (9000 + block - 1) / block;

    const ReadDone done = read_one(request("file", 9000));

    EXPECT_EQ(done.reads, reads);
    const bool direct = reader_->facts().direct_io;
    EXPECT_EQ(done.bytes_requested, direct ? 12288U : 9000U);
}

TEST_P(ReaderContract, ReadsOnlyTheLengthAskedOfALargerFile) {
    const std::string whole = pattern(20000, 2);
    folder_.write("file", whole);

    const ReadDone done = read_one(request("file", 5000));

    EXPECT_EQ(done.errno_value, 0);
    EXPECT_EQ(done.bytes_read, 5000U);
    EXPECT_TRUE(content(0, 5000) == whole.substr(0, 5000));
}

TEST_P(ReaderContract, AShrunkFileGivesWhatIsLeft) {
    for (const std::uint64_t left : {0U, 1U, 4095U, 4096U, 4097U, 70000U}) {
        const std::string rest = pattern(left, 3);
        folder_.write("file", rest);

        const ReadDone done = read_one(request("file", 200000));

        EXPECT_EQ(done.errno_value, 0) << left;
        ASSERT_EQ(done.bytes_read, left);
        EXPECT_TRUE(content(0, left) == rest);
    }
}

TEST_P(ReaderContract, AVanishedFileIsDataAndTheReaderGoesOn) {
    folder_.write("file", "still here");

    const ReadDone gone = read_one(request("no such file", 100));
    const ReadDone next = read_one(request("file", 10));

    EXPECT_EQ(gone.errno_value, ENOENT);
    EXPECT_EQ(gone.failed_step, ReadStep::Open);
    EXPECT_EQ(gone.bytes_read, 0U);
    EXPECT_EQ(next.errno_value, 0);
    EXPECT_EQ(content(0, next.bytes_read), "still here");
}

TEST_P(ReaderContract, AFolderFailsAtTheReadStep) {
    ASSERT_TRUE(std::filesystem::create_directory(folder_.path("folder")));

    const ReadDone done = read_one(request("folder", 100));

    // ext4 and most others: open succeeds, read says EISDIR; O_DIRECT may be refused before.
    EXPECT_NE(done.errno_value, 0);
    EXPECT_NE(done.failed_step, ReadStep::None);
}

TEST_P(ReaderContract, TakesNoMoreThanTheQueueDepth) {
    folder_.write("file", pattern(1000, 4));
    const std::uint32_t depth = GetParam().queue_depth;
    std::vector<FileRead> reads(depth + 3, request("file", 1000));
    for (std::uint32_t i = 0; i < reads.size(); ++i) {
        reads[i].buffer = i % depth;
        reads[i].tag = i;
    }

    const auto taken = reader_->submit(reads);
    const auto refused = reader_->submit(reads);

    EXPECT_EQ(*taken, depth);
    EXPECT_EQ(*refused, 0U);
    EXPECT_EQ(reader_->in_flight(), depth);
    std::vector<ReadDone> done(depth);
    for (std::size_t got = 0; got < depth;) {
        const auto count = reader_->wait(done, 1, kLongTime);
        ASSERT_TRUE(count);
        ASSERT_GT(*count, 0U);
        got += *count;
        EXPECT_EQ(reader_->in_flight(), depth - got);
    }
    EXPECT_EQ(*reader_->submit(std::span(reads).first(1)), 1U);
    EXPECT_EQ(*reader_->wait(done, 1, kLongTime), 1U);
}

/// Files of many sizes, every tenth one missing; made once for all readers.
struct ManyFiles {
    ManyFiles() {
        for (std::uint64_t i = 0; i < kCount; ++i) {
            names.push_back("file" + std::to_string(i));
            contents.push_back(pattern((i * 997) % 30000, static_cast<unsigned>(i)));
            if (!is_missing(i)) {
                folder.write(names.back(), contents.back());
            }
        }
    }
    static bool is_missing(std::uint64_t i) { return i % 10 == 3; }

    static constexpr std::uint64_t kCount = 300;
    TempFolder folder;
    std::vector<std::string> names;
    std::vector<std::string> contents;
};

// Goal: no mix-up of buffers and tags when many files of all kinds are in flight.
// Method: 300 files through the queue, good and missing ones, each compared byte by byte.
TEST_P(ReaderContract, KeepsManyFilesApart) {
    static const ManyFiles files;
    std::vector<std::uint32_t> free_buffers(GetParam().queue_depth);
    std::iota(free_buffers.begin(), free_buffers.end(), 0U);
    std::vector<bool> seen(ManyFiles::kCount);
    std::vector<ReadDone> done(8);
    std::uint64_t next = 0;
    for (std::uint64_t finished = 0; finished < ManyFiles::kCount;) {
        std::vector<FileRead> batch;
        for (; next < ManyFiles::kCount && !free_buffers.empty(); ++next) {
            batch.push_back({.directory_fd = files.folder.fd(),
                             .path = files.names[next].c_str(),
                             .length_bytes = files.contents[next].size(),
                             .buffer = free_buffers.back(),
                             .tag = next});
            free_buffers.pop_back();
        }
        ASSERT_EQ(*reader_->submit(batch), batch.size());
        const std::size_t count_min = std::min<std::size_t>(5, reader_->in_flight());
        const auto count = reader_->wait(done, count_min, kLongTime);
        ASSERT_TRUE(count);
        ASSERT_GE(*count, count_min);
        for (const ReadDone& one : std::span(done).first(*count)) {
            ASSERT_LT(one.tag, ManyFiles::kCount);
            EXPECT_FALSE(seen[one.tag]);
            seen[one.tag] = true;
            free_buffers.push_back(one.buffer);
            EXPECT_EQ(one.errno_value, ManyFiles::is_missing(one.tag) ? ENOENT : 0);
            if (one.errno_value == 0) {
                EXPECT_TRUE(content(one.buffer, one.bytes_read) == files.contents[one.tag])
                    << one.tag;
            }
        }
        finished += *count;
    }
    EXPECT_EQ(reader_->in_flight(), 0U);
}

TEST_P(ReaderContract, WaitWithNothingInFlightReturnsAtOnce) {
    std::vector<ReadDone> done(4);

    const auto count = reader_->wait(done, 4, kLongTime);

    ASSERT_TRUE(count);
    EXPECT_EQ(*count, 0U);
}

TEST_P(ReaderContract, DestructionDrainsReadsInFlight) {
    folder_.write("file", pattern(200000, 5));
    std::vector<FileRead> reads(GetParam().queue_depth, request("file", 200000));
    for (std::uint32_t i = 0; i < reads.size(); ++i) {
        reads[i].buffer = i;
    }
    ASSERT_TRUE(reader_->submit(reads));

    reader_.reset();
    // Nobody writes into the pool any more: what is put there now stays.
    for (std::uint32_t i = 0; i < reads.size(); ++i) {
        std::ranges::fill(pool_->buffer(i), std::byte{0x5A});
    }

    for (std::uint32_t i = 0; i < reads.size(); ++i) {
        EXPECT_TRUE(std::ranges::all_of(pool_->buffer(i),
                                        [](std::byte b) { return b == std::byte{0x5A}; }));
    }
}

TEST_P(ReaderContract, LeavesNoDescriptorOpen) {
    const auto open_descriptors = [] {
        return std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                             std::filesystem::directory_iterator());
    };
    folder_.write("file", pattern(100000, 6));
    read_one(request("file", 100000));
    const auto before = open_descriptors();

    for (int i = 0; i < 20; ++i) {
        read_one(request("file", 100000));
        read_one(request("missing", 100000));
    }

    EXPECT_EQ(open_descriptors(), before);
}

INSTANTIATE_TEST_SUITE_P(Every,
                         ReaderContract,
                         testing::ValuesIn(all_options()),
                         [](const auto& param) { return name_of(param.param); });

}  // namespace
}  // namespace throughline::storage
