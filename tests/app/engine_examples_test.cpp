// SPDX-License-Identifier: Apache-2.0
// The commands that README.md and app/README.md print are commands of this program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/app/engine_process.h"

namespace throughline::tests {
namespace {

using testing::HasSubstr;

constexpr std::string_view kProgram = "throughline-engine ";

/// Of a document: what stands behind "throughline-engine", with lines that go on joined.
std::vector<std::string> examples_of(const std::filesystem::path& document) {
    std::ifstream in(document);
    std::vector<std::string> found;
    bool block = false;
    std::string command;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("```")) {
            block = line == "```sh";
            continue;
        }
        const auto begin = line.find(kProgram);
        if (command.empty() && begin != std::string::npos && (block || line.starts_with("| "))) {
            const std::string rest = line.substr(begin + kProgram.size());
            command = block ? rest : rest.substr(0, rest.find('`'));
        } else if (!command.empty()) {
            command += line;
        }
        if (command.ends_with('\\')) {
            command.pop_back();
        } else if (!command.empty()) {
            found.push_back(command.substr(0, command.find(" # ")));
            command.clear();
        }
    }
    return found;
}

std::vector<std::string> words_of(const std::string& command) {
    std::istringstream in(command);
    std::vector<std::string> words;
    for (std::string word; in >> word && word != "--" && word != ">";) {
        words.push_back(word);
    }
    return words;
}

/// The settings that `--set` and `--sweep` name.
std::vector<std::string> keys_of(const std::vector<std::string>& words) {
    std::vector<std::string> keys;
    for (std::size_t at = 1; at < words.size(); ++at) {
        if (words[at - 1] == "--set" || words[at - 1] == "--sweep") {
            std::string key = words[at].substr(0, words[at].find('='));
            key.erase(std::remove(key.begin(), key.end(), '"'), key.end());
            keys.push_back(key);
        }
    }
    return keys;
}

void expect_understood(const std::string& example, const std::string& settings) {
    const std::vector<std::string> words = words_of(example);
    ASSERT_FALSE(words.empty()) << example;
    std::vector<std::string> asked{words.front()};
    if (words.size() > 1 && !words[1].starts_with('-')) {
        asked.push_back(words[1]);
    }
    // Of another computer's command: what is asked of it there.
    if (words.front() == "remote" && words.size() > 2) {
        asked = {words[2]};
    }
    asked.emplace_back("--help");
    const Outcome help = run_engine(asked);
    ASSERT_EQ(help.exit_code, 0) << example << "\n" << help.err;
    for (const std::string& word : words) {
        if (word.starts_with("--")) {
            EXPECT_THAT(help.out, HasSubstr(word)) << example;
        }
    }
    if (asked.front() == "run") {
        for (const std::string& key : keys_of(words)) {
            EXPECT_THAT(settings, HasSubstr(key)) << example;
        }
    }
}

TEST(EngineExamples, OfTheDocumentsAreUnderstood) {
    const std::filesystem::path project = THROUGHLINE_PROJECT;
    const std::string settings = run_engine({"settings"}).out;
    std::vector<std::string> examples = examples_of(project / "README.md");
    EXPECT_GE(examples.size(), 6U) << "of README.md";
    for (std::string& example : examples_of(project / "app/README.md")) {
        examples.push_back(std::move(example));
    }
    EXPECT_GE(examples.size(), 50U);
    for (const std::string& example : examples) {
        expect_understood(example, settings);
    }
}

}  // namespace
}  // namespace throughline::tests
