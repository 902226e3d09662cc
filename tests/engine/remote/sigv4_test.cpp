// SPDX-License-Identifier: Apache-2.0
// Amazon's own examples: Amazon S3 API Reference, "Signature Calculations for the Authorization
// Header", and the date of them all, 2013-05-24 00:00:00 UTC.
#include "engine/remote/sigv4.h"

#include <gtest/gtest.h>

#include <array>

#include "engine/remote/location.h"

namespace throughline::remote {
namespace {

constexpr std::int64_t kThatDay = 1369353600;

Signer amazons_signer() {
    return Signer({"AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", ""},
                  "us-east-1");
}

std::string signature_of(const ToSign& request) {
    Signer signer = amazons_signer();
    const std::string text = signer.sign(request, kThatDay).authorization;
    return text.substr(text.rfind('=') + 1);
}

TEST(SigV4, SignsAPartOfAnObjectAsAmazonDoes) {
    const std::array<SignedHeader, 1> range{{{"range", "bytes=0-9"}}};

    EXPECT_EQ(signature_of({.path = "/test.txt",
                            .query = "",
                            .more = range,
                            .host = "examplebucket.s3.amazonaws.com"}),
              "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
}

TEST(SigV4, SignsAListingAsAmazonDoes) {
    EXPECT_EQ(signature_of({.path = "/",
                            .query = "max-keys=2&prefix=J",
                            .more = {},
                            .host = "examplebucket.s3.amazonaws.com"}),
              "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
    EXPECT_EQ(signature_of({.path = "/",
                            .query = "lifecycle=",
                            .more = {},
                            .host = "examplebucket.s3.amazonaws.com"}),
              "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
}

TEST(SigV4, SaysWhatItSignedAndBy) {
    Signer signer = amazons_signer();

    const Signature signature = signer.sign(
        {.path = "/", .query = "", .more = {}, .host = "examplebucket.s3.amazonaws.com"}, kThatDay);

    EXPECT_EQ(signature.date, "20130524T000000Z");
    EXPECT_TRUE(signature.authorization.starts_with(
        "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
        "SignedHeaders=host;x-amz-content-sha256;x-amz-date,Signature="))
        << signature.authorization;
    EXPECT_EQ(signature.authorization.find("wJalr"), std::string::npos);
}

TEST(SigV4, TakesAnotherKeyOnTheNextDay) {
    const ToSign request{.path = "/", .query = "", .more = {}, .host = "h"};
    Signer signer = amazons_signer();

    const Signature first = signer.sign(request, kThatDay);
    const Signature next = signer.sign(request, kThatDay + 86400);
    const Signature again = signer.sign(request, kThatDay);

    EXPECT_EQ(first.authorization, again.authorization);
    EXPECT_NE(first.authorization, next.authorization);
    EXPECT_NE(next.authorization.find("/20130525/"), std::string::npos);
}

TEST(SigV4, SignsATokenWithTheRest) {
    Signer signer({"A", "B", "token"}, "us-east-1");

    const Signature signature =
        signer.sign({.path = "/", .query = "", .more = {}, .host = "h"}, kThatDay);

    EXPECT_NE(signature.authorization.find("x-amz-date;x-amz-security-token,"), std::string::npos);
}

TEST(PercentEncoding, KeepsEveryByteOfAKey) {
    std::string every;
    for (int byte = 0; byte < 256; ++byte) {
        every += static_cast<char>(byte);
    }

    const auto back = percent_decoded(percent_encoded(every, false), true);

    ASSERT_TRUE(back);
    EXPECT_EQ(*back, every);
    EXPECT_EQ(percent_encoded("a/b c+d~é", true), "a/b%20c%2Bd~%C3%A9");
    EXPECT_FALSE(percent_decoded("a%4", false));
    EXPECT_FALSE(percent_decoded("%zz", false));
}

}  // namespace
}  // namespace throughline::remote
