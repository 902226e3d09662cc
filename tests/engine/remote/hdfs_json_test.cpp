// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/hdfs_json.h"

#include <gtest/gtest.h>

namespace throughline::remote {
namespace {

// As Hadoop's "WebHDFS REST API" shows them.
constexpr const char* kListed =
    R"({"FileStatuses":{"FileStatus":[
        {"accessTime":1320171722771,"blockSize":33554432,"group":"supergroup","length":24930,
         "modificationTime":1320171722771,"owner":"webuser","pathSuffix":"a.patch",
         "permission":"644","replication":1,"type":"FILE"},
        {"accessTime":0,"blockSize":0,"group":"supergroup","length":0,"pathSuffix":"bar",
         "permission":"711","replication":0,"type":"DIRECTORY"},
        {"length":0,"pathSuffix":"link","symlink":"/x","type":"SYMLINK"}]}})";
constexpr const char* kBatch =
    R"({"DirectoryListing":{"partialListing":{"FileStatuses":{"FileStatus":[
        {"pathSuffix":"bardir","type":"DIRECTORY","length":0}]}},"remainingEntries":2}})";

TEST(HdfsJson, TakesAListing) {
    const auto listing = parse_hdfs_listing(kListed);

    ASSERT_TRUE(listing) << describe(listing.error());
    ASSERT_EQ(listing->entries.size(), 3U);
    EXPECT_EQ(listing->entries[0].name, "a.patch");
    EXPECT_EQ(listing->entries[0].bytes, 24930U);
    EXPECT_EQ(listing->entries[0].block_bytes, 33554432U);
    EXPECT_EQ(listing->entries[1].kind, HdfsEntry::Kind::Folder);
    EXPECT_EQ(listing->entries[2].kind, HdfsEntry::Kind::Other);
    EXPECT_EQ(listing->remaining, 0U);
}

TEST(HdfsJson, TakesAPartOfAListing) {
    const auto listing = parse_hdfs_listing(kBatch);

    ASSERT_TRUE(listing) << describe(listing.error());
    EXPECT_EQ(listing->entries.size(), 1U);
    EXPECT_EQ(listing->remaining, 2U);
}

TEST(HdfsJson, WhatIsNoListingIsRefused) {
    for (const char* const wrong :
         {"",
          "{",
          "<html/>",
          "[]",
          R"({"FileStatuses":{"FileStatus":7}})",
          R"({"FileStatuses":{"FileStatus":[7]}})",
          R"({"FileStatuses":{"FileStatus":[{"pathSuffix":"a","type":"FILE"}]}})",
          R"({"FileStatuses":{"FileStatus":[{"pathSuffix":"a","length":1}]}})",
          R"({"FileStatuses":{"FileStatus":[{"pathSuffix":"a","length":-1,"type":"FILE"}]}})",
          R"({"FileStatuses":{"FileStatus":[{"pathSuffix":"..","length":1,"type":"FILE"}]}})",
          R"({"FileStatuses":{"FileStatus":[{"pathSuffix":"b/a","length":1,"type":"FILE"}]}})"}) {
        const auto listing = parse_hdfs_listing(wrong);
        ASSERT_FALSE(listing) << wrong;
        EXPECT_EQ(listing.error().code, ErrorCode::Format);
    }
}

TEST(HdfsJson, TakesWhereBlocksLieFromBothHadoops) {
    const auto newer = parse_block_places(
        R"({"BlockLocations":{"BlockLocation":[{"cachedHosts":[],"corrupt":false,
            "hosts":["host1","host2"],"length":134217728,"names":["host1:9866"],"offset":7}]}})");
    const auto older = parse_block_places(
        R"({"LocatedBlocks":{"fileLength":9,"locatedBlocks":[{"block":{"blockId":1,"numBytes":9},
            "blockToken":{"urlString":"secret"},"locations":[{"hostName":"host1","xferPort":1}],
            "startOffset":0}]}})");

    ASSERT_TRUE(newer && older);
    EXPECT_EQ((*newer)[0].hosts, (std::vector<std::string>{"host1", "host2"}));
    EXPECT_EQ((*newer)[0].offset, 7U);
    EXPECT_EQ((*older)[0].hosts, std::vector<std::string>{"host1"});
    EXPECT_EQ((*older)[0].bytes, 9U);
    EXPECT_FALSE(parse_block_places("{}"));
    EXPECT_FALSE(parse_block_places(R"({"BlockLocations":{"BlockLocation":[{}]}})"));
}

TEST(HdfsJson, TakesTheNameOfAnException) {
    const StoreError error = parse_remote_exception(
        R"({"RemoteException":{"exception":"FileNotFoundException",
            "javaClassName":"java.io.FileNotFoundException",
            "message":"File does not exist: /a"}})");

    EXPECT_EQ(error.code, "FileNotFoundException");
    EXPECT_EQ(error.message, "File does not exist: /a");
    EXPECT_EQ(parse_remote_exception("<html>401</html>").code, "");
}

}  // namespace
}  // namespace throughline::remote
