// SPDX-License-Identifier: Apache-2.0
// What the packages install for shells and man(1) is printed by the program itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>

#include "tests/app/engine_process.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::tests {
namespace {

using testing::HasSubstr;

/// What bash offers for the words, the last of which is being typed.
class BashCompletion : public testing::Test {
protected:
    void SetUp() override {
        const Outcome outcome = run_engine({"completion", "bash"});
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
        std::ofstream(script_) << outcome.out;
    }
    std::string offers(const std::string& words) const {
        const std::string command =
            "bash -c 'compopt() { :; }; source " + script_ + "; COMP_WORDS=(" + words +
            "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _throughline_engine; "
            "echo \"${COMPREPLY[*]}\"'";
        FILE* const pipe = ::popen(command.c_str(), "r");
        std::array<char, 65'536> text{};
        const std::size_t length = std::fread(text.data(), 1, text.size(), pipe);
        EXPECT_EQ(::pclose(pipe), 0) << command;
        std::string offered(text.data(), length);
        while (offered.ends_with('\n')) {
            offered.pop_back();
        }
        return offered;
    }

private:
    fixtures::TemporaryFolder folder_;
    std::string script_ = folder_.path() + "/completion";
};

TEST_F(BashCompletion, OffersTheCommandsThatMayFollow) {
    EXPECT_EQ(offers("throughline-engine li"), "library");
    EXPECT_EQ(offers("throughline-engine library re"), "restore restore-backup rescue");
    EXPECT_EQ(offers("throughline-engine library list re"), "") << "names of files, then";
}

TEST_F(BashCompletion, OffersTheOptionsOfTheCommandOnly) {
    EXPECT_EQ(offers("throughline-engine run --s"), "--set --sweep");
    EXPECT_EQ(offers("throughline-engine show --s"), "");
}

TEST_F(BashCompletion, OffersTheKeysOfSettings) {
    EXPECT_EQ(offers("throughline-engine run --set decode.thr"), "decode.threads=");
    EXPECT_EQ(offers("throughline-engine run --sweep decode.thr"), "decode.threads=");
}

TEST(EngineCompletion, KnowsThreeShellsAndSaysSo) {
    EXPECT_THAT(run_engine({"completion", "zsh"}).out, HasSubstr("#compdef throughline-engine"));
    EXPECT_THAT(run_engine({"completion", "fish"}).out,
                HasSubstr("complete -c throughline-engine"));
    const Outcome other = run_engine({"completion", "tcsh"});
    EXPECT_EQ(other.exit_code, 2);
    EXPECT_THAT(other.err, HasSubstr("fish"));
}

TEST(EngineManual, TellsOfEveryCommandAndItsOptions) {
    const Outcome manual = run_engine({"manual"});
    ASSERT_EQ(manual.exit_code, 0) << manual.err;
    EXPECT_TRUE(manual.out.starts_with(".TH THROUGHLINE\\-ENGINE 1"));
    const std::string help = run_engine({"--help"}).out;
    std::istringstream commands(help.substr(help.find("Subcommands:")));
    const std::regex name("  ([a-z-]+) .*");
    int found = 0;
    for (std::string line; std::getline(commands, line);) {
        std::smatch match;
        if (std::regex_match(line, match, name)) {
            EXPECT_THAT(manual.out, HasSubstr("\n.SS " + match[1].str() + "\n"));
            ++found;
        }
    }
    EXPECT_GT(found, 10);
    EXPECT_THAT(manual.out, HasSubstr("\\fB\\-o\\fR, \\fB\\-\\-output\\fR \\fITEXT\\fR"));
    EXPECT_THAT(manual.out, HasSubstr("\n.SS library restore\\-backup\n"));
}

}  // namespace
}  // namespace throughline::tests
