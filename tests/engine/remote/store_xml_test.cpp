// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/store_xml.h"

#include <gtest/gtest.h>

namespace throughline::remote {
namespace {

TEST(Listing, ReadsKeysOfEveryByte) {
    const auto page = parse_listing(
        "<?xml version=\"1.0\"?><ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/\">"
        "<EncodingType>url</EncodingType><IsTruncated>true</IsTruncated>"
        "<NextContinuationToken>a+/=</NextContinuationToken>"
        "<Contents><Key>a%2Fb%00+%2B%FF</Key><Size>17</Size></Contents>"
        "<Contents><Key>z</Key><Size>0</Size></Contents></ListBucketResult>");

    ASSERT_TRUE(page) << describe(page.error());
    EXPECT_EQ(page->next_token, "a+/=");
    ASSERT_EQ(page->objects.size(), 2U);
    EXPECT_EQ(page->objects[0].key, std::string("a/b\0 +\xFF", 7));
    EXPECT_EQ(page->objects[0].bytes, 17U);
}

TEST(Listing, TakesAKeyAsItStandsWhereItIsNotEncoded) {
    const auto page = parse_listing(
        "<ListBucketResult><Contents><Key>a+b%20&amp;</Key><Size>1</Size></Contents>"
        "</ListBucketResult>");

    ASSERT_TRUE(page);
    EXPECT_EQ(page->objects[0].key, "a+b%20&");
    EXPECT_FALSE(page->truncated);
}

TEST(Listing, RefusesWhatIsNone) {
    const std::string begin = "<ListBucketResult><EncodingType>url</EncodingType>";
    for (const std::string& text :
         {std::string(),
          std::string("<html/>"),
          begin,
          begin + "<Contents><Key></Key><Size>1</Size></Contents></ListBucketResult>",
          begin + "<Contents><Key>a%4</Key><Size>1</Size></Contents></ListBucketResult>",
          begin + "<Contents><Key>a</Key><Size>-1</Size></Contents></ListBucketResult>",
          begin + "<Contents><Key>a</Key></Contents></ListBucketResult>",
          begin + "<IsTruncated>true</IsTruncated></ListBucketResult>",
          std::string(1U << 16U, '<')}) {
        const auto page = parse_listing(text);
        ASSERT_FALSE(page) << text.substr(0, 200);
        EXPECT_EQ(page.error().code, ErrorCode::Format);
    }
}

TEST(Listing, ExpandsNoEntities) {
    const auto page = parse_listing(
        "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>"
        "<ListBucketResult><Contents><Key>&b;</Key><Size>1</Size></Contents></ListBucketResult>");

    ASSERT_TRUE(page);
    EXPECT_EQ(page->objects[0].key, "&b;");
}

TEST(StoreError, SaysCodeAndRegion) {
    const StoreError error = parse_store_error(
        "<?xml version='1.0'?><Error><Code>AuthorizationHeaderMalformed</Code>"
        "<Message>no</Message><Region>eu-west-1</Region></Error>");

    EXPECT_EQ(error.code, "AuthorizationHeaderMalformed");
    EXPECT_EQ(error.region, "eu-west-1");
    EXPECT_EQ(parse_store_error("Service Unavailable").code, "");
}

}  // namespace
}  // namespace throughline::remote
