// SPDX-License-Identifier: Apache-2.0
#include "engine/dataset/folder_scan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace throughline::dataset {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

class ImageFolderTest : public testing::Test {
protected:
    ImageFolderTest() {
        const char* const variable = std::getenv("TMPDIR");
        root_ =
            std::string(variable != nullptr ? variable : "/tmp") + "/throughline-dataset-XXXXXX";
        EXPECT_NE(::mkdtemp(root_.data()), nullptr);
    }
    ~ImageFolderTest() override {
        std::error_code ignored;
        std::filesystem::remove_all(root_, ignored);
    }

    void put(const std::string& name, std::string_view content = "x") const {
        const std::filesystem::path path = std::filesystem::path(root_) / name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path, std::ios::binary) << content;
    }
    Result<ImageSet> scan() const { return scan_folder(root_, {}); }
    static std::vector<std::string> paths(const ImageSet& folder) {
        std::vector<std::string> list;
        for (std::size_t i = 0; i < folder.size(); ++i) {
            list.emplace_back(folder.file_path(i));
        }
        return list;
    }

    std::string root_;
};

TEST_F(ImageFolderTest, FindsImagesSortedByWholePath) {
    for (const char* name : {"b.jpg", "a/2.jpg", "a/1.jpg", "a-b/1.jpg", "a.jpg", "a/b/c.JPEG"}) {
        put(name);
    }

    const auto folder = scan();

    ASSERT_TRUE(folder) << describe(folder.error());
    std::vector<std::string> expected = paths(*folder);
    std::ranges::sort(expected);
    EXPECT_EQ(paths(*folder), expected);
    EXPECT_THAT(paths(*folder),
                ElementsAre("a-b/1.jpg", "a.jpg", "a/1.jpg", "a/2.jpg", "a/b/c.JPEG", "b.jpg"));
}

TEST_F(ImageFolderTest, KnowsEverySizeAndTheirSum) {
    put("1.jpg", "");
    put("2.jpg", "12345");
    put("3.jpg", "123");

    const auto folder = scan();

    ASSERT_TRUE(folder);
    EXPECT_EQ(folder->bytes(0), 0U);
    EXPECT_EQ(folder->bytes(1), 5U);
    EXPECT_EQ(folder->bytes(2), 3U);
    EXPECT_EQ(folder->bytes_total(), 8U);
    EXPECT_EQ(folder->bytes_max(), 5U);
    struct stat info{};
    EXPECT_EQ(::fstatat(folder->directory_fd(), folder->file_path(1), &info, 0), 0);
}

TEST_F(ImageFolderTest, WithoutAnEndingTheContentDecides) {
    put("looks_like_it", "\xFF\xD8\xFF\xE0 and so on");
    put("README", "hello");
    put("empty", "");

    const auto folder = scan();

    ASSERT_TRUE(folder);
    EXPECT_THAT(paths(*folder), ElementsAre("looks_like_it"));
    EXPECT_THAT(folder->other_files(), ElementsAre(Pair("no ending", 2)));
}

TEST_F(ImageFolderTest, CountsWhatItLeavesOut) {
    put("a.jpg");
    put("b.png");
    put("c.png");
    put("d.txt");
    put(".hidden.jpg");
    put(".hidden/e.jpg");
    ASSERT_EQ(::mkfifo((root_ + "/pipe.jpg").c_str(), 0600), 0);
    std::filesystem::create_symlink("nowhere", root_ + "/broken.jpg");

    const auto folder = scan();

    ASSERT_TRUE(folder);
    EXPECT_THAT(paths(*folder), ElementsAre("a.jpg"));
    EXPECT_THAT(
        folder->other_files(),
        ElementsAre(
            Pair(".txt", 1), Pair("PNG", 2), Pair("broken link", 1), Pair("not a file", 1)));
}

TEST_F(ImageFolderTest, FollowsLinksToFilesAndToFolders) {
    put("set/real/a.jpg", "12345");
    put("elsewhere/n01/b.jpg");
    std::filesystem::create_symlink("real/a.jpg", root_ + "/set/link.jpg");
    std::filesystem::create_directory_symlink("../elsewhere/n01", root_ + "/set/n01");

    const auto folder = scan_folder(root_ + "/set", {});

    ASSERT_TRUE(folder);
    EXPECT_THAT(paths(*folder), ElementsAre("link.jpg", "n01/b.jpg", "real/a.jpg"));
    EXPECT_EQ(folder->bytes(0), 5U);
    EXPECT_TRUE(folder->left_out().empty());
}

TEST_F(ImageFolderTest, LinksBackIntoThemselvesAreNamedAndNotFollowed) {
    put("a/1.jpg");
    put("b/2.jpg");
    std::filesystem::create_directory_symlink("..", root_ + "/a/up");
    std::filesystem::create_directory_symlink(".", root_ + "/a/self");
    std::filesystem::create_directory_symlink("../b", root_ + "/a/other");
    std::filesystem::create_directory_symlink("../a", root_ + "/b/back");

    const auto folder = scan();

    ASSERT_TRUE(folder);
    EXPECT_THAT(paths(*folder), ElementsAre("a/1.jpg", "a/other/2.jpg", "b/2.jpg", "b/back/1.jpg"));
    ASSERT_EQ(folder->left_out().size(), 1U);
    EXPECT_EQ(folder->left_out().begin()->second.first, "a/other/back/");
    EXPECT_EQ(folder->left_out().begin()->second.count, 6U);
}

TEST_F(ImageFolderTest, WhatWouldHaveBeenAnImageIsNamedWithItsReason) {
    put("a.jpg", "12345");
    put("huge.jpg", "123456");
    put("notes.txt");
    ASSERT_EQ(::mkfifo((root_ + "/pipe.jpg").c_str(), 0600), 0);
    std::filesystem::create_symlink("nowhere", root_ + "/broken.jpg");
    std::filesystem::create_symlink("nowhere", root_ + "/broken2.jpg");

    const auto folder = scan_folder(root_, {.image_bytes_max = 5});

    ASSERT_TRUE(folder);
    EXPECT_THAT(paths(*folder), ElementsAre("a.jpg"));
    EXPECT_EQ(folder->bytes_max(), 5U) << "what is left out plays no part in the memory plan";
    ASSERT_EQ(folder->left_out().size(), 3U);
    EXPECT_EQ(folder->left_out().at("broken links").count, 2U);
    EXPECT_EQ(folder->left_out().at("broken links").first, "broken.jpg");
    EXPECT_EQ(folder->left_out().at("not regular files").first, "pipe.jpg");
    const auto large = folder->left_out().lower_bound("larger than can be read");
    ASSERT_NE(large, folder->left_out().end());
    EXPECT_EQ(large->second.first, "huge.jpg");
}

TEST_F(ImageFolderTest, OnlyImagesThatNobodyCanReadAreRefused) {
    put("huge.jpg", "123456");
    const auto folder = scan_folder(root_, {.image_bytes_max = 5});
    ASSERT_FALSE(folder);
    EXPECT_THAT(folder.error().what, HasSubstr("small enough"));
}

TEST_F(ImageFolderTest, AFolderWithoutJpegsSaysWhatIsThere) {
    for (int i = 0; i < 12; ++i) {
        put("p" + std::to_string(i) + ".png");
    }
    put("notes.txt");

    const auto folder = scan();

    ASSERT_FALSE(folder);
    EXPECT_EQ(folder.error().code, ErrorCode::Format);
    EXPECT_THAT(folder.error().what, HasSubstr("0 of 13 files are JPEG; 12 PNG, 1 .txt"));
}

TEST_F(ImageFolderTest, AnEmptyOrMissingFolderSaysSo) {
    const auto empty = scan();
    const auto missing = scan_folder(root_ + "/missing", {});
    put("file.jpg");
    const auto file = scan_folder(root_ + "/file.jpg", {});

    ASSERT_FALSE(empty);
    EXPECT_THAT(empty.error().what, HasSubstr("no files"));
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::NotFound);
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().errno_value, ENOTDIR);
}

TEST_F(ImageFolderTest, ManyFilesOverSeveralBatchesAreAllThereWithTheirSizes) {
    constexpr std::size_t kFiles = 9'000;  // a batch is 8,192
    std::filesystem::create_directories(root_ + "/x");
    for (std::size_t i = 0; i < kFiles; ++i) {
        const std::string name = root_ + (i % 2 == 0 ? "/" : "/x/") + std::to_string(i) + ".jpg";
        std::ofstream(name) << std::string(i % 7, 'x');
    }
    std::uint64_t seen = 0;

    const auto folder = scan_folder(root_, {.stop = {}, .on_progress = [&](std::uint64_t files) {
                                                EXPECT_GE(files, seen);
                                                seen = files;
                                            }});

    ASSERT_TRUE(folder);
    ASSERT_EQ(folder->size(), kFiles);
    EXPECT_EQ(seen, kFiles);
    for (std::size_t i = 0; i < kFiles; ++i) {
        const std::string_view path = folder->file_path(i);
        const std::size_t number =
            std::stoul(std::string(path.substr(path.starts_with("x/") ? 2 : 0)));
        ASSERT_EQ(folder->bytes(i), number % 7) << path;
    }
}

TEST_F(ImageFolderTest, StopEndsTheScan) {
    put("a.jpg");
    std::stop_source stop;
    stop.request_stop();

    const auto folder = scan_folder(root_, {.stop = stop.get_token(), .on_progress = {}});

    ASSERT_FALSE(folder);
    EXPECT_EQ(folder.error().code, ErrorCode::Stopped);
}

// Rights count for ordinary users only, so the scan runs in a child that is one.
TEST_F(ImageFolderTest, AFolderThatCannotBeReadIsNamedAndTheRestIsTaken) {
    put("a.jpg");
    put("locked/b.jpg");
    ASSERT_EQ(::chmod(root_.c_str(), 0755), 0);
    ASSERT_EQ(::chmod((root_ + "/a.jpg").c_str(), 0000), 0);
    std::filesystem::create_symlink("locked/b.jpg", root_ + "/c.jpg");
    ASSERT_EQ(::chmod((root_ + "/locked").c_str(), 0000), 0);
    const pid_t child = ::fork();
    if (child == 0) {
        if (::geteuid() == 0 && ::setresuid(65534, 65534, 65534) != 0) {
            ::_exit(2);
        }
        const auto folder = scan();
        const bool good =
            folder && folder->size() == 1 && folder->unreadable().size() == 1 &&
            folder->unreadable()[0].code == ErrorCode::Permission &&
            folder->unreadable()[0].what.find("locked") != std::string::npos &&
            folder->left_out().size() == 1 &&
            folder->left_out().begin()->first.find("Permission denied") != std::string::npos &&
            folder->left_out().begin()->second.first == "c.jpg";
        ::_exit(good ? 0 : 1);
    }
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);

    EXPECT_EQ(status, 0);
    ::chmod((root_ + "/locked").c_str(), 0755);
}

}  // namespace
}  // namespace throughline::dataset
