// SPDX-License-Identifier: Apache-2.0
// The manual page of this program, for man(1): made of its command line, so that it tells of no
// option that is not there and leaves none out.
#include <CLI/CLI.hpp>
#include <array>
#include <string>
#include <string_view>

#include "app/build_info/build_info.h"
#include "app/engine/command_tree.h"
#include "app/engine/commands.h"
#include "app/engine/report.h"

namespace throughline::app {
namespace {

struct Fact {
    const char* name;
    const char* meaning;
};

constexpr std::array kExitCodes{
    Fact{"0", "The command did what was asked."},
    Fact{"1", "It failed; the message says what, where and what to do."},
    Fact{"2", "The command line, a spec or a scenario is wrong; nothing was done."},
    Fact{"3", "It was stopped early; what had been measured by then is kept."},
    Fact{"4", "The file to verify is no report, or too damaged to be read."},
};

constexpr std::array kEnvironment{
    Fact{"THROUGHLINE_GPU_PLUGIN",
         "The file of the GPU plug-in; no folders are searched for one then."},
    Fact{"THROUGHLINE_GPU_LIBRARIES", "A folder to look for cuDNN in, before those of the system."},
    Fact{"THROUGHLINE_GPU_PATIENCE_MS", "How long the GPU driver has to answer, in milliseconds."},
    Fact{"COLUMNS", "The width at which text wraps where the output is not a terminal."},
};

constexpr std::array kFiles{
    Fact{"$XDG_DATA_HOME/throughline",
         "The library of studies and their records "
         "(default: ~/.local/share/throughline)."},
    Fact{"$XDG_DATA_HOME/throughline/catalogue",
         "Entries of your own for the catalogue, as JSON files."},
};

/// Text for roff: nothing in it is taken for a request, and a hyphen stays one.
std::string roff(std::string_view text) {
    std::string out;
    for (const char c : text) {
        if (c == '\\') {
            out += "\\e";
        } else if (c == '-') {
            out += "\\-";
        } else {
            out += c;
        }
    }
    return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
}

std::string heading_of(const OptionEntry& option) {
    if (option.flags.empty()) {
        return "\\fI" + roff(option.value) + "\\fR";
    }
    std::string text;
    for (const std::string& flag : option.flags) {
        text += (text.empty() ? "\\fB" : ", \\fB") + roff(flag) + "\\fR";
    }
    return option.value.empty() ? text : text + " \\fI" + roff(option.value) + "\\fR";
}

/// As a sentence; those of the command line end without a dot.
std::string sentence(std::string_view text) {
    return roff(text) + (text.ends_with('.') ? "\n" : ".\n");
}

void add_options(const CommandEntry& command, std::string& page) {
    for (const OptionEntry& option : command.options) {
        page += ".TP\n" + heading_of(option) + "\n" + sentence(option.meaning);
    }
}

template <std::size_t Count>
void add_facts(const char* title, const std::array<Fact, Count>& facts, std::string& page) {
    page += std::string(".SH ") + title + "\n";
    for (const Fact& fact : facts) {
        page += ".TP\n.B " + roff(fact.name) + "\n" + roff(fact.meaning) + "\n";
    }
}

std::string manual(const std::vector<CommandEntry>& tree) {
    std::string page = R"(.TH THROUGHLINE\-ENGINE 1 "" "Throughline )" + std::string(kVersion);
    page += R"(" "User Commands"
.SH NAME
throughline\-engine \- measure what starves a GPU of training images
.SH SYNOPSIS
.B throughline\-engine
.I COMMAND
[\fIOPTION\fR]...
.SH DESCRIPTION
)";
    page += roff(tree.front().meaning) + "\n";
    add_options(tree.front(), page);
    page += ".SH COMMANDS\n";
    for (std::size_t i = 1; i < tree.size(); ++i) {
        page += ".SS " + roff(tree[i].path) + "\n" + sentence(tree[i].meaning);
        add_options(tree[i], page);
    }
    add_facts("EXIT STATUS", kExitCodes, page);
    add_facts("ENVIRONMENT", kEnvironment, page);
    add_facts("FILES", kFiles, page);
    return page + ".SH SEE ALSO\n.BR throughline (1)\n";
}

}  // namespace

void add_manual_command(CLI::App& app) {
    CLI::App* const command = app.add_subcommand("manual", "Print this program's manual page");
    command->callback([&app] { print_data(manual(command_tree(app))); });
}

}  // namespace throughline::app
