// SPDX-License-Identifier: Apache-2.0
// A read that does not end: a pipe whose other end nobody opens.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <string>

#include "engine/base/clock.h"
#include "engine/storage/make_reader.h"
#include "engine/storage/uring_probe.h"
#include "tests/engine/storage/temp_folder.h"

namespace throughline::storage {
namespace {

constexpr Nanoseconds kLongTime = std::chrono::seconds(20);
constexpr Nanoseconds kShortTime = std::chrono::milliseconds(30);

TEST(UringReaderTimeout, WaitReturnsWhatThereIsWhenTheTimeIsOver) {
    if (const auto uring = io_uring_availability(); !uring.available) {
        GTEST_SKIP() << uring.reason;
    }
    const TempFolder folder;
    folder.write("file", "quick");
    ASSERT_EQ(::mkfifo(folder.path("pipe").c_str(), 0600), 0);
    auto pool = BufferPool::make(2, 4096);
    auto made = make_reader(
        {.kind = ReaderKind::Uring, .direct_io = false, .queue_depth = 2, .block_bytes = 0}, *pool);
    ASSERT_TRUE(made) << describe(made.error());
    Reader& reader = **made;
    std::array<FileRead, 2> reads{};
    reads[0] = {.directory_fd = folder.fd(), .path = "pipe", .length_bytes = 5, .tag = 1};
    reads[1] = {
        .directory_fd = folder.fd(), .path = "file", .length_bytes = 5, .buffer = 1, .tag = 2};
    ASSERT_EQ(*reader.submit(reads), 2U);
    std::array<ReadDone, 2> done{};
    const SteadyTime start = steady_now();

    std::size_t count = *reader.wait(done, 2, kShortTime);

    const Nanoseconds waited = steady_now() - start;
    ASSERT_EQ(count, 1U);
    EXPECT_EQ(done[0].tag, 2U);
    EXPECT_EQ(reader.in_flight(), 1U);
    EXPECT_GE(waited, kShortTime);
    EXPECT_LT(waited, kLongTime);
    EXPECT_EQ(*reader.wait(done, 0, kLongTime), 0U);  // only looks

    // Now somebody writes, and the read ends as any other.
    auto writer = open_file(folder.path("pipe"), O_RDWR);
    ASSERT_TRUE(writer);
    ASSERT_TRUE(write_all(writer->get(), "later"));
    count = *reader.wait(done, 1, kLongTime);

    ASSERT_EQ(count, 1U);
    EXPECT_EQ(done[0].tag, 1U);
    EXPECT_EQ(done[0].bytes_read, 5U);
}

}  // namespace
}  // namespace throughline::storage
