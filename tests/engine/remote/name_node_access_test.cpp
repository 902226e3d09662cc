// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/name_node_access.h"

#include <gtest/gtest.h>

#include <map>

#include "engine/base/far_path.h"
#include "engine/base/file_descriptor.h"
#include "engine/remote/find_target.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::remote {
namespace {

Result<Target> target_of(const std::string& path,
                         const std::map<std::string, std::string>& variables,
                         bool anonymous = false) {
    const auto location = parse_location(path);
    EXPECT_TRUE(location);
    return find_target(*location, {.anonymous = anonymous}, [variables](const char* name) {
        const auto found = variables.find(name);
        return found == variables.end() ? std::string() : found->second;
    });
}

/// A token as Hadoop's Token.write() writes it, with a text of more than 127 bytes.
std::string token_bytes(const std::string& kind, const std::string& service) {
    const std::string identifier(200, 'i');
    std::string bytes = "\x8f\xc8" + identifier;  // one byte follows: 200
    bytes += std::string("\x03") + "pwd";
    bytes += static_cast<char>(kind.size()) + kind;
    return bytes + static_cast<char>(service.size()) + service;
}

std::string token_file(const std::vector<std::string>& tokens) {
    std::string bytes("HDTS\0", 5);
    bytes += static_cast<char>(tokens.size());
    for (const std::string& token : tokens) {
        bytes += std::string("\x02") + "al" + token;
    }
    return bytes + '\0';
}

TEST(NameNodeAccess, PutsThePortThatHadoopHas) {
    EXPECT_EQ(target_of("webhdfs://nn/a", {})->origin, "http://nn:9870");
    EXPECT_EQ(target_of("swebhdfs://nn/a", {})->origin, "https://nn:9871");
    EXPECT_EQ(target_of("WebHDFS://nn:50070/a", {})->origin, "http://nn:50070");
    EXPECT_EQ(target_of("webhdfs://[::1]/a", {})->host, "[::1]:9870");
}

TEST(NameNodeAccess, SaysWhoAsksAndNeverShowsIt) {
    const auto user = target_of("webhdfs://nn/a", {{"HADOOP_USER_NAME", "dr who"}, {"USER", "me"}});
    EXPECT_EQ(user->query_end, "&user.name=dr%20who");
    EXPECT_EQ(user->signed_in_by, "the user in HADOOP_USER_NAME");
    EXPECT_EQ(target_of("webhdfs://nn/a", {{"USER", "me"}})->query_end, "&user.name=me");
    EXPECT_EQ(target_of("webhdfs://nn/a", {{"USER", "me"}}, true)->query_end, "");
    const auto token = target_of("webhdfs://nn/a",
                                 {{"HADOOP_DELEGATION_TOKEN", "abc"}, {"HADOOP_USER_NAME", "me"}});
    EXPECT_EQ(token->query_end, "&delegation=abc");
    EXPECT_EQ(token->signed_in_by, "a delegation token");
}

TEST(NameNodeAccess, TakesTheTokenOfItsHostFromAFileOfTokens) {
    const std::string other = token_bytes("HDFS_DELEGATION_TOKEN", "ha-hdfs:other");
    const std::string own = token_bytes("WEBHDFS delegation", "nn:9870");
    const std::string yarn = token_bytes("YARN_AM_RM_TOKEN", "nn:9870");

    const auto first = token_in_file(token_file({yarn, other}), "nn:9870");
    const auto right = token_in_file(token_file({other, own, yarn}), "nn:9870");

    ASSERT_TRUE(first && right);
    EXPECT_NE(*first, *right);
    EXPECT_TRUE(right->starts_with("j8hpaW"));  // 0x8f 0xc8 "ii"
    EXPECT_EQ(right->find_first_of("+/="), std::string::npos);
    EXPECT_FALSE(token_in_file(token_file({yarn}), "nn:9870"));
}

TEST(NameNodeAccess, AFileOfTokensThatIsNoneIsRefusedWithoutItsContent) {
    const std::string whole = token_file({token_bytes("HDFS_DELEGATION_TOKEN", "nn:9870")});
    for (std::size_t length = 0; length + 1 < whole.size(); ++length) {
        const auto token = token_in_file(std::string_view(whole).substr(0, length), "nn:9870");
        ASSERT_FALSE(token) << length;
        EXPECT_EQ(token.error().what.find("pwd"), std::string::npos);
    }
    EXPECT_EQ(token_in_file(std::string("HDTS\1", 5), "nn").error().code, ErrorCode::Unsupported);
    const fixtures::TemporaryFolder place;
    const std::string path = place.path() + "/tokens";
    ASSERT_TRUE(write_file_atomically(path, whole));
    EXPECT_TRUE(target_of("webhdfs://nn/a", {{"HADOOP_TOKEN_FILE_LOCATION", path}})
                    ->query_end.starts_with("&delegation=j8hp"));
    EXPECT_FALSE(target_of("webhdfs://nn/a", {{"HADOOP_TOKEN_FILE_LOCATION", path + "x"}}));
}

TEST(NameNodeAccess, ATokenInAPathIsRefused) {
    EXPECT_FALSE(check_no_secret("webhdfs://nn:9870/a?delegation=abc"));
    EXPECT_FALSE(check_no_secret("webhdfs://me@nn:9870/a"));
    EXPECT_TRUE(check_no_secret("webhdfs://nn:9870/a"));
}

}  // namespace
}  // namespace throughline::remote
