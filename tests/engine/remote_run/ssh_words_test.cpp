// SPDX-License-Identifier: Apache-2.0
#include "engine/remote_run/ssh_words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

namespace throughline::remote_run {
namespace {

bool has_option(const std::vector<std::string>& words, const std::string& option) {
    const auto found = std::ranges::find(words, option);
    return found != words.end() && found != words.begin() && *(found - 1) == "-o";
}

TEST(SshWords, HostAndCommandStandBehindAllOptions) {
    const auto words = ssh_words({.host = "lab", .options = {"Port=2222"}}, "'engine' serve");
    ASSERT_GT(words.size(), 3U);
    EXPECT_EQ(words.front(), "ssh");
    EXPECT_EQ(*(words.end() - 3), "--");
    EXPECT_EQ(*(words.end() - 2), "lab");
    EXPECT_EQ(words.back(), "'engine' serve");
    EXPECT_TRUE(has_option(words, "Port=2222"));
    EXPECT_TRUE(has_option(words, "ControlMaster=auto"));
}

TEST(SshWords, NothingIsAskedForButByAskpass) {
    ::unsetenv("SSH_ASKPASS");
    EXPECT_TRUE(has_option(ssh_words({.host = "lab"}, "x"), "BatchMode=yes"));
    EXPECT_TRUE(ssh_environment().empty());
    ::setenv("SSH_ASKPASS", "/usr/bin/ask", 1);
    EXPECT_TRUE(has_option(ssh_words({.host = "lab"}, "x"), "BatchMode=no"));
    EXPECT_EQ(ssh_environment(), std::vector<std::string>{"SSH_ASKPASS_REQUIRE=force"});
    ::unsetenv("SSH_ASKPASS");
}

// ssh would take it for an option, and -oProxyCommand=… runs a program.
TEST(SshWords, HostThatLooksLikeAnOptionIsNone) {
    EXPECT_FALSE(check_host("-oProxyCommand=touch pwned"));
    EXPECT_FALSE(check_host(""));
    EXPECT_TRUE(check_host("user@lab.example.org"));
}

TEST(SshWords, PathThatWasGivenIsTheOnlyPlaceLookedAt) {
    EXPECT_EQ(engine_places({.host = "lab", .engine = "/opt/e"}, "1.2.3"),
              std::vector<std::string>{"/opt/e"});
    const auto places = engine_places({.host = "lab"}, "1.2.3");
    ASSERT_EQ(places.size(), 2U);
    EXPECT_EQ(places[0], "throughline-engine");
    EXPECT_EQ(places[1], ".local/share/throughline/engine-1.2.3/throughline-engine");
}

}  // namespace
}  // namespace throughline::remote_run
