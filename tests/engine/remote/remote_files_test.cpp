// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/remote_files.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>

#include "engine/dataset/open_image_set.h"
#include "tests/engine/remote/lab_store.h"

namespace throughline::remote {
namespace {

const std::string kJpegHead("\xFF\xD8\xFF\xE0", 4);

std::vector<std::string> paths_of(const RemoteFiles& listed) {
    std::vector<std::string> paths;
    for (const auto& file : listed.files()) {
        paths.push_back(file.path);
    }
    return paths;
}

TEST(RemoteFiles, ListsAllPagesInTheOrderOfThePaths) {
    LabStore lab({"--page", "2"});
    for (const char* const key :
         {"p/b/2.jpg", "p/a-b/1.jpg", "p/a/1.jpg", "p/é +%.jpg", "q/x.jpg"}) {
        lab.put(key, "x");
    }
    lab.put("p/.hidden/1.jpg", "x");
    lab.start();

    const auto listed = list_files(lab.open("p"), {});

    ASSERT_TRUE(listed) << describe(listed.error());
    EXPECT_EQ(paths_of(**listed),
              (std::vector<std::string>{"a-b/1.jpg", "a/1.jpg", "b/2.jpg", "é +%.jpg"}));
    EXPECT_EQ((*listed)->key_prefix(), "p/");
}

TEST(RemoteFiles, TakesASingleObjectByItsName) {
    LabStore lab;
    lab.put("shards/a.tar", "12345");
    lab.start();

    const auto by_key = list_files(lab.open("shards/a.tar"), {});
    LabStore open_lab({"--anonymous"});
    open_lab.put("shards/a.tar", "12345");
    open_lab.start();
    const auto by_address =
        list_files(open_lab.open(open_lab.endpoint() + "/data/shards/a.tar", {}, {}), {});

    for (const auto& listed : {by_key, by_address}) {
        ASSERT_TRUE(listed) << describe(listed.error());
        ASSERT_EQ(paths_of(**listed), std::vector<std::string>{"a.tar"});
        EXPECT_EQ((*listed)->files()[0].bytes, 5U);
    }
}

TEST(RemoteFiles, SaysThatThereIsNothingOrNoBucket) {
    LabStore lab;
    lab.start();

    const auto nothing = list_files(lab.open("no"), {});
    const auto no_bucket =
        list_files(lab.open("s3://other/x", lab.access(), LabStore::right_keys()), {});

    ASSERT_FALSE(nothing);
    EXPECT_NE(nothing.error().what.find("no objects"), std::string::npos);
    ASSERT_FALSE(no_bucket);
    EXPECT_NE(no_bucket.error().what.find("'s3://other/x': there is no bucket other"),
              std::string::npos)
        << no_bucket.error().what;
}

TEST(RemoteFiles, EndsListingsThatLieOrGoRound) {
    for (const char* const lie : {"loop", "endless", "twice", "garbage", "foreign", "no-token"}) {
        LabStore lab({"--listing", lie, "--page", "2"});
        for (const char* const key : {"p/1.jpg", "p/2.jpg", "p/3.jpg"}) {
            lab.put(key, "x");
        }
        lab.start();

        const auto listed = list_files(lab.open("p"), {});

        ASSERT_FALSE(listed) << lie;
        EXPECT_EQ(listed.error().code, ErrorCode::Io) << lie << describe(listed.error());
        EXPECT_TRUE(listed.error().what.starts_with("'s3://data/p/': ")) << listed.error().what;
    }
}

// Goal: of a store that lists and gives nothing, not every file is waited for.
TEST(FarDataSet, AStoreThatGivesNothingIsNotAskedForAllFiles) {
    constexpr int kFiles = 64;
    LabStore lab({"--faults", "internal=1"});
    for (int i = 0; i < kFiles; ++i) {
        lab.put("set/" + std::to_string(i) + ".jpg", kJpegHead);
    }
    lab.start();
    const auto listed = list_files(lab.open("set"), {});
    ASSERT_TRUE(listed) << describe(listed.error());

    const auto images = dataset::open_image_set("s3://data/set", {.far = *listed});

    ASSERT_FALSE(images);
    EXPECT_NE(images.error().what.find("the store answered 500"), std::string::npos)
        << images.error().what;
    const auto log = lab.log();
    EXPECT_LT(log.at("500"), kFiles * lab.access().retry.attempts_max / 2);
}

// Goal: a look at what is there ends where page after page holds no file.
TEST(RemoteFiles, ALookEndsAfterAFewPagesWithoutFiles) {
    LabStore lab({"--listing", "endless"});
    lab.start();

    const auto listed = list_files(lab.open("p"), {.first_page = true});

    ASSERT_FALSE(listed);
    EXPECT_EQ(listed.error().code, ErrorCode::NotFound);
    EXPECT_NE(listed.error().what.find("first 16 pages"), std::string::npos);
    EXPECT_EQ(lab.log().at("200"), 16U);
}

TEST(RemoteFiles, StopsWhenAsked) {
    LabStore lab;
    lab.put("p/1.jpg", "x");
    lab.start();
    std::stop_source stop;
    stop.request_stop();

    const auto listed = list_files(lab.open("p"), {.stop = stop.get_token()});

    ASSERT_FALSE(listed);
    EXPECT_EQ(listed.error().code, ErrorCode::Stopped);
}

TEST(FarDataSet, IsAFolderOfImagesByTheSameRulesAsOneOfThisMachine) {
    LabStore lab;
    lab.put("set/a/1.jpg", kJpegHead + "one");
    lab.put("set/b/2.JPEG", kJpegHead + "two!");
    lab.put("set/b/no_ending", kJpegHead + "three");
    lab.put("set/b/text", "no image");
    lab.put("set/notes.txt", "x");
    lab.start();
    const auto listed = list_files(lab.open("set"), {});
    ASSERT_TRUE(listed) << describe(listed.error());

    const auto images = dataset::open_image_set("s3://data/set", {.far = *listed});

    ASSERT_TRUE(images) << describe(images.error());
    EXPECT_EQ(images->format(), dataset::Format::Folder);
    ASSERT_EQ(images->size(), 3U);
    EXPECT_STREQ(images->file_path(0), "a/1.jpg");
    EXPECT_STREQ(images->file_path(2), "b/no_ending");
    EXPECT_EQ(images->bytes(1), 8U);
    EXPECT_EQ(images->other_files().at(".txt"), 1U);
    EXPECT_EQ(images->directory_fd(), -1);
}

TEST(FarDataSet, IndexesShardsWhereTheyLie) {
    std::string shard(512, '\0');  // one member of a tar: header, content, two empty blocks
    shard.replace(0, 5, "1.jpg");
    shard.replace(100, 8, "0000644\0", 8);
    shard.replace(124, 12, "00000000007 ", 12);
    shard.replace(156, 1, "0");
    shard.replace(257, 8, "ustar\00000", 8);
    shard.replace(148, 8, "        ");
    unsigned sum = 0;
    for (const char c : shard) {
        sum += static_cast<unsigned char>(c);
    }
    std::array<char, 8> text{};
    std::snprintf(text.data(), text.size(), "%06o", sum);
    shard.replace(148, 7, text.data(), 7);
    shard += kJpegHead + "abc" + std::string(505, '\0') + std::string(1024, '\0');
    LabStore lab;
    lab.put("set/s-0.tar", shard);
    lab.put("set/s-1.tar", shard);
    lab.start();
    const auto listed = list_files(lab.open("set"), {});
    ASSERT_TRUE(listed) << describe(listed.error());

    const auto images = dataset::open_image_set("s3://data/set", {.far = *listed});

    ASSERT_TRUE(images) << describe(images.error());
    EXPECT_EQ(images->format(), dataset::Format::Tar);
    ASSERT_EQ(images->size(), 2U);
    EXPECT_EQ(images->place(1).file, 1U);
    EXPECT_EQ(images->place(1).offset_bytes, 512U);
    EXPECT_EQ(images->place(1).bytes, 7U);
}

}  // namespace
}  // namespace throughline::remote
