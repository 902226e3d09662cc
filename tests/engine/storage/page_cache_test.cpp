// SPDX-License-Identifier: Apache-2.0
#include "engine/storage/page_cache.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "engine/base/mutex.h"
#include "tests/engine/storage/temp_folder.h"

namespace throughline::storage {
namespace {

class PageCache : public testing::Test {
protected:
    static constexpr std::uint64_t kFiles = 200;
    static constexpr std::uint64_t kBytes = 100'000;

    void SetUp() override {
        for (std::uint64_t i = 0; i < kFiles; ++i) {
            names_.push_back("file" + std::to_string(i));
            folder_.write(names_.back(), pattern(kBytes, static_cast<unsigned>(i)));
        }
        files_ = {.directory_fd = folder_.fd(),
                  .count = kFiles,
                  .path = [this](std::uint64_t i) { return names_[i].c_str(); },
                  .bytes = [](std::uint64_t) { return kBytes; }};
    }

    TempFolder folder_;
    std::vector<std::string> names_;
    FileList files_;
};

TEST_F(PageCache, EvictedFilesAreGoneAndLoadedOnesAreThere) {
    const auto before = sample_residency(files_, 50, {});
    if (!before && before.error().code == ErrorCode::Unsupported) {
        GTEST_SKIP() << describe(before.error());
    }
    ASSERT_TRUE(before) << describe(before.error());
    EXPECT_GT(before->share(), 0.99);  // just written, not yet on the device

    const auto evicted = evict_files(files_, {});
    const auto cold = sample_residency(files_, 50, {});
    const auto still_cold = sample_residency(files_, 50, {});
    ASSERT_TRUE(load_files(files_, {}));
    const auto warm = sample_residency(files_, 50, {});
    const auto still_warm = sample_residency(files_, 50, {});

    ASSERT_TRUE(evicted);
    EXPECT_EQ(evicted->files, kFiles);
    EXPECT_EQ(evicted->files_failed, 0U) << evicted->first_failure;
    EXPECT_EQ(cold->files_checked, 50U);
    EXPECT_EQ(cold->blocks_checked, 150U);
    EXPECT_LT(cold->share(), 0.02);
    EXPECT_GT(warm->share(), 0.98);
    // Looking must not change what is looked at.
    EXPECT_LT(still_cold->share(), 0.02);
    EXPECT_GT(still_warm->share(), 0.98);
}

/// Bytes that this process had read from devices, read-ahead included.
std::uint64_t own_read_bytes() {
    std::ifstream io("/proc/self/io");
    std::string key;
    std::uint64_t value = 0;
    while (io >> key >> value) {
        if (key == "read_bytes:") {
            return value;
        }
    }
    return 0;
}

// Reads that a probe has started would be served in the measurement that follows: 600 of them kept
// a disk of 50 requests/s from delivering any image for twelve seconds.
TEST_F(PageCache, LookingAtOwnFilesReadsNothing) {
    ASSERT_TRUE(evict_files(files_, {}));
    const std::uint64_t before = own_read_bytes();
    const auto cold = sample_residency(files_, kFiles, {});
    if (!cold && cold.error().code == ErrorCode::Unsupported) {
        GTEST_SKIP() << describe(cold.error());
    }
    ASSERT_TRUE(cold) << describe(cold.error());
    EXPECT_LT(cold->share(), 0.02);
    EXPECT_EQ(own_read_bytes() - before, 0U);
}

TEST_F(PageCache, AMissingFileIsCountedAndNamed) {
    ASSERT_TRUE(std::filesystem::remove(folder_.path("file17")));

    const auto evicted = evict_files(files_, {});
    const auto loaded = load_files(files_, {});

    ASSERT_TRUE(evicted);
    EXPECT_EQ(evicted->files_failed, 1U);
    EXPECT_NE(evicted->first_failure.find("open 'file17'"), std::string::npos)
        << evicted->first_failure;
    EXPECT_TRUE(loaded);
}

TEST_F(PageCache, StopEndsEveryAct) {
    std::stop_source stop;
    stop.request_stop();

    const auto evicted = evict_files(files_, stop.get_token());
    const auto loaded = load_files(files_, stop.get_token());
    const auto residency = sample_residency(files_, kFiles, stop.get_token());

    ASSERT_FALSE(residency);
    EXPECT_EQ(residency.error().code, ErrorCode::Stopped);
    ASSERT_FALSE(evicted);
    EXPECT_EQ(evicted.error().code, ErrorCode::Stopped);
    ASSERT_FALSE(loaded);
    EXPECT_EQ(loaded.error().code, ErrorCode::Stopped);
}

// Goal: a sample that is cut is still fair. Method: note which files are asked for and stop at 40.
TEST_F(PageCache, TheFirstFilesLookedAtAreSpreadOverAll) {
    Mutex mutex;
    std::vector<std::uint64_t> asked;
    std::stop_source stop;
    files_.path = [&](std::uint64_t i) {
        const MutexLock lock(mutex);
        asked.push_back(i);
        if (asked.size() == 40) {
            stop.request_stop();
        }
        return names_[i].c_str();
    };

    const auto residency = sample_residency(files_, kFiles, stop.get_token());

    ASSERT_FALSE(residency);
    ASSERT_GE(asked.size(), 40U);
    ASSERT_LE(asked.size(), 60U);  // 40 and what the other threads had begun
    std::array<int, 4> quarters{};
    for (const std::uint64_t index : asked) {
        ++quarters[index * 4 / kFiles];
    }
    for (const int files : quarters) {
        EXPECT_GE(files, 7);
    }
}

TEST_F(PageCache, EveryFileIsLookedAtOnceWhenAllAreAskedFor) {
    Mutex mutex;
    std::multiset<std::uint64_t> asked;
    files_.bytes = [&](std::uint64_t i) {
        const MutexLock lock(mutex);
        asked.insert(i);
        return kBytes;
    };

    const auto residency = sample_residency(files_, 2 * kFiles, {});
    if (!residency) {
        GTEST_SKIP() << describe(residency.error());
    }

    EXPECT_EQ(residency->files_checked, kFiles);
    EXPECT_EQ(asked.size(), kFiles);
    EXPECT_EQ(std::set<std::uint64_t>(asked.begin(), asked.end()).size(), kFiles);
}

TEST_F(PageCache, WithoutTimeNothingIsLookedAt) {
    const auto residency = sample_residency(files_, kFiles, {}, Nanoseconds(0));

    ASSERT_TRUE(residency) << describe(residency.error());
    EXPECT_EQ(residency->blocks_checked, 0U);
}

TEST_F(PageCache, NoFilesAreNoWorkAndShareZero) {
    files_.count = 0;

    EXPECT_TRUE(evict_files(files_, {}));
    EXPECT_TRUE(load_files(files_, {}));
    const auto residency = sample_residency(files_, 10, {});
    ASSERT_TRUE(residency);
    EXPECT_EQ(residency->blocks_checked, 0U);
    EXPECT_EQ(residency->share(), 0.0);
}

TEST_F(PageCache, EmptyFilesHaveNoBlocks) {
    for (const std::string& name : names_) {
        folder_.write(name, "");
    }
    files_.bytes = [](std::uint64_t) { return std::uint64_t{0}; };

    const auto residency = sample_residency(files_, kFiles, {});

    ASSERT_TRUE(residency);
    EXPECT_EQ(residency->files_checked, 0U);
}

}  // namespace
}  // namespace throughline::storage
