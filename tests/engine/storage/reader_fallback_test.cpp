// SPDX-License-Identifier: Apache-2.0
// What a reader does where the machine lacks something: it goes on and says so. Limits and rights
// are those of an ordinary user, so the tests run their reader in a child process that gives up
// root first.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <string>
#include <utility>

#include "engine/storage/make_reader.h"
#include "engine/storage/uring_probe.h"
#include "tests/engine/storage/child_process.h"
#include "tests/engine/storage/temp_folder.h"

namespace throughline::storage {
namespace {

constexpr Nanoseconds kLongTime = std::chrono::seconds(20);
constexpr std::uint64_t kBytes = 100'000;

ReaderOptions uring() {
    return {.kind = ReaderKind::Uring, .direct_io = true, .queue_depth = 4, .block_bytes = 0};
}

std::string joined(const ReaderFacts& facts) {
    std::string text;
    for (const std::string& fallback : facts.fallbacks) {
        text += "[" + fallback + "] ";
    }
    return text;
}

/// Reads `name` with a reader of its own; "" or what is wrong.
std::string read_and_compare(Reader& reader,
                             const BufferPool& pool,
                             const TempFolder& folder,
                             const char* name,
                             const std::string& expected) {
    const FileRead read{.directory_fd = folder.fd(), .path = name, .length_bytes = expected.size()};
    ReadDone done;
    if (!reader.submit({&read, 1}) || !reader.wait({&done, 1}, 1, kLongTime)) {
        return "the reader failed";
    }
    if (done.errno_value != 0) {
        return "read failed with errno " + std::to_string(done.errno_value);
    }
    const std::string got(reinterpret_cast<const char*>(pool.buffer(0).data()), done.bytes_read);
    return got == expected ? "" : "wrong bytes";
}

/// Every later io_uring_setup(2) of this process fails with `errno_value`, as in a container.
bool deny_io_uring(int errno_value) {
    const std::array<sock_filter, 4> program{
        {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
         BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_io_uring_setup, 0, 1),
         BPF_STMT(BPF_RET | BPF_K,
                  SECCOMP_RET_ERRNO | (static_cast<unsigned>(errno_value) & SECCOMP_RET_DATA)),
         BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)}};
    const sock_fprog filter{.len = program.size(),
                            .filter = const_cast<sock_filter*>(program.data())};
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

class ReaderFallback : public testing::Test {
protected:
    void SetUp() override {
        if (const auto uring = io_uring_availability(); !uring.available) {
            GTEST_SKIP() << uring.reason;
        }
        folder_.write("file", content_);
        ASSERT_EQ(::chmod(folder_.path().c_str(), 0755), 0);
    }

    TempFolder folder_;
    std::string content_ = pattern(kBytes, 1);
};

TEST_F(ReaderFallback, UsesEverythingWhereItIsThere) {
    auto pool = BufferPool::make(4, kBytes);
    auto reader = make_reader(uring(), *pool);
    ASSERT_TRUE(reader) << describe(reader.error());

    EXPECT_EQ(read_and_compare(**reader, *pool, folder_, "file", content_), "");

    const ReaderFacts facts = (*reader)->facts();
    EXPECT_EQ(facts.name, "io_uring");
    // What is not used has its reason, on every machine.
    const std::size_t missing = (facts.direct_io ? 0U : 1U) + (facts.registered_buffers ? 0U : 1U) +
                                (facts.direct_descriptors ? 0U : 1U);
    EXPECT_GE(facts.fallbacks.size(), missing) << joined(facts);
}

TEST_F(ReaderFallback, ALowMemoryLockLimitMeansUnregisteredBuffersAndIsNamed) {
    const auto result = run_in_child([&]() -> std::string {
        // Room for the ring itself, which counts against the limit too, but not for the pool.
        const rlimit tiny{.rlim_cur = 2 * kBytes, .rlim_max = 2 * kBytes};
        if (::setrlimit(RLIMIT_MEMLOCK, &tiny) != 0 || !become_ordinary_user()) {
            return "cannot become an ordinary user";
        }
        auto pool = BufferPool::make(4, kBytes);
        auto reader = make_reader(uring(), *pool);
        if (!reader) {
            return describe(reader.error());
        }
        const ReaderFacts facts = (*reader)->facts();
        if (facts.registered_buffers || joined(facts).find("ulimit -l") == std::string::npos) {
            return "the fallback is not named: " + joined(facts);
        }
        return read_and_compare(**reader, *pool, folder_, "file", content_);
    });

    EXPECT_EQ(result, "");
}

TEST_F(ReaderFallback, NoMemoryLockAtAllIsALimitThatIsNamed) {
    const auto result = run_in_child([&]() -> std::string {
        const rlimit none{.rlim_cur = 0, .rlim_max = 0};
        if (::setrlimit(RLIMIT_MEMLOCK, &none) != 0 || !become_ordinary_user()) {
            return "cannot become an ordinary user";
        }
        auto pool = BufferPool::make(4, kBytes);
        auto reader = make_reader(uring(), *pool);
        if (reader) {  // kernels that do not count the ring (5.12 to about 6.13)
            return read_and_compare(**reader, *pool, folder_, "file", content_);
        }
        const bool named = reader.error().code == ErrorCode::Limit &&
                           reader.error().what.find("ulimit -l") != std::string::npos;
        return named ? "" : describe(reader.error());
    });

    EXPECT_EQ(result, "");
}

TEST_F(ReaderFallback, WithoutDirectDescriptorsFilesAreOpenedInAStepOfTheirOwn) {
    folder_.write("empty", "");
    const auto result = run_in_child([&]() -> std::string {
        // A table of direct descriptors may not be larger than the limit on open files.
        const rlimit few{.rlim_cur = 32, .rlim_max = 32};
        if (::setrlimit(RLIMIT_NOFILE, &few) != 0) {
            return "setrlimit failed";
        }
        ReaderOptions options = uring();
        options.queue_depth = 64;
        options.block_bytes = 4096;
        auto pool = BufferPool::make(4, kBytes);
        auto reader = make_reader(options, *pool);
        if (!reader) {
            return describe(reader.error());
        }
        const ReaderFacts facts = (*reader)->facts();
        if (facts.direct_descriptors ||
            joined(facts).find("direct descriptors") == std::string::npos) {
            return "the fallback is not named: " + joined(facts);
        }
        for (int i = 0; i < 40; ++i) {  // more than the limit: each is closed again
            const auto wrong = read_and_compare(**reader, *pool, folder_, "file", content_);
            const auto empty = read_and_compare(**reader, *pool, folder_, "empty", "");
            if (!wrong.empty() || !empty.empty()) {
                return wrong + empty;
            }
        }
        return {};
    });

    EXPECT_EQ(result, "");
}

TEST_F(ReaderFallback, AnUnreadableFileIsDataForBothReaders) {
    ASSERT_EQ(::chmod(folder_.path("file").c_str(), 0000), 0);
    const auto result = run_in_child([&]() -> std::string {
        if (!become_ordinary_user()) {
            return "cannot become an ordinary user";
        }
        for (const ReaderKind kind : {ReaderKind::Uring, ReaderKind::Blocking}) {
            auto pool = BufferPool::make(4, kBytes);
            ReaderOptions options = uring();
            options.kind = kind;
            auto reader = make_reader(options, *pool);
            const FileRead read{.directory_fd = folder_.fd(), .path = "file", .length_bytes = 10};
            ReadDone done;
            if (!reader || !(*reader)->submit({&read, 1}) ||
                !(*reader)->wait({&done, 1}, 1, kLongTime)) {
                return "the reader failed";
            }
            if (done.errno_value != EACCES || done.failed_step != ReadStep::Open) {
                return "errno " + std::to_string(done.errno_value);
            }
        }
        return {};
    });

    EXPECT_EQ(result, "");
}

TEST_F(ReaderFallback, ASeccompFilterIsNamedAsTheReason) {
    for (const int errno_value : {EPERM, ENOSYS}) {
        const auto result = run_in_child([&]() -> std::string {
            if (!deny_io_uring(errno_value)) {
                return "cannot set a seccomp filter";
            }
            auto pool = BufferPool::make(4, kBytes);
            const auto reader = make_reader(uring(), *pool);
            if (reader) {
                return "io_uring was not refused";
            }
            const std::string text = describe(reader.error());
            const bool named = text.find("seccomp") != std::string::npos &&
                               reader.error().code == ErrorCode::Unsupported &&
                               io_uring_availability().reason == text;
            return named ? "" : text;
        });

        EXPECT_EQ(result, "") << errno_value;
    }
}

TEST(ReaderOnMemoryFileSystem, ReadsBufferedAndSaysSo) {
    struct statfs info{};
    constexpr long kTmpfsMagic = 0x01021994;  // linux/magic.h
    if (::statfs("/dev/shm", &info) != 0 || info.f_type != kTmpfsMagic) {
        GTEST_SKIP() << "/dev/shm is not tmpfs here";
    }
    const TempFolder folder("/dev/shm");
    const std::string content = pattern(kBytes, 2);
    folder.write("file", content);
    for (const ReaderKind kind : {ReaderKind::Uring, ReaderKind::Blocking}) {
        if (kind == ReaderKind::Uring && !io_uring_availability().available) {
            continue;
        }
        auto pool = BufferPool::make(4, kBytes);
        ReaderOptions options = uring();
        options.kind = kind;
        auto reader = make_reader(options, *pool);
        ASSERT_TRUE(reader);

        EXPECT_EQ(read_and_compare(**reader, *pool, folder, "file", content), "");

        const ReaderFacts facts = (*reader)->facts();
        EXPECT_FALSE(facts.direct_io);
        EXPECT_NE(joined(facts).find("memory"), std::string::npos) << joined(facts);
    }
}

// procfs refuses O_DIRECT at open (EINVAL) and has no size: the oldest way to be unsupported.
TEST(ReaderOnProcfs, FallsBackToBufferedAfterARefusalAndNamesIt) {
    const UniqueFd proc(::open("/proc/self", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    for (const ReaderKind kind : {ReaderKind::Uring, ReaderKind::Blocking}) {
        if (kind == ReaderKind::Uring && !io_uring_availability().available) {
            continue;
        }
        auto pool = BufferPool::make(1, 4096);
        ReaderOptions options = uring();
        options.kind = kind;
        auto reader = make_reader(options, *pool);
        ASSERT_TRUE(reader);
        const FileRead read{.directory_fd = proc.get(), .path = "comm", .length_bytes = 4096};
        ReadDone done;

        ASSERT_TRUE((*reader)->submit({&read, 1}));
        ASSERT_TRUE((*reader)->wait({&done, 1}, 1, kLongTime));

        EXPECT_EQ(done.errno_value, 0);
        EXPECT_GT(done.bytes_read, 0U);
        const ReaderFacts facts = (*reader)->facts();
        EXPECT_FALSE(facts.direct_io);
        EXPECT_NE(joined(facts).find("O_DIRECT refused: open 'comm'"), std::string::npos)
            << joined(facts);
    }
}

TEST(ReaderOptionsCheck, RefusesWhatMakesNoSense) {
    auto pool = BufferPool::make(1, 4096);
    for (const ReaderKind kind : {ReaderKind::Uring, ReaderKind::Blocking}) {
        for (const auto& [depth, block] :
             {std::pair{0U, 0U}, std::pair{4097U, 0U}, std::pair{1U, 1000U}}) {
            const auto reader = make_reader(
                {.kind = kind, .direct_io = true, .queue_depth = depth, .block_bytes = block},
                *pool);

            ASSERT_FALSE(reader);
            EXPECT_EQ(reader.error().code, ErrorCode::Usage);
        }
    }
}

}  // namespace
}  // namespace throughline::storage
