// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/app/engine_process.h"

namespace throughline::tests {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(EngineUsage, WrongCommandLinesAreUsageErrorsWithAHint) {
    const std::vector<std::vector<std::string>> command_lines{
        {},
        {"no-such-command"},
        {"--no-such-option"},
        {"version", "--no-such-option"},
        {"show"},
        {"show", "x.tlrun", "--json", "--all"},
        {"inspect"},
        {"dataset"},
        {"dataset", "make", "somewhere"},
        {"dataset", "make", "somewhere", "--images", "many"},
        {"dataset", "make", "somewhere", "--images", "0"},
        {"dataset", "make", "somewhere", "--images", "2", "--size", "500"},
        {"dataset", "make", "somewhere", "--images", "2", "--events"},
        {"import"},
        {"library"},
        {"library", "export", "1"}};
    for (const auto& arguments : command_lines) {
        const Outcome outcome = run_engine(arguments);
        const std::string shown = arguments.empty() ? "no arguments" : arguments.back();
        EXPECT_EQ(outcome.exit_code, 2) << shown;
        EXPECT_EQ(outcome.out, "") << shown;
        EXPECT_THAT(outcome.err, StartsWith("throughline-engine: ")) << shown;
        EXPECT_THAT(outcome.err, HasSubstr("--help")) << shown;
    }
}

TEST(EngineUsage, MisspeltCommandIsNamed) {
    const Outcome outcome = run_engine({"mesure"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_THAT(outcome.err, HasSubstr("there is no command 'mesure'"));
}

TEST(EngineUsage, WrongKeysAndFoldersAreLedToWhatIsMeant) {
    const Outcome key = run_engine({"run", "--set", "dataset.pth=/x"});
    EXPECT_EQ(key.exit_code, 2);
    EXPECT_THAT(key.err, HasSubstr("did you mean dataset.path?"));
    EXPECT_THAT(key.err, HasSubstr("throughline-engine settings"));

    const Outcome folder = run_engine({"run", "/"});
    EXPECT_EQ(folder.exit_code, 2);
    EXPECT_THAT(folder.err, HasSubstr("--set dataset.path=/"));

    const Outcome none = run_engine({"dataset", "make", "somewhere", "--images", "-5"});
    EXPECT_LT(none.err.size(), 300U) << none.err;
}

TEST(EngineUsage, EveryCommandHasHelp) {
    const std::vector<std::vector<std::string>> commands{{},
                                                         {"run"},
                                                         {"show"},
                                                         {"inspect"},
                                                         {"gpu"},
                                                         {"version"},
                                                         {"settings"},
                                                         {"dataset"},
                                                         {"dataset", "make"},
                                                         {"dataset", "inspect"},
                                                         {"dataset", "delete"},
                                                         {"import"},
                                                         {"library"},
                                                         {"library", "list"},
                                                         {"library", "show"},
                                                         {"library", "delete"},
                                                         {"library", "restore"},
                                                         {"library", "export"}};
    for (std::vector<std::string> arguments : commands) {
        arguments.emplace_back("--help");
        const Outcome outcome = run_engine(arguments);
        EXPECT_EQ(outcome.exit_code, 0) << arguments.front();
        EXPECT_THAT(outcome.out, HasSubstr("Usage: ")) << arguments.front();
        EXPECT_EQ(outcome.err, "") << arguments.front();
    }
}

TEST(EngineUsage, MissingFilesAreNamedWithCauseAndHint) {
    const std::vector<std::vector<std::string>> command_lines{
        {"show", "/no/such/file.tlrun"},
        {"show", "/no/such/file.tlrun", "--json"},
        {"inspect", "/no/such/file.tlrun"},
        {"dataset", "inspect", "/no/such/file.tlrun"}};
    for (const auto& arguments : command_lines) {
        const Outcome outcome = run_engine(arguments);
        EXPECT_EQ(outcome.exit_code, 1) << arguments.front();
        EXPECT_EQ(outcome.out, "") << arguments.front();
        EXPECT_THAT(outcome.err, StartsWith("throughline-engine: ")) << arguments.front();
        EXPECT_THAT(outcome.err, HasSubstr("/no/such/file.tlrun")) << arguments.front();
        EXPECT_THAT(outcome.err, HasSubstr("No such file or directory")) << arguments.front();
        EXPECT_THAT(outcome.err, HasSubstr("Check the spelling")) << arguments.front();
    }
}

}  // namespace
}  // namespace throughline::tests
