// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/location.h"

#include <gtest/gtest.h>

#include "engine/base/far_path.h"

namespace throughline::remote {
namespace {

TEST(FarPath, IsToldByItsScheme) {
    EXPECT_EQ(far_scheme("s3://bucket/prefix"), "s3");
    EXPECT_EQ(far_scheme("S3://bucket"), "s3");
    EXPECT_TRUE(is_far("https://host/x.tar"));
    EXPECT_TRUE(is_far("gs://b"));
    EXPECT_FALSE(is_far("/data/s3://x"));
    EXPECT_FALSE(is_far("s3:/bucket"));
    EXPECT_FALSE(is_far("file:///data"));
    EXPECT_FALSE(is_far(""));
}

TEST(Location, NamesBucketAndKey) {
    const auto location = parse_location("s3://bucket/a/b c/");

    ASSERT_TRUE(location);
    EXPECT_EQ(location->scheme, Scheme::S3);
    EXPECT_EQ(location->bucket, "bucket");
    EXPECT_EQ(location->key, "a/b c/");
}

TEST(Location, KeepsAnAddressOfTheWebAsItIsWritten) {
    const auto location = parse_location("HTTPS://host:8443/a%20b.tar?version=2");

    ASSERT_TRUE(location);
    EXPECT_EQ(location->scheme, Scheme::Http);
    EXPECT_EQ(location->origin, "https://host:8443");
    EXPECT_EQ(location->key, "a%20b.tar?version=2");
}

TEST(Location, RefusesWhatNamesNoPlace) {
    for (const char* const path : {"s3://", "s3:///key", "http:///x", "/data"}) {
        const auto location = parse_location(path);
        ASSERT_FALSE(location) << path;
        EXPECT_EQ(location.error().code, ErrorCode::Usage);
    }
    EXPECT_FALSE(parse_location("s3://b/" + std::string(1025, 'x')));
}

TEST(Location, RefusesANameNodeThatIsNone) {
    for (const char* const path : {"webhdfs://nn\\@evil/a",
                                   "webhdfs://nn?op=x/a",
                                   "swebhdfs://nn#x:1/a",
                                   "webhdfs://user@nn/a",
                                   "webhdfs://n n/a",
                                   "webhdfs://nn\r\nX: y/a"}) {
        const auto location = parse_location(path);
        ASSERT_FALSE(location) << path;
        EXPECT_EQ(location.error().code, ErrorCode::Usage) << path;
    }
    EXPECT_EQ(parse_location("webhdfs://[::1]:50070/a")->origin, "http://[::1]:50070");
    EXPECT_EQ(parse_location("swebhdfs://nn_1.site/a")->origin, "https://nn_1.site:9871");
}

TEST(Location, RefusesSecretsWithoutRepeatingThem) {
    for (const char* const path : {"https://user:geheim@host/x",
                                   "s3://key:geheim@bucket/x",
                                   "https://host/x?X-Amz-Signature=geheim",
                                   "https://host/x?sv=1&sig=geheim"}) {
        const auto location = parse_location(path);
        ASSERT_FALSE(location) << path;
        EXPECT_EQ(location.error().what.find("geheim"), std::string::npos);
    }
}

}  // namespace
}  // namespace throughline::remote
