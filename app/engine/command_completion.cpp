// SPDX-License-Identifier: Apache-2.0
// Scripts that complete the command line of this program in a shell. All three find the command
// that was typed so far word by word, then offer what may follow it.
#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "app/engine/command_tree.h"
#include "app/engine/commands.h"
#include "app/engine/report.h"
#include "engine/spec/settings.h"

namespace throughline::app {
namespace {

/// In single quotes, as all three shells read them.
std::string in_quotes(std::string_view text) {
    std::string out = "'";
    for (const char c : text) {
        out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    }
    return out + "'";
}

std::string setting_keys() {
    std::string keys;
    for (const spec::SettingInfo& info : spec::all_settings()) {
        keys.append(keys.empty() ? "" : " ").append(info.key).append("=");
    }
    return keys;
}

/// "'library list'|'library show'|…": each command with one right below it, as the patterns of a
/// `case`, which find the command word by word.
std::string path_patterns(const std::vector<CommandEntry>& tree, const char* between) {
    std::string patterns;
    for (const CommandEntry& command : tree) {
        for (const std::string& name : command.commands) {
            patterns.append(patterns.empty() ? "" : between)
                .append(in_quotes(command.path + " " + name));
        }
    }
    return patterns;
}

std::string bash_script(const std::vector<CommandEntry>& tree) {
    std::string script = R"(# Completion of throughline-engine for bash.
_throughline_engine() {
    local word path= words= cur=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    # "KEY=VALUE" comes in three words.
    [[ $cur == = || $before == = ]] && return
    COMPREPLY=()
    if [[ $before == --set || $before == --sweep ]]; then
        compopt -o nospace
        COMPREPLY=($(compgen -W ")" +
                         setting_keys() + R"(" -- "$cur"))
        return
    fi
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case "$path $word" in
            )" + path_patterns(tree, "|") +
                         R"() path="${path:+$path }$word" ;;
        esac
    done
    case "$path" in
)";
    for (const CommandEntry& command : tree) {
        script += "        " + in_quotes(command.path) + ") words='";
        for (const std::string& name : command.commands) {
            script += name + " ";
        }
        script += "'\n            [[ $cur != -* ]] || words='";
        for (const OptionEntry& option : command.options) {
            for (const std::string& flag : option.flags) {
                script += flag + " ";
            }
        }
        script += "' ;;\n";
    }
    return script + R"(    esac
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -o default -F _throughline_engine throughline-engine
)";
}

/// Of zsh's _describe: a colon parts word and meaning.
std::string described(std::string_view word, std::string_view meaning) {
    std::string text;
    for (const char c : word) {
        text += c == ':' ? std::string("\\:") : std::string(1, c);
    }
    return in_quotes(text + ":" + std::string(meaning));
}

std::string zsh_script(const std::vector<CommandEntry>& tree) {
    std::map<std::string, std::string, std::less<>> meanings;
    for (const CommandEntry& command : tree) {
        meanings[command.path] = command.meaning;
    }
    std::string script = R"(#compdef throughline-engine
# Completion of throughline-engine for zsh.
local word at=''
local -a choices
if [[ ${words[CURRENT-1]} == --set || ${words[CURRENT-1]} == --sweep ]]; then
    choices=()" + setting_keys() +
                         R"()
    compadd -S '' -a choices
    return
fi
for word in ${words[2,CURRENT-1]}; do
    case "$at $word" in
        )";
    script += path_patterns(tree, "|") + R"() at="${at:+$at }$word" ;;
    esac
done
case "$at" in
)";
    for (const CommandEntry& command : tree) {
        script += "    " + in_quotes(command.path) + ")\n        choices=(";
        for (const std::string& name : command.commands) {
            const std::string path = command.path.empty() ? name : command.path + " " + name;
            script += described(name, meanings[path]) + " ";
        }
        script += ")\n        [[ ${words[CURRENT]} != -* ]] || choices=(";
        for (const OptionEntry& option : command.options) {
            for (const std::string& flag : option.flags) {
                script += described(flag, option.meaning) + " ";
            }
        }
        script += ") ;;\n";
    }
    return script + R"(esac
(( $#choices )) && _describe throughline-engine choices || _files
)";
}

std::string fish_script(const std::vector<CommandEntry>& tree) {
    std::string script = R"(# Completion of throughline-engine for fish.
function __throughline_engine_at
    set -l at ''
    for word in (commandline -opc)[2..-1]
        switch "$at $word"
            case )" + path_patterns(tree, " ") +
                         R"(
                set at (string trim "$at $word")
        end
    end
    test "$at" = "$argv"
end
)";
    for (const CommandEntry& command : tree) {
        const std::string here = "complete -c throughline-engine -n " +
                                 in_quotes("__throughline_engine_at " + command.path) + " ";
        if (!command.path.empty()) {
            const std::size_t blank = command.path.rfind(' ');
            const bool deep = blank != std::string::npos;
            script += "complete -c throughline-engine -f -n " +
                      in_quotes("__throughline_engine_at " +
                                (deep ? command.path.substr(0, blank) : std::string())) +
                      " -a " + command.path.substr(deep ? blank + 1 : 0) + " -d " +
                      in_quotes(command.meaning) + "\n";
        }
        for (const OptionEntry& option : command.options) {
            if (option.flags.empty()) {
                continue;
            }
            script += here;
            for (const std::string& flag : option.flags) {
                script += flag.starts_with("--") ? "-l " + flag.substr(2) + " "
                                                 : "-s " + flag.substr(1) + " ";
            }
            if (!option.value.empty()) {
                script += option.flags.back() == "--set" || option.flags.back() == "--sweep"
                              ? "-x -a " + in_quotes(setting_keys()) + " "
                              : std::string("-r ");
            }
            script += "-d " + in_quotes(option.meaning) + "\n";
        }
    }
    return script;
}

}  // namespace

void add_completion_command(CLI::App& app) {
    CLI::App* const command = app.add_subcommand(
        "completion", "Print a script that completes this program's command line in a shell");
    const auto shell = std::make_shared<std::string>();
    command->add_option("SHELL", *shell, "bash, fish or zsh")
        ->required()
        ->check(CLI::IsMember({"bash", "fish", "zsh"}));
    command->callback([&app, shell] {
        const auto tree = command_tree(app);
        print_data(*shell == "bash"   ? bash_script(tree)
                   : *shell == "fish" ? fish_script(tree)
                                      : zsh_script(tree));
    });
}

}  // namespace throughline::app
