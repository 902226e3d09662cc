// SPDX-License-Identifier: Apache-2.0
#include "app/engine/command_tree.h"

#include <CLI/CLI.hpp>

namespace throughline::app {
namespace {

OptionEntry entry_of(const CLI::Option& option) {
    OptionEntry entry{.meaning = option.get_description()};
    for (const std::string& name : option.get_snames()) {
        entry.flags.push_back("-" + name);
    }
    for (const std::string& name : option.get_lnames()) {
        entry.flags.push_back("--" + name);
    }
    if (option.get_positional()) {
        entry.value = option.get_name(true, false);
    } else if (option.get_items_expected_max() > 0) {
        entry.value = option.get_type_name();
    }
    return entry;
}

void collect(const CLI::App& command, const std::string& path, std::vector<CommandEntry>& tree) {
    CommandEntry entry{.path = path, .meaning = command.get_description()};
    for (const CLI::Option* const option : command.get_options()) {
        if (!option->get_group().empty()) {
            entry.options.push_back(entry_of(*option));
        }
    }
    const auto below = command.get_subcommands(
        [](const CLI::App* one) { return !one->get_name().empty() && !one->get_group().empty(); });
    for (const CLI::App* const one : below) {
        entry.commands.push_back(one->get_name());
    }
    tree.push_back(std::move(entry));
    for (const CLI::App* const one : below) {
        collect(*one, path.empty() ? one->get_name() : path + " " + one->get_name(), tree);
    }
}

}  // namespace

std::vector<CommandEntry> command_tree(const CLI::App& program) {
    std::vector<CommandEntry> tree;
    collect(program, "", tree);
    return tree;
}

}  // namespace throughline::app
