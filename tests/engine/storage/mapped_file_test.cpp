// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/mapped_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "engine/base/file_descriptor.h"
#include "engine/storage/guarded_copy.h"
#include "tests/engine/storage/temp_folder.h"

namespace throughline::storage {
namespace {

constexpr std::size_t kBytes = 64 * 4096;

/// A mapping of a file that has then become empty: each touch of it is a SIGBUS.
class LostFile {
public:
    explicit LostFile(const TempFolder& folder) {
        folder.write("lost", pattern(kBytes, 1));
        auto file = open_file(folder.path("lost"), O_RDWR);
        EXPECT_TRUE(file);
        address_ = ::mmap(nullptr, kBytes, PROT_READ, MAP_SHARED, file->get(), 0);
        EXPECT_NE(address_, MAP_FAILED);
        EXPECT_EQ(::ftruncate(file->get(), 0), 0);
    }
    LostFile(const LostFile&) = delete;
    LostFile& operator=(const LostFile&) = delete;
    ~LostFile() { ::munmap(address_, kBytes); }
    const std::byte* data() const { return static_cast<const std::byte*>(address_); }

private:
    void* address_ = nullptr;
};

TEST(GuardedCopy, APageThatIsGoneIsAResultAndNotTheEnd) {
    const TempFolder folder;
    const LostFile lost(folder);
    const std::vector<std::byte> good(kBytes, std::byte{7});
    std::vector<std::byte> to(kBytes);

    for (int i = 0; i < 3; ++i) {  // the signal is not left blocked
        EXPECT_FALSE(copy_guarded(to.data(), lost.data(), kBytes));
        EXPECT_TRUE(copy_guarded(to.data(), good.data(), kBytes));
        EXPECT_TRUE(to == good);
    }
}

TEST(GuardedCopy, AnotherThreadsCopyIsNotDisturbed) {
    const TempFolder folder;
    const LostFile lost(folder);
    const std::vector<std::byte> good(kBytes, std::byte{7});
    std::atomic<int> wrong = 0;
    std::jthread other([&] {
        std::vector<std::byte> to(kBytes);
        for (int i = 0; i < 200; ++i) {
            wrong += copy_guarded(to.data(), good.data(), kBytes) ? 0 : 1;
        }
    });
    std::vector<std::byte> to(kBytes);

    for (int i = 0; i < 200; ++i) {
        wrong += copy_guarded(to.data(), lost.data(), kBytes) ? 1 : 0;
    }
    other.join();

    EXPECT_EQ(wrong, 0);
}

TEST(GuardedCopy, ASigbusOfOthersStillEndsTheProcess) {
    for (const bool sent : {true, false}) {
        const TempFolder folder;
        const LostFile lost(folder);
        const pid_t child = ::fork();
        if (child == 0) {
            std::signal(SIGBUS, SIG_DFL);  // and not a sanitizer's handler
            ::alarm(20);
            std::byte to{};
            const bool first = copy_guarded(&to, lost.data(), 1);
            if (sent) {
                ::raise(SIGBUS);
            } else {
                to = *static_cast<const volatile std::byte*>(lost.data());
            }
            ::_exit(first || to == std::byte{1} ? 1 : 0);
        }
        int status = 0;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS) << status;
    }
}

// Goal: what another process does to the file at the worst moment is a short read.
// Method: a thread that cuts the file and fills it again without a pause.
TEST(MappedFile, SurvivesAFileThatIsCutWhileItIsCopied) {
    const TempFolder folder;
    const std::string whole = pattern(kBytes, 2);
    folder.write("file", whole);
    auto file = open_file(folder.path("file"), O_RDWR);
    ASSERT_TRUE(file);
    std::jthread cutter([&](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            ASSERT_EQ(::ftruncate(file->get(), 5 * 4096 + 100), 0);
            ASSERT_EQ(::ftruncate(file->get(), kBytes), 0);
        }
    });
    MappedFile mapped({.whole = true});
    std::vector<std::byte> to(kBytes);

    for (int i = 0; i < 2000; ++i) {
        const std::int64_t got = mapped.copy(file->get(), to.data(), 0, kBytes);

        ASSERT_TRUE(got == kBytes || got == 5 * 4096 + 100 || got == -EIO) << got;
        ASSERT_EQ(std::memcmp(to.data(), whole.data(), got > 0 ? 5 * 4096 : 0), 0);
    }
}

}  // namespace
}  // namespace throughline::storage
