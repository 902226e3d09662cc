// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/storage/make_reader.h"
#include "engine/storage/tiered_reader.h"
#include "tests/engine/storage/temp_folder.h"

// What the kernel refuses to a tier: in a child of its own, to which it really does (seccomp).
namespace throughline::storage {
namespace {

using testing::HasSubstr;

constexpr std::uint64_t kPiece = 60'000;
constexpr std::uint64_t kRoom = 61'440;
constexpr const char* kLeftOut = "no seccomp: nothing can be refused here";
constexpr Nanoseconds kAnHour = std::chrono::hours(1);  // a liveness limit, never reached

/// From now on the kernel answers this call of this thread with an error. False: it cannot.
bool refuse_call(unsigned call, int errno_value) {
    std::array<sock_filter, 4> filter{
        sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        sock_filter BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),
        sock_filter BPF_STMT(BPF_RET | BPF_K,
                             SECCOMP_RET_ERRNO | static_cast<unsigned>(errno_value)),
        sock_filter BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
    const sock_fprog program{.len = filter.size(), .filter = filter.data()};
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

/// What `act` returned in a child of its own.
template <class Act>
std::string in_a_child(const Act& act) {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe(ends.data()), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        const std::string text = act();
        static_cast<void>(::write(ends[1], text.data(), text.size()) > 0);
        std::_Exit(0);
    }
    ::close(ends[1]);
    std::string said;
    for (char c = 0; ::read(ends[0], &c, 1) == 1;) {
        said += c;
    }
    ::close(ends[0]);
    int status = -1;
    ::waitpid(child, &status, 0);
    return status == 0 ? said : "the child died: " + std::to_string(status);
}

std::shared_ptr<ReadTier> tier_in(const TempFolder& folder) {
    auto tier =
        ReadTier::open({.folder = folder.path(), .budget_bytes = 64U << 20U, .entries_max = 1'000});
    return tier ? *std::move(tier) : nullptr;
}

FileRead piece(const char* name) {
    return {.path = name, .length_bytes = kPiece};
}

void fill(ReadTier& tier, const char* name) {
    const ReadTier::Look look = tier.look_up(piece(name));
    if (look.entry != ReadTier::kNone && !look.hit) {
        tier.fill(look.entry, std::vector<std::byte>(kPiece, std::byte{7}));
    }
}

// Goal: what a failed write left in the file is counted where the file system does not take it
// back, once however often the write is tried. Method: a limit on the file's size inside the second
// piece, and fallocate(2) as vfat answers it.
TEST(ReadTierFaults, RoomThatCannotBeGivenBackStaysCounted) {
    const TempFolder folder{disk_for_tests()};
    const std::string said = in_a_child([&]() -> std::string {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{.rlim_cur = 100'000, .rlim_max = 100'000};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        const auto tier = tier_in(folder);
        if (!refuse_call(__NR_fallocate, EOPNOTSUPP)) {
            return kLeftOut;
        }
        for (int round = 0; round < 3; ++round) {
            fill(*tier, "a");
            fill(*tier, "b");
        }
        const bool right = tier->held_bytes() == 2 * kRoom && tier->counts().not_written == 3 &&
                           tier->counts().kept == 1;
        return right ? "" : "holds " + std::to_string(tier->held_bytes());
    });
    if (said == kLeftOut) {
        GTEST_SKIP() << said;
    }
    EXPECT_EQ(said, "");
}

// Goal: a failure to write behind, which only a later call is told of, ends all reading from the
// tier, as nobody knows what of it is on the disk. Method: sync_file_range(2) fails.
TEST(ReadTierFaults, AFailureToWriteBehindEndsReadingFromIt) {
    const TempFolder folder{disk_for_tests()};
    const std::string said = in_a_child([&]() -> std::string {
        const auto tier = tier_in(folder);
        fill(*tier, "a");
        const ReadTier::Look look = tier->look_up(piece("a"));
        if (!look.hit || !refuse_call(__NR_sync_file_range, EIO)) {
            return look.hit ? kLeftOut : "no hit";
        }
        if (tier->served(look.entry)) {
            return "the bytes are trusted";
        }
        const ReadTier::Look again = tier->look_up(piece("a"));
        const bool right = again.entry == ReadTier::kNone && tier->gave_up() &&
                           tier->counts().hits == 0 && tier->counts().not_read == 1;
        return right ? tier->write_failure() : "it is read on";
    });
    if (said == kLeftOut) {
        GTEST_SKIP() << said;
    }
    EXPECT_THAT(said, HasSubstr("Input/output error"));
}

// Goal: a copy is over when the disk has it; one that the disk did not take is not read.
TEST(ReadTierFaults, WhatDidNotSettleIsNotRead) {
    const TempFolder folder{disk_for_tests()};
    const std::string said = in_a_child([&]() -> std::string {
        const auto tier = tier_in(folder);
        fill(*tier, "a");
        tier->settle({});
        if (tier->gave_up() || !tier->look_up(piece("a")).hit) {
            return "it gave up without a reason";
        }
        if (!refuse_call(__NR_sync_file_range, EIO)) {
            return kLeftOut;
        }
        tier->settle({});
        return tier->gave_up() && !tier->look_up(piece("a")).hit ? tier->write_failure()
                                                                 : "it is read on";
    });
    if (said == kLeftOut) {
        GTEST_SKIP() << said;
    }
    EXPECT_THAT(said, HasSubstr("Input/output error"));
}

// Goal: what could not be read in the tier is not tried there again, though the file system does
// not take its room back. Method: fallocate(2) as vfat answers it.
TEST(ReadTierFaults, WhatIsLostIsNotTriedAgain) {
    const TempFolder folder{disk_for_tests()};
    const std::string said = in_a_child([&]() -> std::string {
        const auto tier = tier_in(folder);
        fill(*tier, "a");
        const ReadTier::Look look = tier->look_up(piece("a"));
        if (!refuse_call(__NR_fallocate, EOPNOTSUPP)) {
            return kLeftOut;
        }
        tier->lost(look.entry);
        if (!look.hit || tier->look_up(piece("a")).hit) {
            return "it is tried again";
        }
        tier->fill(look.entry, std::vector<std::byte>(kPiece, std::byte{7}));
        const bool right = tier->look_up(piece("a")).hit && tier->held_bytes() == kRoom;
        return right ? "" : "its room is counted twice, or it is not kept again";
    });
    if (said == kLeftOut) {
        GTEST_SKIP() << said;
    }
    EXPECT_EQ(said, "");
}

// Goal: where the call is not to be had, the tier works as without it.
TEST(ReadTierFaults, ASandboxWithoutTheCallCostsNothing) {
    const TempFolder folder{disk_for_tests()};
    const std::string said = in_a_child([&]() -> std::string {
        const auto tier = tier_in(folder);
        if (!refuse_call(__NR_sync_file_range, ENOSYS)) {
            return kLeftOut;
        }
        fill(*tier, "a");
        const ReadTier::Look look = tier->look_up(piece("a"));
        return look.hit && tier->served(look.entry) && !tier->gave_up() ? "" : "gave up";
    });
    if (said == kLeftOut) {
        GTEST_SKIP() << said;
    }
    EXPECT_EQ(said, "");
}

TEST(ReadTierFaults, AFolderInMemoryIsNoDisk) {
    if (::access("/dev/shm", W_OK) != 0) {
        GTEST_SKIP() << "no /dev/shm";
    }
    const TempFolder folder("/dev/shm");
    const auto tier = ReadTier::open({.folder = folder.path(), .budget_bytes = kRoom});
    ASSERT_FALSE(tier);
    EXPECT_EQ(tier.error().code, ErrorCode::Usage);
    EXPECT_THAT(tier.error().what, HasSubstr("keeps its files in memory"));
    EXPECT_EQ(tier_block_bytes(""), static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)));
}

/// Fails its first read with a reason of its own, which its next submit() overwrites; never answers
/// the others.
class FailingReader final : public Reader {
public:
    Result<std::size_t> submit(std::span<const FileRead> reads) override {
        reason_ = "overwritten";
        for (const FileRead& read : reads) {
            waiting_.push_back(read);
        }
        return reads.size();
    }
    Result<std::size_t> wait(std::span<ReadDone> out, std::size_t, Nanoseconds) override {
        if (waiting_.empty()) {
            return std::size_t{0};
        }
        reason_ = "the store says no to " + std::string(waiting_.front().path);
        out[0] = {.tag = waiting_.front().tag,
                  .buffer = waiting_.front().buffer,
                  .errno_value = EACCES,
                  .failed_step = ReadStep::Read,
                  .reason = reason_.c_str()};
        waiting_.erase(waiting_.begin());
        return std::size_t{1};
    }
    std::size_t in_flight() const noexcept override { return waiting_.size(); }
    ReaderFacts facts() const override { return {}; }

private:
    std::vector<FileRead> waiting_;
    std::string reason_;
};

// Goal: a reason is there until the next submit(), though the reader behind is asked for what the
// tier could not bring meanwhile. Method: the tier's file is cut off.
TEST(ReadTierFaults, ReasonsOutliveWhatIsAskedForAgain) {
    const TempFolder folder{disk_for_tests()};
    const auto tier = tier_in(folder);
    ASSERT_NE(tier, nullptr);
    const char* const kept = "kept";
    fill(*tier, kept);
    ASSERT_EQ(::truncate(tier->path(), 0), 0);
    auto pool = BufferPool::make(2, 2 * kRoom);
    ASSERT_TRUE(pool);
    const ReaderOptions options{.kind = ReaderKind::Blocking, .queue_depth = 2};
    auto reader = make_tiered_reader(options, *pool, std::make_unique<FailingReader>(), tier);
    ASSERT_TRUE(reader) << describe(reader.error());

    std::array<FileRead, 2> reads{piece("missing"), piece(kept)};
    reads[1].buffer = 1;
    reads[1].tag = 1;
    ASSERT_EQ(*(*reader)->submit(reads), 2U);
    std::array<ReadDone, 2> done{};
    ASSERT_EQ(*(*reader)->wait(done, 2, kAnHour), 2U);

    for (const ReadDone& one : done) {
        EXPECT_STREQ(one.reason,
                     one.tag == 1 ? "the store says no to kept" : "the store says no to missing");
    }
}

}  // namespace
}  // namespace throughline::storage
