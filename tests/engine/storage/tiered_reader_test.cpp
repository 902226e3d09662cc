// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/tiered_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <numeric>
#include <optional>
#include <random>
#include <span>
#include <stop_token>
#include <string>
#include <system_error>
#include <vector>

#include "engine/storage/make_reader.h"
#include "engine/storage/uring_probe.h"
#include "tests/engine/storage/temp_folder.h"

// Real files of a real folder through a tier in a real file, on disk and in memory.
namespace throughline::storage {
namespace {

using testing::HasSubstr;

constexpr Nanoseconds kLongTime = std::chrono::seconds(60);  // a liveness limit, never reached
constexpr std::uint64_t kBlock = 4096;

std::uint64_t blocks_of(std::uint64_t bytes) {
    return (bytes + kBlock - 1) / kBlock * kBlock;
}

/// A folder of files, and readers of them through a tier.
class Tiered : public testing::Test {
protected:
    void make_files(const std::vector<std::uint64_t>& sizes) {
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            names_.push_back("f" + std::to_string(i));
            contents_.push_back(pattern(sizes[i], static_cast<unsigned>(i + 1)));
            folder_.write(names_.back(), contents_.back());
        }
    }
    void open_tier(const TierOptions& options) {
        auto tier = ReadTier::open(options);
        ASSERT_TRUE(tier) << describe(tier.error());
        tier_ = *std::move(tier);
    }
    void open_reader(const ReaderOptions& options) {
        const auto largest = std::ranges::max_element(
            contents_, {}, [](const std::string& content) { return content.size(); });
        auto pool = BufferPool::make(options.queue_depth, blocks_of(largest->size()) + kBlock);
        ASSERT_TRUE(pool);
        pool_.emplace(*std::move(pool));
        auto behind = make_reader(options, *pool_);
        ASSERT_TRUE(behind) << describe(behind.error());
        auto reader = make_tiered_reader(options, *pool_, *std::move(behind), tier_);
        ASSERT_TRUE(reader) << describe(reader.error());
        reader_ = *std::move(reader);
        depth_ = options.queue_depth;
    }
    std::string content(const ReadDone& done) const {
        const auto* const bytes =
            reinterpret_cast<const char*>(pool_->buffer(done.buffer).data()) + done.lead_bytes;
        return {bytes, done.bytes_read};
    }
    /// Reads these files whole, as many at once as the reader takes. Each comes once and right.
    void read_all(const std::vector<std::uint32_t>& order) {
        std::vector<std::uint32_t> free(depth_);
        std::iota(free.begin(), free.end(), 0U);
        std::vector<int> came(contents_.size(), 0);
        std::vector<ReadDone> done(depth_);
        std::size_t next = 0;
        for (std::size_t over = 0; over < order.size();) {
            while (next < order.size() && !free.empty()) {
                const std::uint32_t file = order[next++];
                const FileRead read{.directory_fd = folder_.fd(),
                                    .path = names_[file].c_str(),
                                    .length_bytes = contents_[file].size(),
                                    .buffer = free.back(),
                                    .tag = file};
                free.pop_back();
                ASSERT_EQ(*reader_->submit({&read, 1}), 1U);
            }
            const auto count = reader_->wait(done, 1, kLongTime);
            ASSERT_TRUE(count && *count > 0);
            for (const ReadDone& one : std::span(done).first(*count)) {
                ASSERT_EQ(one.errno_value, 0);
                ASSERT_EQ(content(one), contents_[one.tag]) << names_[one.tag];
                ++came[one.tag];
                free.push_back(one.buffer);
            }
            over += *count;
            check_budget();
        }
        for (const std::uint32_t file : order) {
            ASSERT_EQ(came[file], 1) << names_[file];
        }
        EXPECT_EQ(reader_->in_flight(), 0U);
    }
    /// What the tier says that it holds, and what its file takes of the disk.
    void check_budget() const {
        ASSERT_LE(tier_->held_bytes(), tier_->options().budget_bytes);
        struct stat info{};
        ASSERT_EQ(::stat(tier_->path(), &info), 0);
        // A file system may need a few blocks to say where the others lie.
        const std::uint64_t extra = tier_->in_memory() ? 0 : 16 * kBlock;
        ASSERT_LE(std::uint64_t(info.st_blocks) * 512, tier_->options().budget_bytes + extra);
    }
    std::uint64_t bytes_total() const {
        return std::accumulate(
            contents_.begin(), contents_.end(), std::uint64_t{0}, [](auto sum, const auto& one) {
                return sum + one.size();
            });
    }

    TempFolder folder_;
    TempFolder cache_folder_{disk_for_tests()};
    std::vector<std::string> names_;
    std::vector<std::string> contents_;
    std::shared_ptr<ReadTier> tier_;
    std::optional<BufferPool> pool_;
    std::unique_ptr<Reader> reader_;
    std::uint32_t depth_ = 0;
};

std::vector<std::uint32_t> all_of(std::size_t count) {
    std::vector<std::uint32_t> all(count);
    std::iota(all.begin(), all.end(), 0U);
    return all;
}

class TieredSeeds : public Tiered, public testing::WithParamInterface<unsigned> {};

// Goal: whatever the budget, the policy, the order and the depth, what comes is what the files
// hold, once each, and the tier holds no more than it may. Method: 50 seeds, three epochs each.
TEST_P(TieredSeeds, DeliverTheFilesBytesWithinTheBudget) {
    std::mt19937 random(GetParam());
    const auto below = [&](std::uint64_t most) { return random() % most; };
    std::vector<std::uint64_t> sizes(12 + below(20));
    for (std::uint64_t& size : sizes) {
        size = below(5) == 0 ? below(kBlock + 2) : below(96U << 10U);
    }
    make_files(sizes);
    const bool uring = below(2) == 0 && io_uring_availability().available;
    open_tier({.folder = below(2) == 0 ? cache_folder_.path() : "",
               .budget_bytes = below(2 * bytes_total()),
               .policy = static_cast<TierPolicy>(below(3)),
               .entries_max = below(4) == 0 ? sizes.size() / 2 : sizes.size()});
    open_reader({.kind = uring ? ReaderKind::Uring : ReaderKind::Blocking,
                 .direct_io = below(2) == 0,
                 .queue_depth = static_cast<std::uint32_t>(1 + below(16))});
    auto order = all_of(sizes.size());
    for (int epoch = 0; epoch < 3; ++epoch) {
        std::ranges::shuffle(order, random);
        read_all(order);
        if (HasFatalFailure()) {
            return;
        }
    }
    const TierCounts counts = tier_->counts();
    EXPECT_EQ(counts.hit_bytes + counts.miss_bytes, 3 * bytes_total());
    EXPECT_EQ(counts.not_written + counts.not_read, 0U);
    EXPECT_TRUE(tier_->options().policy != TierPolicy::Keep || counts.evictions == 0);
}
INSTANTIATE_TEST_SUITE_P(Seeds, TieredSeeds, testing::Range(0U, 50U));

TEST_F(Tiered, WhatFitsIsReadFromBehindOnce) {
    make_files({5000, 70'000, 0, 4096, 1});
    open_tier({.folder = cache_folder_.path(), .budget_bytes = 1U << 20U, .entries_max = 5});
    open_reader({.kind = ReaderKind::Blocking, .queue_depth = 4});
    for (int epoch = 0; epoch < 4; ++epoch) {
        read_all({4, 1, 0, 2, 3});
    }
    const TierCounts counts = tier_->counts();
    EXPECT_EQ(counts.miss_bytes, bytes_total());
    EXPECT_EQ(counts.misses, 4U) << "what has no bytes is nobody's";
    EXPECT_EQ(counts.hits, 12U);
    EXPECT_EQ(counts.hit_bytes, 3 * bytes_total());
    EXPECT_EQ(tier_->held_bytes(), 2 * kBlock + blocks_of(70'000) + 2 * kBlock);
}

TEST_F(Tiered, EachPolicyLetsGoWhatItSays) {
    make_files({kBlock, kBlock, kBlock});
    const auto hits_with = [&](TierPolicy policy) {
        open_tier({.budget_bytes = 2 * kBlock, .policy = policy, .entries_max = 3});
        open_reader({.kind = ReaderKind::Blocking, .queue_depth = 1});
        read_all({0});
        read_all({1});
        read_all({0});  // a hit with each
        read_all({2});  // for which one has to go, or it is not kept
        const TierCounts before = tier_->counts();
        std::vector<bool> hits;
        for (const std::uint32_t file : {0U, 1U, 2U}) {
            const TierCounts last = tier_->counts();
            auto look = tier_->look_up({.path = names_[file].c_str(), .length_bytes = kBlock});
            hits.push_back(look.hit);
            look.hit ? tier_->let_go(look.entry) : tier_->give_up(look.entry);
            EXPECT_EQ(tier_->counts().evictions, last.evictions);
        }
        EXPECT_EQ(before.evictions, policy == TierPolicy::Keep ? 0U : 1U);
        return hits;
    };
    EXPECT_EQ(hits_with(TierPolicy::Keep), (std::vector<bool>{true, true, false}));
    EXPECT_EQ(hits_with(TierPolicy::Lru), (std::vector<bool>{true, false, true}));
    EXPECT_EQ(hits_with(TierPolicy::Fifo), (std::vector<bool>{false, true, true}));
}

// Goal: a tier that cannot bring what it has costs no read. Method: its file is cut off.
TEST_F(Tiered, WhatItCannotBringIsReadFromBehind) {
    make_files({50'000, 60'000, 70'000});
    open_tier({.folder = cache_folder_.path(), .budget_bytes = 1U << 20U, .entries_max = 3});
    open_reader({.kind = ReaderKind::Blocking, .queue_depth = 3});
    read_all({0, 1, 2});
    ASSERT_EQ(::truncate(tier_->path(), 0), 0);
    read_all({2, 1, 0});
    EXPECT_EQ(tier_->counts().not_read, 3U);
    read_all({0, 1, 2});  // read again from behind, and kept again
    read_all({0, 1, 2});
    EXPECT_EQ(tier_->counts().not_read, 3U);
    EXPECT_GE(tier_->counts().hits, 3U);
}

TEST_F(Tiered, WhatIsNotThereFailsAsWithoutIt) {
    make_files({5000, 6000});
    std::filesystem::remove(folder_.path("f1"));
    open_tier({.budget_bytes = 1U << 20U, .entries_max = 2});
    open_reader({.kind = ReaderKind::Blocking, .queue_depth = 1});
    for (int attempt = 0; attempt < 2; ++attempt) {
        const FileRead read{.directory_fd = folder_.fd(),
                            .path = names_[1].c_str(),
                            .length_bytes = 6000,
                            .buffer = 0,
                            .tag = 9};
        ASSERT_EQ(*reader_->submit({&read, 1}), 1U);
        ReadDone done;
        ASSERT_EQ(*reader_->wait({&done, 1}, 1, kLongTime), 1U);
        EXPECT_EQ(done.errno_value, ENOENT);
        EXPECT_EQ(done.tag, 9U);
    }
    EXPECT_EQ(tier_->held_bytes(), 0U);
}

TEST_F(Tiered, TouchesNothingInItsFolderAndLeavesNothing) {
    cache_folder_.write("foreign", "a file of somebody else");
    make_files({70'000});
    open_tier({.folder = cache_folder_.path(), .budget_bytes = 1U << 20U, .entries_max = 1});
    open_reader({.kind = ReaderKind::Blocking, .queue_depth = 1});
    read_all({0});
    const auto names = [&] {
        std::vector<std::string> all;
        for (const auto& entry : std::filesystem::directory_iterator(cache_folder_.path())) {
            all.push_back(entry.path().filename());
        }
        return all;
    };
    EXPECT_THAT(names(), testing::ElementsAre("foreign"));
    reader_.reset();
    tier_.reset();
    EXPECT_THAT(names(), testing::ElementsAre("foreign"));
}

// Bytes of a folder's unlinked files that a process holds open. What nobody names and nobody
// holds is the kernel's to free: so this is the room that ends with the process.
std::uint64_t held_without_name(pid_t process, const std::string& folder) {
    std::uint64_t bytes = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator("/proc/" + std::to_string(process) + "/fd")) {
        struct stat file{};
        std::error_code vanished;
        if (std::filesystem::read_symlink(entry, vanished).string().starts_with(folder + "/") &&
            ::stat(entry.path().c_str(), &file) == 0 && file.st_nlink == 0) {
            bytes += static_cast<std::uint64_t>(file.st_blocks) * 512U;
        }
    }
    return bytes;
}

// Goal: a process that is killed leaves neither a file nor the room that it took. The free
// space of the disk cannot tell, because others write to it, too.
TEST_F(Tiered, AKillLeavesNothing) {
    constexpr std::uint64_t kMuch = 64U << 20U;
    int ready[2];
    ASSERT_EQ(::pipe(ready), 0);
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        const std::vector<std::byte> bytes(kMuch, std::byte{7});
        auto tier = ReadTier::open(
            {.folder = cache_folder_.path(), .budget_bytes = 2 * kMuch, .entries_max = 1});
        if (tier) {
            const auto look = (*tier)->look_up({.path = "x", .length_bytes = kMuch});
            (*tier)->fill(look.entry, bytes);
        }
        const char told = tier && (*tier)->held_bytes() == kMuch ? 'y' : 'n';
        static_cast<void>(::write(ready[1], &told, 1) == 1);
        for (;;) {
            ::pause();
        }
    }
    char told = 0;
    ASSERT_EQ(::read(ready[0], &told, 1), 1);
    EXPECT_EQ(told, 'y');
    EXPECT_TRUE(std::filesystem::is_empty(cache_folder_.path()));
    EXPECT_GE(held_without_name(child, cache_folder_.path()), kMuch);
    ::kill(child, SIGKILL);
    ASSERT_EQ(::waitpid(child, nullptr, 0), child);
    ::close(ready[0]);
    ::close(ready[1]);

    EXPECT_TRUE(std::filesystem::is_empty(cache_folder_.path()));
}

TEST(ReadTierOpen, SaysWhyThereIsNone) {
    const TempFolder folder{disk_for_tests()};
    const auto refusal = [](const TierOptions& options) {
        const auto tier = ReadTier::open(options);
        EXPECT_FALSE(tier);
        return tier ? "" : describe(tier.error());
    };
    EXPECT_THAT(refusal({.folder = folder.path("missing"), .budget_bytes = kBlock}),
                testing::AllOf(HasSubstr("make the cache in"), HasSubstr("No such file")));
    folder.write("file", "");
    EXPECT_THAT(refusal({.folder = folder.path("file"), .budget_bytes = kBlock}),
                HasSubstr("Not a directory"));
    EXPECT_THAT(refusal({.folder = folder.path(), .budget_bytes = std::uint64_t{1} << 60U}),
                testing::AllOf(HasSubstr("does not fit into"), HasSubstr("are free")));
    if (::geteuid() != 0) {
        std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_read);
        EXPECT_THAT(refusal({.folder = folder.path(), .budget_bytes = kBlock}),
                    HasSubstr("Permission denied"));
        std::filesystem::permissions(folder.path(), std::filesystem::perms::owner_all);
    }
}

// Goal: a disk that is full costs no read. Method: a limit on the file's size, which write(2)
// refuses as it refuses a full disk.
TEST_F(Tiered, ADiskThatTakesNoMoreOnlyKeepsLess) {
    make_files({60'000, 60'000, 60'000});
    const int status = [&] {
        const pid_t child = ::fork();
        if (child != 0) {
            int ended = -1;
            ::waitpid(child, &ended, 0);
            return ended;
        }
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{.rlim_cur = 100'000, .rlim_max = 100'000};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        open_tier({.folder = cache_folder_.path(), .budget_bytes = 1U << 20U, .entries_max = 3});
        open_reader({.kind = ReaderKind::Blocking, .queue_depth = 1});
        read_all({0, 1, 2});
        read_all({0, 1, 2});
        const bool told = tier_->counts().not_written >= 2 && tier_->counts().kept == 1 &&
                          tier_->write_failure().find("write into the cache") != std::string::npos;
        std::_Exit(told && !HasFailure() ? 0 : 1);
    }();
    EXPECT_EQ(status, 0);
}

// Goal: what was written is waited for, and a stop ends that, with nothing lost. Method: more than
// a piece of what the tier settles at once.
TEST_F(Tiered, SettlesWhatItHasUnlessItIsToldToStop) {
    const std::string bytes = pattern(40U << 20U, 7);
    open_tier({.folder = disk_for_tests(), .budget_bytes = 64U << 20U, .entries_max = 4});
    const FileRead read{.path = "a", .length_bytes = bytes.size()};
    tier_->fill(tier_->look_up(read).entry, std::as_bytes(std::span(bytes)));
    std::stop_source stopped;
    stopped.request_stop();
    tier_->settle(stopped.get_token());
    tier_->settle({});
    EXPECT_EQ(tier_->write_failure(), "");
    const ReadTier::Look look = tier_->look_up(read);
    ASSERT_TRUE(look.hit);
    EXPECT_TRUE(tier_->served(look.entry));
}

}  // namespace
}  // namespace throughline::storage
