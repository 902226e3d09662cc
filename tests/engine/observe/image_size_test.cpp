// SPDX-License-Identifier: Apache-2.0
#include "engine/observe/image_size.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "engine/observe/data_file.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::observe {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

void make(const std::string& path, std::size_t bytes) {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path) << std::string(bytes, 'x');
}

/// Nine small images and one that is large: 100 kB in the mean, 40 kB at the median.
void make_images(const std::string& folder) {
    for (int i = 0; i < 9; ++i) {
        make(folder + "/" + std::to_string(i) + ".JPEG", 40'000);
    }
    make(folder + "/large.jpg", 640'000);
}

SeenFile seen_file(const std::string& path) {
    return look_at_open_file(path).value_or(SeenFile{});
}

Observation job_that_is_told(const std::string& argument) {
    return {.processes = {{.pid = ::getpid(), .command = {"python3", "train.py", argument}}}};
}

TEST(ImageSize, IsOfTheFolderAndNotOfTheFilesThatWereSeen) {
    const fixtures::TemporaryFolder folder;
    make_images(folder.path());
    make(folder.file("labels.csv"), 5'000'000);
    Observation seen;
    seen.files[folder.file("large.jpg")] = seen_file(folder.file("large.jpg"));
    seen.open_data[folder.file("0.JPEG")] = seen_file(folder.file("0.JPEG"));
    const ImageSize size = image_size_of(seen, ::getpid());
    ASSERT_TRUE(size.bytes) << size.missing;
    EXPECT_DOUBLE_EQ(*size.bytes, 100'000.0);
}

TEST(ImageSize, IsOfAllClassesThatWereSeen) {
    const fixtures::TemporaryFolder folder;
    Observation seen;
    for (const auto& [name, bytes] : {std::pair("cats", 20'000), std::pair("dogs", 60'000)}) {
        for (int i = 0; i < 5; ++i) {
            const std::string path =
                folder.file(std::string(name) + "/" + std::to_string(i) + ".png");
            make(path, static_cast<std::size_t>(bytes));
            seen.files[path] = seen_file(path);
        }
    }
    EXPECT_DOUBLE_EQ(image_size_of(seen, ::getpid()).bytes.value_or(0.0), 40'000.0);
}

TEST(ImageSize, IsOfTheFolderThatTheCommandNamesWhereNoneWasSeen) {
    const fixtures::TemporaryFolder folder;
    make_images(folder.file("train/n01440764"));
    const ImageSize size =
        image_size_of(job_that_is_told("--data=" + folder.file("train")), ::getpid());
    ASSERT_TRUE(size.bytes) << size.missing;
    EXPECT_DOUBLE_EQ(*size.bytes, 100'000.0);
}

// A container's /data/train is not this machine's of the same name.
TEST(ImageSize, IsNotOfAnotherFileOfTheSameName) {
    const fixtures::TemporaryFolder folder;
    make_images(folder.path());
    Observation seen;
    SeenFile other = seen_file(folder.file("0.JPEG"));
    other.bytes += 1;
    seen.files[folder.file("0.JPEG")] = other;
    EXPECT_FALSE(image_size_of(seen, ::getpid()).bytes);
}

TEST(ImageSize, IsNotOfOneOfSeveralFoldersThatTheCommandNames) {
    const fixtures::TemporaryFolder folder;
    make_images(folder.file("train"));
    make_images(folder.file("val"));
    Observation seen = job_that_is_told("--train=" + folder.file("train"));
    EXPECT_TRUE(image_size_of(seen, ::getpid()).bytes);
    seen.processes.front().command.push_back("data.val=" + folder.file("val"));
    EXPECT_FALSE(image_size_of(seen, ::getpid()).bytes);
}

TEST(ImageSize, IsNotGuessedForShards) {
    const fixtures::TemporaryFolder folder;
    make_images(folder.file("tests"));
    Observation seen = job_that_is_told(folder.path());
    seen.files[folder.file("train-000.tar")] = {.looks = 4};
    const ImageSize size = image_size_of(seen, ::getpid());
    EXPECT_FALSE(size.bytes);
    EXPECT_THAT(size.missing, HasSubstr("files of many images"));
}

TEST(ImageSize, OfTooFewIsMissing) {
    const fixtures::TemporaryFolder folder;
    make(folder.file("one.jpg"), 1000);
    const ImageSize size = image_size_of(job_that_is_told(folder.path()), ::getpid());
    EXPECT_FALSE(size.bytes);
    EXPECT_THAT(size.missing, HasSubstr("no folder of single images"));
}

TEST(FoldersNamed, AreWordsAndBehindAnEqualsSign) {
    EXPECT_THAT(folders_named({"train", "--epochs", "data.path=/data/a", "--data=b"}, "/job"),
                ElementsAre("/job/train", "/data/a", "/job/b"));
    EXPECT_THAT(folders_named({"--data", ""}, "/job"), IsEmpty());
}

TEST(DataFiles, OpenForWritingAreNotRead) {
    EXPECT_FALSE(is_open_for_writing("pos:\t0\nflags:\t02100000\nmnt_id:\t29\n"));
    EXPECT_TRUE(is_open_for_writing("pos:\t0\nflags:\t0100001\nmnt_id:\t29\n"));
    EXPECT_TRUE(is_open_for_writing("pos:\t0\nflags:\t02100002\nmnt_id:\t29\n"));
}

TEST(DataFiles, AreKnownByTheirNames) {
    EXPECT_TRUE(is_data_file("/data/train/n01440764/n01440764_10026.JPEG"));
    EXPECT_TRUE(is_data_file("/data/train-00017-of-01024"));
    EXPECT_TRUE(is_data_file("/data/shard-000012.tar"));
    EXPECT_FALSE(is_data_file("/usr/lib/libjpeg.so.62"));
    EXPECT_FALSE(is_data_file("pipe:[1234]"));
    EXPECT_FALSE(is_data_file(""));
    EXPECT_TRUE(is_image_file("/data/train/n01440764/n01440764_10026.JPEG"));
    EXPECT_FALSE(is_image_file("/data/shard-000012.tar"));
}

}  // namespace
}  // namespace throughline::observe
