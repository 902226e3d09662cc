// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/data_nodes.h"

#include <gtest/gtest.h>

namespace throughline::remote {
namespace {

constexpr const char* kRedirect =
    "http://dn1:9864/webhdfs/v1/a?op=OPEN&namenoderpcaddress=nn:8020&offset=0&length=7";

TEST(DataNodes, AreKnownForTheBlockThatTheyWereNamedFor) {
    DataNodes nodes;
    nodes.saw_block_bytes(4U << 20U);
    EXPECT_EQ(nodes.known("a", 0), "");

    EXPECT_EQ(nodes.learn("a", 0, kRedirect), kRedirect);

    EXPECT_EQ(nodes.known("a", (4U << 20U) - 1), kRedirect);
    EXPECT_EQ(nodes.known("a", 4U << 20U), "");
    EXPECT_EQ(nodes.known("b", 0), "");
    nodes.forget("a", 9);
    EXPECT_EQ(nodes.known("a", 0), "");
}

TEST(DataNodes, AreReachedByTheWayThatIsGiven) {
    DataNodes nodes;
    ASSERT_TRUE(nodes.map("dn1:9864=127.0.0.1:19864, dn2=10.0.0.2"));

    EXPECT_TRUE(nodes.learn("a", 0, kRedirect).starts_with("http://127.0.0.1:19864/webhdfs/v1/a?"));
    EXPECT_TRUE(
        nodes.learn("a", 0, "https://dn2:9865/x?y=1").starts_with("https://10.0.0.2:9865/x"));
    EXPECT_TRUE(nodes.learn("a", 0, "http://dn3:1/x").starts_with("http://dn3:1/x"));
}

TEST(DataNodes, WaysThatAreNoneAreWrongUse) {
    for (const char* const wrong : {"dn1", "=a", "a=", "a=b/c", "a b=c", "a=b,"}) {
        DataNodes nodes;
        const bool fits = static_cast<bool>(nodes.map(wrong));
        EXPECT_EQ(fits, std::string_view(wrong) == "a=b,") << wrong;
    }
}

TEST(DataNodes, ARedirectThatNamesNoHostIsNotFollowed) {
    DataNodes nodes;
    for (const char* const wrong : {"",
                                    "hdfs://nn/a",
                                    "/webhdfs/v1/a",
                                    "http://",
                                    "http://user@dn1/x",
                                    "file:///etc/passwd"}) {
        EXPECT_EQ(nodes.learn("a", 0, wrong), "") << wrong;
    }
}

TEST(DataNodes, AnAddressIsAskedForAnotherPart) {
    EXPECT_EQ(
        open_url(kRedirect, 100, 50),
        "http://dn1:9864/webhdfs/v1/a?op=OPEN&namenoderpcaddress=nn:8020&offset=100&length=50");
    EXPECT_EQ(open_url(kRedirect, 0, 0),
              "http://dn1:9864/webhdfs/v1/a?op=OPEN&namenoderpcaddress=nn:8020");
    EXPECT_EQ(host_of_url(kRedirect), "dn1:9864");
}

}  // namespace
}  // namespace throughline::remote
