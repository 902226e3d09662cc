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
    EXPECT_EQ(nodes.known("a", 0).url, "");

    EXPECT_EQ(nodes.learn("a", 0, kRedirect).url, kRedirect);

    EXPECT_EQ(nodes.known("a", (4U << 20U) - 1).url, kRedirect);
    EXPECT_EQ(nodes.known("a", 4U << 20U).url, "");
    EXPECT_EQ(nodes.known("b", 0).url, "");
    nodes.forget("a", 9);
    EXPECT_EQ(nodes.known("a", 0).url, "");
}

TEST(DataNodes, AreReachedByTheWayThatIsGiven) {
    DataNodes nodes;
    ASSERT_TRUE(nodes.map("dn1:9864=127.0.0.1:19864, dn2=10.0.0.2"));

    EXPECT_TRUE(
        nodes.learn("a", 0, kRedirect).url.starts_with("http://127.0.0.1:19864/webhdfs/v1/a?"));
    EXPECT_TRUE(
        nodes.learn("a", 0, "https://dn2:9865/x?y=1").url.starts_with("https://10.0.0.2:9865/x"));
    EXPECT_TRUE(nodes.learn("a", 0, "http://dn3:1/x").url.starts_with("http://dn3:1/x"));
}

TEST(DataNodes, KeepTheNameThatTheNameNodeKnows) {
    DataNodes nodes;
    ASSERT_TRUE(nodes.map("10.1.2.3=127.0.0.1"));
    EXPECT_EQ(nodes.learn("a", 0, "http://10.1.2.3:9864/x").named, "10.1.2.3:9864");
    EXPECT_EQ(nodes.known("a", 0).url, "http://127.0.0.1:9864/x");
    EXPECT_EQ(nodes.known("a", 0).named, "10.1.2.3:9864");
    EXPECT_EQ(nodes.address_of("10.1.2.3:9864"), "10.1.2.3");
    EXPECT_EQ(nodes.address_of("10.1.2.3:9864"), "10.1.2.3");
}

// A name node looks one without a port up by its address, and reads a number behind every colon.
TEST(DataNodes, AreLeftOutByTheirAddressInIpv4) {
    EXPECT_EQ(node_address("10.0.0.7:9864"), "10.0.0.7");
    EXPECT_EQ(node_address("10.0.0.7"), "10.0.0.7");
    EXPECT_EQ(node_address("localhost:9864"), "127.0.0.1");
    EXPECT_EQ(node_address("[::1]:9864"), "");
    EXPECT_EQ(node_address("[fd00::7]"), "");
    EXPECT_EQ(node_address("::1"), "");
}

TEST(DataNodes, AreNotAskedInClearTextWhereTheNameNodeIsAskedByTls) {
    DataNodes nodes;
    nodes.ask_by_tls_only();
    for (const char* const clear :
         {"http://dn1:9864/x?delegation=T", "HTTP://dn1:9864/x", "http://https://dn1/x"}) {
        EXPECT_EQ(nodes.learn("a", 0, clear).url, "") << clear;
        EXPECT_EQ(nodes.known("a", 0).url, "") << clear;
    }
    EXPECT_EQ(nodes.learn("a", 0, "https://dn1:9865/x").url, "https://dn1:9865/x");
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
        EXPECT_EQ(nodes.learn("a", 0, wrong).url, "") << wrong;
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
