// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace throughline::app {

struct OptionEntry {
    std::vector<std::string> flags{};  ///< "-o", "--output"; none: an argument by its place
    std::string value{};               ///< "TEXT"; of an argument its name; "" takes none
    std::string meaning{};
};

/// A command of the program as its command line knows it.
struct CommandEntry {
    std::string path{};  ///< "library list"; "" is the program itself
    std::string meaning{};
    std::vector<OptionEntry> options{};
    std::vector<std::string> commands{};  ///< names of those right below
};

/// The program and its commands, each before those below it; hidden ones are left out.
std::vector<CommandEntry> command_tree(const CLI::App& program);

}  // namespace throughline::app
