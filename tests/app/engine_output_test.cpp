// SPDX-License-Identifier: Apache-2.0
// What people see on a terminal: no line wider than it, and nothing of a file that steers it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <string>
#include <vector>

#include "engine/base/text_layout.h"
#include "tests/app/engine_process.h"
#include "tests/fixtures/temporary_folder.h"

namespace throughline::tests {
namespace {

using testing::HasSubstr;
using testing::Not;

/// What the program writes on a terminal of so many columns.
std::string on_terminal(std::vector<std::string> arguments, unsigned short columns) {
    winsize size{.ws_row = 24, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
    std::string program = THROUGHLINE_ENGINE_PROGRAM;
    std::vector<char*> argv{program.data()};
    for (std::string& argument : arguments) {
        argv.push_back(argument.data());
    }
    argv.push_back(nullptr);
    int terminal = -1;
    const pid_t child = ::forkpty(&terminal, nullptr, nullptr, &size);
    if (child == 0) {
        ::execv(argv[0], argv.data());
        ::_exit(127);
    }
    const UniqueFd owned(terminal);
    std::string text;
    std::array<char, 4096> buffer{};
    for (;;) {  // EIO: the other side is closed
        const ssize_t got = ::read(terminal, buffer.data(), buffer.size());
        if (got <= 0) {
            break;
        }
        text.append(buffer.data(), static_cast<std::size_t>(got));
    }
    ::waitpid(child, nullptr, 0);
    return text;
}

std::size_t widest_line(const std::string& text) {
    std::size_t widest = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        std::string line = text.substr(at, end - at);
        line.erase(line.find_last_not_of('\r') + 1);
        widest = std::max(widest, shown_width(line));
        at = end + 1;
    }
    return widest;
}

TEST(EngineOutput, TablesFitATerminalOf80Columns) {
    const std::string scenario =
        std::string(THROUGHLINE_RESOURCES) + "/scenarios/attached-disks.json";
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"settings"},
          {"metrics"},
          {"catalog", "list"},
          {"catalog", "presets"},
          {"version"},
          {"gpu"},
          {"show", std::string(THROUGHLINE_RESOURCES) + "/demo/decode-threads.tlrun"},
          {"inspect", "/"},
          {"whatif", scenario}}) {
        const std::string text = on_terminal(command, 80);
        EXPECT_GT(text.size(), 100U) << command[0];
        EXPECT_LE(widest_line(text), 80U) << command[0] << "\n" << text;
    }
}

TEST(EngineOutput, AWideTableStaysOneLineARowInAPipe) {
    const std::string text = run_engine({"settings"}).out;
    EXPECT_GT(widest_line(text), 100U);
    EXPECT_THAT(text, HasSubstr("storage.queue_depth"));
}

/// A record whose texts try to steer the terminal and to look like more lines than they are.
std::string hostile_record() {
    return R"({"type":"header","seq":1,"format":"throughline-run","version":[1,0],)"
           R"("study":"6f1c2a52-5d0a-4f51-9d39-0a53a7c5b001","origin":"measured",)"
           R"("title":"\u001b[31mred\nrun 9  99999\u202e","started_at":"2026-01-01T00:00:00Z",)"
           R"("spec":{},"environment":{"host.name":"h\u009b2J"},"metrics":[]})"
           "\n";
}

TEST(EngineOutput, TextsOfARecordDoNotSteerTheTerminal) {
    const fixtures::TemporaryFolder folder;
    const std::string path = folder.file("a\x1b[31m.tlrun");
    std::ofstream(path) << hostile_record();
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"show", path},
          {"show", "--all", path},
          {"import", path, "--library", folder.file("library.sqlite")},
          {"library", "list", "--library", folder.file("library.sqlite")},
          {"show", folder.file("\x1b]0;gone.tlrun")}}) {
        const Outcome outcome = run_engine(command);
        const std::string all = outcome.out + outcome.err;
        EXPECT_THAT(all, Not(HasSubstr("\x1b"))) << command[0];
        EXPECT_THAT(all, Not(HasSubstr("\nrun 9"))) << all;
        EXPECT_THAT(all, HasSubstr("\\x1b")) << all;
    }
}

}  // namespace
}  // namespace throughline::tests
