// SPDX-License-Identifier: Apache-2.0
// What the kernel is told about buffered reads.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <string>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/file_descriptor.h"
#include "engine/storage/make_reader.h"
#include "engine/storage/uring_probe.h"
#include "tests/engine/storage/temp_folder.h"

namespace throughline::storage {
namespace {

constexpr Nanoseconds kLongTime = std::chrono::seconds(20);
constexpr std::uint64_t kBytes = 100'000;

bool available(ReaderKind kind) {
    return kind != ReaderKind::Uring || io_uring_availability().available;
}

TEST(ReadAdvice, IsGivenToBufferedReadsAndChangesNoByte) {
    const TempFolder folder;
    const std::string whole = pattern(kBytes, 1);
    folder.write("file", whole);
    for (const ReaderKind kind : {ReaderKind::Uring, ReaderKind::Blocking, ReaderKind::Mapped}) {
        for (const ReadAdvice advice :
             {ReadAdvice::Sequential, ReadAdvice::Random, ReadAdvice::WillNeed}) {
            if (!available(kind)) {
                continue;
            }
            auto pool = BufferPool::make(4, kBytes + 4096);
            auto reader = make_reader(
                {.kind = kind, .direct_io = false, .queue_depth = 4, .advice = advice}, *pool);
            ASSERT_TRUE(reader);
            for (const std::uint32_t file : {FileRead::kOpenForThis, 0U, 0U}) {
                const FileRead read{.directory_fd = folder.fd(),
                                    .path = "file",
                                    .offset_bytes = 5000,
                                    .length_bytes = 90'000,
                                    .file = file};
                ReadDone done;
                ASSERT_TRUE((*reader)->submit({&read, 1}));
                ASSERT_EQ(*(*reader)->wait({&done, 1}, 1, kLongTime), 1U);

                ASSERT_EQ(done.errno_value, 0);
                const auto* bytes = reinterpret_cast<const char*>(pool->buffer(0).data());
                EXPECT_TRUE(std::string(bytes + done.lead_bytes, done.bytes_read) ==
                            whole.substr(5000, 90'000));
            }
            const ReaderFacts facts = (*reader)->facts();
            EXPECT_EQ(facts.advice, advice);
            EXPECT_EQ(facts.fallbacks.size(), 0U) << facts.fallbacks[0];
            EXPECT_NE(describe(facts).find("advice"), std::string::npos);
        }
    }
}

TEST(ReadAdvice, WhatHasNoMeaningIsNamed) {
    struct Case {
        ReaderOptions options;
        const char* named;
    };
    auto pool = BufferPool::make(4, 4096);
    for (const Case& it :
         {Case{{.kind = ReaderKind::Blocking, .direct_io = true, .read_ahead = 2}, "reading ahead"},
          Case{{.kind = ReaderKind::Uring, .direct_io = false, .read_ahead = 2}, "reading ahead"},
          Case{{.kind = ReaderKind::Mapped, .direct_io = true}, "O_DIRECT"},
          Case{{.kind = ReaderKind::Blocking, .advice = ReadAdvice::Random}, "advice 'random'"}}) {
        if (!available(it.options.kind)) {
            continue;
        }
        auto reader = make_reader(it.options, *pool);
        ASSERT_TRUE(reader);

        const ReaderFacts facts = (*reader)->facts();

        ASSERT_FALSE(facts.fallbacks.empty()) << it.named;
        EXPECT_NE(facts.fallbacks.back().find(it.named), std::string::npos)
            << facts.fallbacks.back();
        EXPECT_EQ(facts.read_ahead, 0U);
        EXPECT_EQ(facts.advice, ReadAdvice::Normal);
    }
}

/// By mincore(2), which reads nothing: preadv2(RWF_NOWAIT) has newer kernels read what is missing.
bool is_cached(const std::string& path) {
    constexpr std::size_t kPage = 4096;
    const auto file = open_file(path, O_RDONLY);
    void* const page = ::mmap(nullptr, kPage, PROT_READ, MAP_SHARED, file->get(), 8 * kPage);
    unsigned char resident = 0;
    const bool known = page != MAP_FAILED && ::mincore(page, kPage, &resident) == 0;
    ::munmap(page, kPage);
    return known && (resident & 1U) != 0;
}

void evict(const std::string& path) {
    auto file = open_file(path, O_RDONLY);
    ASSERT_TRUE(file);
    ::fdatasync(file->get());
    ::posix_fadvise(file->get(), 0, 0, POSIX_FADV_DONTNEED);
}

// Goal: the next reads of the queue are under way while the first one is taken, and no more.
// Method: six cold files, read ahead three; after one wait the page cache is asked.
TEST(ReadAhead, AsksForTheNextReadsOfTheQueueOnly) {
    for (const ReaderKind kind : {ReaderKind::Blocking, ReaderKind::Mapped}) {
        const TempFolder folder;
        auto pool = BufferPool::make(6, kBytes);
        auto reader = make_reader(
            {.kind = kind, .direct_io = false, .queue_depth = 6, .read_ahead = 3}, *pool);
        ASSERT_TRUE(reader);
        std::vector<std::string> names;
        std::vector<FileRead> reads;
        for (std::uint32_t i = 0; i < 6; ++i) {
            names.push_back("file" + std::to_string(i));
            folder.write(names.back(), pattern(kBytes, i));
            evict(folder.path(names.back()));
        }
        for (std::uint32_t i = 0; i < 6; ++i) {
            reads.push_back({.directory_fd = folder.fd(),
                             .path = names[i].c_str(),
                             .length_bytes = kBytes,
                             .buffer = i,
                             .tag = i});
        }
        if (is_cached(folder.path(names[4]))) {
            GTEST_SKIP() << "the page cache cannot be emptied here";
        }
        ASSERT_EQ(*(*reader)->submit(reads), 6U);
        std::array<ReadDone, 6> done{};

        ASSERT_EQ(*(*reader)->wait(done, 1, kLongTime), 1U);

        const SteadyTime deadline = steady_now() + kLongTime;
        for (std::uint32_t i = 1; i <= 3; ++i) {
            while (!is_cached(folder.path(names[i]))) {
                ASSERT_LT(steady_now(), deadline) << names[i];
            }
        }
        EXPECT_FALSE(is_cached(folder.path(names[4])));
        EXPECT_EQ(*(*reader)->wait(done, 5, kLongTime), 5U);
        for (std::uint32_t i = 0; i < 5; ++i) {
            EXPECT_EQ(done[i].tag, i + 1);
            EXPECT_EQ(done[i].bytes_read, kBytes);
        }
        EXPECT_EQ((*reader)->facts().read_ahead, 3U);
    }
}

}  // namespace
}  // namespace throughline::storage
