// SPDX-License-Identifier: Apache-2.0
// Files that stay open, against limits and faults of the machine, over every reader.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/storage/make_reader.h"
#include "engine/storage/uring_probe.h"
#include "tests/engine/storage/child_process.h"
#include "tests/engine/storage/temp_folder.h"

namespace throughline::storage {
namespace {

constexpr Nanoseconds kLongTime = std::chrono::seconds(20);

std::vector<ReaderKind> kinds() {
    std::vector<ReaderKind> all{ReaderKind::Blocking, ReaderKind::Mapped};
    if (io_uring_availability().available) {
        all.push_back(ReaderKind::Uring);
    }
    return all;
}

/// Many one-block files, numbered.
struct Shards {
    explicit Shards(std::uint32_t count) {
        for (std::uint32_t i = 0; i < count; ++i) {
            names.push_back(std::to_string(i));
            folder.write(names.back(), "shard " + names.back());
        }
    }
    TempFolder folder;
    std::vector<std::string> names;
};

/// Reads each shard twice around, `depth` at once; "" or what is wrong.
std::string read_twice(const Shards& shards, const ReaderOptions& options, ReaderFacts& facts) {
    auto pool = BufferPool::make(options.queue_depth, 4096);
    auto reader = make_reader(options, *pool);
    if (!reader) {
        return describe(reader.error());
    }
    std::vector<FileRead> reads;
    std::vector<ReadDone> done(options.queue_depth);
    for (int round = 0; round < 2; ++round) {
        for (std::uint32_t i = 0; i < shards.names.size(); ++i) {
            reads.push_back({.directory_fd = shards.folder.fd(),
                             .path = shards.names[i].c_str(),
                             .offset_bytes = 6,
                             .length_bytes = 100,
                             .file = i,
                             .buffer = i % options.queue_depth,
                             .tag = i});
            if (reads.size() < options.queue_depth && i + 1 < shards.names.size()) {
                continue;
            }
            if (*(*reader)->submit(reads) != reads.size()) {
                return "submit";
            }
            for (std::size_t got = 0; got < reads.size();) {
                const auto count = (*reader)->wait(done, reads.size() - got, kLongTime);
                for (std::size_t k = 0; k < *count; ++k) {
                    const auto memory = pool->buffer(done[k].buffer);
                    const std::string text(
                        reinterpret_cast<const char*>(memory.data()) + done[k].lead_bytes,
                        done[k].bytes_read);
                    if (text != shards.names[done[k].tag]) {
                        return shards.names[done[k].tag] + ": '" + text + "', errno " +
                               std::to_string(done[k].errno_value);
                    }
                }
                got += *count;
            }
            reads.clear();
        }
    }
    facts = (*reader)->facts();
    return {};
}

TEST(OpenFiles, ThousandsStayOpenThoughTheSoftLimitIsLow) {
    const Shards shards(1500);
    for (const ReaderKind kind : kinds()) {
        const auto result = run_in_child([&]() -> std::string {
            const rlimit low{.rlim_cur = 64, .rlim_max = 4096};
            ReaderFacts facts;
            if (::setrlimit(RLIMIT_NOFILE, &low) != 0) {
                return "setrlimit failed";
            }
            const auto wrong = read_twice(shards, {.kind = kind, .queue_depth = 16}, facts);
            return !wrong.empty() || facts.files_open_max >= 1500
                       ? wrong
                       : "only " + std::to_string(facts.files_open_max);
        });

        EXPECT_EQ(result, "") << static_cast<int>(kind);
    }
}

// Goal: EMFILE is not the end of a study with more shards than may be open.
// Method: a hard limit of 40. With a queue of 64 io_uring has no table and uses descriptors.
TEST(OpenFiles, MoreThanTheHardLimitTakeTurns) {
    const Shards shards(200);
    for (const ReaderKind kind : kinds()) {
        for (const std::uint32_t depth : {4U, 64U}) {
            const auto result = run_in_child([&]() -> std::string {
                const rlimit low{.rlim_cur = 40, .rlim_max = 40};
                ReaderFacts facts;
                return ::setrlimit(RLIMIT_NOFILE, &low) != 0
                           ? "setrlimit failed"
                           : read_twice(shards, {.kind = kind, .queue_depth = depth}, facts);
            });

            EXPECT_EQ(result, "") << static_cast<int>(kind) << " depth " << depth;
        }
    }
}

// Goal: an error in the middle of a read is that read's outcome, with what came before it.
// Method: /proc/self/mem is a file whose offsets are addresses, and it answers EIO where there is
// no page: two pages mapped of a file that has one.
TEST(OpenFiles, AnInputErrorInTheMiddleIsReportedWithWhatCameBefore) {
    const TempFolder folder;
    folder.write("page", pattern(4096, 3));
    auto file = open_file(folder.path("page"), O_RDONLY);
    ASSERT_TRUE(file);
    void* const pages = ::mmap(nullptr, 8192, PROT_READ, MAP_SHARED, file->get(), 0);
    ASSERT_NE(pages, MAP_FAILED);
    for (const ReaderKind kind : kinds()) {
        if (kind == ReaderKind::Mapped) {
            continue;  // procfs cannot be mapped
        }
        for (const std::uint64_t block : {0U, 4096U}) {
            auto pool = BufferPool::make(2, 8192);
            auto reader =
                make_reader({.kind = kind, .queue_depth = 2, .block_bytes = block}, *pool);
            ASSERT_TRUE(reader);
            FileRead read{.directory_fd = AT_FDCWD,
                          .path = "/proc/self/mem",
                          .offset_bytes = reinterpret_cast<std::uintptr_t>(pages),
                          .length_bytes = 8192,
                          .file = 0};
            for (const std::uint64_t skip : {0U, 4095U, 4096U}) {
                read.offset_bytes = reinterpret_cast<std::uintptr_t>(pages) + skip;
                read.length_bytes = 8192 - skip;
                ReadDone done;
                ASSERT_TRUE((*reader)->submit({&read, 1}));
                ASSERT_EQ(*(*reader)->wait({&done, 1}, 1, kLongTime), 1U);

                EXPECT_EQ(done.errno_value, EIO);
                EXPECT_EQ(done.failed_step, ReadStep::Read);
                EXPECT_EQ(done.bytes_read, 4096 - skip);
            }
        }
    }
    ::munmap(pages, 8192);
}

TEST(OpenFiles, WithNoDescriptorLeftEachReadSaysSo) {
    const Shards shards(3);
    for (const ReaderKind kind : {ReaderKind::Blocking, ReaderKind::Uring}) {
        if (kind == ReaderKind::Uring && !io_uring_availability().available) {
            continue;
        }
        const auto result = run_in_child([&]() -> std::string {
            const rlimit low{.rlim_cur = 40, .rlim_max = 40};
            if (::setrlimit(RLIMIT_NOFILE, &low) != 0) {
                return "setrlimit failed";
            }
            auto pool = BufferPool::make(64, 4096);
            auto reader = make_reader({.kind = kind, .direct_io = false, .queue_depth = 64}, *pool);
            while (::open("/dev/null", O_RDONLY | O_CLOEXEC) >= 0) {
            }
            std::vector<FileRead> reads(3);
            for (std::uint32_t i = 0; i < 3; ++i) {
                reads[i] = {.directory_fd = shards.folder.fd(),
                            .path = shards.names[i].c_str(),
                            .length_bytes = 10,
                            .file = i,
                            .buffer = i};
            }
            std::array<ReadDone, 3> done{};
            if (!reader || *(*reader)->submit(reads) != 3) {
                return "submit";
            }
            for (std::size_t got = 0; got < 3;) {
                got += *(*reader)->wait(std::span(done).subspan(got), 3 - got, kLongTime);
            }
            std::string wrong;
            for (const ReadDone& one : done) {
                wrong += one.errno_value == EMFILE ? "" : std::to_string(one.errno_value) + " ";
            }
            return wrong;
        });

        EXPECT_EQ(result, "") << static_cast<int>(kind);
    }
}

// The first file of a study may be the only one that refuses O_DIRECT, and it may be a shard.
TEST(OpenFiles, ARefusalOfDirectIoReopensTheFileForAllThatWait) {
    for (const ReaderKind kind : kinds()) {
        auto pool = BufferPool::make(8, 4096);
        auto reader = make_reader({.kind = kind, .queue_depth = 8}, *pool);
        ASSERT_TRUE(reader);
        std::vector<FileRead> reads(8);
        for (std::uint32_t i = 0; i < reads.size(); ++i) {
            reads[i] = {.directory_fd = AT_FDCWD,
                        .path = "/proc/self/comm",
                        .length_bytes = 64,
                        .file = 5,
                        .buffer = i};
        }
        std::array<ReadDone, 8> done{};
        ASSERT_EQ(*(*reader)->submit(reads), 8U);
        for (std::size_t got = 0; got < 8;) {
            got += *(*reader)->wait(std::span(done).subspan(got), 8 - got, kLongTime);
        }

        for (const ReadDone& one : done) {
            EXPECT_EQ(one.errno_value, 0);
            EXPECT_EQ(one.bytes_read > 0, kind != ReaderKind::Mapped);  // it has no size
        }
        EXPECT_FALSE((*reader)->facts().direct_io);
    }
}

}  // namespace
}  // namespace throughline::storage
