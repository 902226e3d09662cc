// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "engine/remote/find_target.h"
#include "engine/remote/profile.h"

namespace throughline::remote {
namespace {

using Variables = std::map<std::string, std::string>;

Environment environment_of(Variables variables) {
    return [variables = std::move(variables)](const char* name) {
        const auto found = variables.find(name);
        return found == variables.end() ? std::string() : found->second;
    };
}

Result<Target> target_of(const std::string& path, const Access& access, Variables variables) {
    const auto location = parse_location(path);
    EXPECT_TRUE(location);
    return find_target(*location, access, environment_of(std::move(variables)));
}

const Variables kKeys{{"AWS_ACCESS_KEY_ID", "key"}, {"AWS_SECRET_ACCESS_KEY", "secret"}};

Variables with_keys(Variables more) {
    more.insert(kKeys.begin(), kKeys.end());
    return more;
}

TEST(Access, GoesToAwsWithTheBucketInTheHostsName) {
    const auto target = target_of("s3://bucket/x", {}, with_keys({{"AWS_REGION", "eu-west-1"}}));

    ASSERT_TRUE(target) << describe(target.error());
    EXPECT_EQ(target->origin, "https://bucket.s3.eu-west-1.amazonaws.com");
    EXPECT_EQ(target->path_prefix, "");
    EXPECT_EQ(target->credentials.key_id, "key");
}

TEST(Access, GoesToAnEndpointWithTheBucketInThePath) {
    const auto target =
        target_of("s3://bucket/x", {.endpoint = "http://127.0.0.1:9000/"}, with_keys({}));

    ASSERT_TRUE(target) << describe(target.error());
    EXPECT_EQ(target->origin, "http://127.0.0.1:9000");
    EXPECT_EQ(target->host, "127.0.0.1:9000");
    EXPECT_EQ(target->path_prefix, "/bucket");
    EXPECT_EQ(target->region, "us-east-1");
}

TEST(Access, LeavesTheSchemesOwnPortOutOfTheHost) {
    EXPECT_EQ(target_of("s3://b/x", {.endpoint = "https://h:443"}, with_keys({}))->host, "h");
    EXPECT_EQ(target_of("s3://b/x", {.endpoint = "http://h:443"}, with_keys({}))->host, "h:443");
}

TEST(Access, KeepsADottedBucketInThePathAsNoCertificateFitsIt) {
    EXPECT_EQ(target_of("s3://my.bucket/x", {}, with_keys({}))->path_prefix, "/my.bucket");
}

TEST(Access, GoesToGooglesStoreWithItsOwnName) {
    const auto target =
        target_of("gs://bucket/x", {}, with_keys({{"AWS_ENDPOINT_URL", "http://other"}}));

    ASSERT_TRUE(target);
    EXPECT_EQ(target->origin, "https://storage.googleapis.com");
    EXPECT_EQ(target->path_prefix, "/bucket");
    EXPECT_EQ(target->region, "auto");
}

TEST(Access, SaysWhatIsMissingOfTheKeys) {
    const auto none = target_of("s3://b/x", {}, {});
    ASSERT_FALSE(none);
    EXPECT_NE(none.error().what.find("AWS_ACCESS_KEY_ID"), std::string::npos);

    const auto half = target_of("s3://b/x", {}, {{"AWS_SECRET_ACCESS_KEY", "geheim"}});
    ASSERT_FALSE(half);
    EXPECT_EQ(half.error().what.find("geheim"), std::string::npos);
    EXPECT_TRUE(target_of("s3://b/x", {.anonymous = true}, {})->credentials.anonymous());
}

TEST(Access, RefusesKeysThatWouldBreakAHeader) {
    const auto target =
        target_of("s3://b/x",
                  {},
                  {{"AWS_ACCESS_KEY_ID", "key\r\nX-Evil: 1"}, {"AWS_SECRET_ACCESS_KEY", "secret"}});

    ASSERT_FALSE(target);
    EXPECT_EQ(target.error().what.find("Evil"), std::string::npos);
}

TEST(Access, RefusesAnEndpointThatIsNone) {
    for (const char* const text :
         {"127.0.0.1:9000", "ftp://h", "http://", "http://h/x", "http://h?"}) {
        EXPECT_FALSE(target_of("s3://b/x", {.endpoint = text}, with_keys({}))) << text;
    }
    const auto secret = target_of("s3://b/x", {.endpoint = "http://u:geheim@h"}, with_keys({}));
    ASSERT_FALSE(secret);
    EXPECT_EQ(secret.error().what.find("geheim"), std::string::npos);
}

TEST(Access, ReadsProfilesOfTheAwsFiles) {
    const std::string folder = testing::TempDir() + "aws-" + std::to_string(::getpid());
    std::filesystem::create_directories(folder);
    std::ofstream(folder + "/credentials")
        << "[default]\naws_access_key_id = one\naws_secret_access_key = s1\n"
           "[work]\naws_access_key_id = two\naws_secret_access_key = s2=/+\n";
    std::ofstream(folder + "/config") << "[profile work]\nregion = eu-north-1\n"
                                         "endpoint_url = http://127.0.0.1:1\n";
    const Variables files{{"AWS_SHARED_CREDENTIALS_FILE", folder + "/credentials"},
                          {"AWS_CONFIG_FILE", folder + "/config"}};

    const auto standard = target_of("s3://b/x", {}, files);
    const auto work = target_of("s3://b/x", {.profile = "work"}, with_keys(files));

    ASSERT_TRUE(standard && work);
    EXPECT_EQ(standard->credentials.key_id, "one");
    EXPECT_EQ(work->credentials.key_id, "two");
    EXPECT_EQ(work->credentials.secret, "s2=/+");
    EXPECT_EQ(work->region, "eu-north-1");
    EXPECT_EQ(work->origin, "http://127.0.0.1:1");
    std::filesystem::remove_all(folder);
}

TEST(Profile, PassesOverCommentsAndNestedEntries) {
    const auto entries = profile_entries(
        "# c\n[a]\nregion = x\n[b]\n; c\nRegion=y\r\ns3 =\n  region = z\nno entry\n[b", "b");

    EXPECT_EQ(entries.at("region"), "y");
    EXPECT_EQ(entries.size(), 2U);
}

}  // namespace
}  // namespace throughline::remote
