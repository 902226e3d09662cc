// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset_tools/file_publisher.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <string>

#include "engine/base/file_descriptor.h"
#include "tests/engine/dataset_tools/scratch_folder.h"

namespace throughline::dataset_tools {
namespace {

constexpr std::array<std::byte, 3> kBytes{std::byte{1}, std::byte{2}, std::byte{3}};

Result<void> write(FilePublisher& publisher, int number) {
    const std::string name = std::to_string(number);
    return publisher.write("." + name + ".part", name, kBytes);
}

std::size_t entries(const std::string& folder) {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

TEST(FilePublisher, FinishGivesEveryFileItsName) {
    const ScratchFolder scratch;
    const auto folder = open_file(scratch.path(), O_RDONLY | O_DIRECTORY);
    ASSERT_TRUE(folder);
    FilePublisher publisher(folder->get());

    for (int i = 0; i < 3; ++i) {
        ASSERT_TRUE(write(publisher, i));
    }
    EXPECT_FALSE(std::filesystem::exists(scratch.path() + "/0"));
    ASSERT_TRUE(publisher.finish());

    EXPECT_EQ(entries(scratch.path()), 3U);
    EXPECT_EQ(read_whole_file(scratch.path() + "/2")->size(), kBytes.size());
}

// Goal: after a failed sync no file gets its final name, though the next sync succeeds, as syncfs()
// does after it has reported lost data once. Method: syncfs() refuses a descriptor of O_PATH
// (EBADF) on which everything else works; a good one is put in its place after the first failure.
TEST(FilePublisher, AfterAFailedSyncNothingIsPublished) {
    const ScratchFolder scratch;
    const auto good = open_file(scratch.path(), O_RDONLY | O_DIRECTORY);
    const auto folder = open_file(scratch.path(), O_PATH | O_DIRECTORY);
    ASSERT_TRUE(good);
    ASSERT_TRUE(folder);
    FilePublisher publisher(folder->get());

    int written = 0;
    while (written < 10'000 && write(publisher, written)) {
        ++written;
    }
    ASSERT_LT(written, 10'000);
    EXPECT_EQ(entries(scratch.path()), 0U);  // the batch whose sync failed
    ASSERT_GE(::dup3(good->get(), folder->get(), O_CLOEXEC), 0);
    for (int i = 0; i < 5; ++i) {
        static_cast<void>(write(publisher, written + 1 + i));
    }
    const auto finished = publisher.finish();

    ASSERT_FALSE(finished);
    EXPECT_NE(finished.error().what.find("sync"), std::string::npos) << finished.error().what;
    EXPECT_EQ(entries(scratch.path()), 0U);
}

}  // namespace
}  // namespace throughline::dataset_tools
