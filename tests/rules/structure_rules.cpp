// SPDX-License-Identifier: Apache-2.0
#include "tests/rules/structure_rules.h"

#include <algorithm>
#include <map>
#include <regex>

namespace throughline::rules {
namespace {

using Graph = std::map<std::string, std::set<std::string>>;

/// "engine/base/uuid.h" -> "engine/base/uuid".
std::string unit_of(std::string_view path) {
    return std::string(path.substr(0, path.rfind('.')));
}

Graph units_by_include(const std::vector<SourceFile>& sources) {
    Graph units;
    for (const SourceFile& file : sources) {
        const std::string unit = unit_of(file.path);
        std::set<std::string>& uses = units[unit];
        for (const Include& include : includes_of(file)) {
            if (include.quoted && unit_of(include.name) != unit) {
                uses.insert(unit_of(include.name));
            }
        }
    }
    return units;
}

/// The sets of nodes that reach each other. Source: Tarjan, Depth-first search and linear graph
/// algorithms, SIAM J. Comput. 1(2), 1972.
class Circles {
public:
    explicit Circles(const Graph& graph) : graph_(graph) {
        for (const auto& [node, uses] : graph) {
            if (number_.count(node) == 0) {
                visit(node);
            }
        }
    }
    const std::vector<std::vector<std::string>>& found() const { return found_; }

private:
    std::size_t visit(const std::string& node) {
        const std::size_t number = number_.size();
        number_[node] = number;
        open_.push_back(node);
        std::size_t lowest = number;
        if (const auto uses = graph_.find(node); uses != graph_.end()) {
            for (const std::string& next : uses->second) {
                if (number_.count(next) == 0) {
                    lowest = std::min(lowest, visit(next));
                } else if (std::find(open_.begin(), open_.end(), next) != open_.end()) {
                    lowest = std::min(lowest, number_[next]);
                }
            }
        }
        if (lowest == number) {
            const auto first = std::find(open_.begin(), open_.end(), node);
            if (open_.end() - first > 1) {
                found_.emplace_back(first, open_.end());
                std::sort(found_.back().begin(), found_.back().end());
            }
            open_.erase(first, open_.end());
        }
        return lowest;
    }

    const Graph& graph_;
    std::map<std::string, std::size_t> number_;
    std::vector<std::string> open_;
    std::vector<std::vector<std::string>> found_;
};

/// A declaration of a class that counts, labels such as `public:` taken off.
bool counts(std::string declaration) {
    static const std::regex kLabel(
        R"((public|protected|private)(\s+Q_SLOTS)?\s*:(?!:)|Q_SIGNALS\s*:|Q_OBJECT)");
    static const std::regex kOther(R"(^\s*(using|friend|enum|struct|class|static constexpr|Q_)\b)");
    static const std::regex kGiven(R"(=\s*(default|delete)\s*$)");
    declaration = std::regex_replace(declaration, kLabel, "");
    return declaration.find_first_not_of(" \n") != std::string::npos &&
           !std::regex_search(declaration, kOther) && !std::regex_search(declaration, kGiven);
}

/// How many declarations that count stand in a body that begins at `at`, behind its brace.
std::size_t declarations_from(std::string_view code, std::size_t at) {
    std::size_t count = 0;
    std::size_t depth = 1;
    std::string declaration;
    const auto end = [&] {
        count += counts(declaration) ? 1 : 0;
        declaration.clear();
    };
    for (; at < code.size() && depth > 0; ++at) {
        const char letter = code[at];
        if (letter == '{') {
            ++depth;
        } else if (letter == '}') {
            --depth;
            const std::size_t next = code.find_first_not_of(" \n", at + 1);
            const bool goes_on = next == code.npos || code[next] == ';' || code[next] == ',';
            if (depth == 1 && !goes_on && declaration.find('(') != std::string::npos) {
                end();  // a function's body; an initialiser ends with its semicolon
            }
        } else if (depth == 1 && letter == ';') {
            end();
        } else if (depth == 1) {
            declaration += letter;
        }
    }
    return count;
}

std::string joined(const std::set<std::string>& names) {
    std::string text;
    for (const std::string& name : names) {
        text += (text.empty() ? "" : ", ") + name;
    }
    return text;
}

}  // namespace

Findings check_unused_edges(const std::vector<SourceFile>& sources, const FolderGraph& graph) {
    std::map<std::string, std::set<std::string>, std::less<>> used;
    for (const SourceFile& file : sources) {
        for (const Include& include : includes_of(file)) {
            used[folder_name(file.path)].insert(folder_name(include.name));
        }
    }
    Findings findings;
    for (const auto& [folder, uses] : graph) {
        for (const std::string& use : uses) {
            if (used[folder].count(use) == 0) {
                findings.push_back({"tests/rules/dependency_rules.cpp",
                                    0,
                                    folder + " may use " + use + " and includes nothing of it",
                                    "take the edge out of allowed_graph() and of CMake"});
            }
        }
    }
    return findings;
}

Findings check_circles(const std::vector<SourceFile>& sources) {
    Findings findings;
    const Graph units = units_by_include(sources);
    const Circles circles(units);
    for (const std::vector<std::string>& circle : circles.found()) {
        std::string names;
        for (const std::string& unit : circle) {
            names += (names.empty() ? "" : ", ") + unit.substr(unit.rfind('/') + 1);
        }
        findings.push_back({circle.front() + ".h",
                            0,
                            "includes in a circle: " + names,
                            "a header for the types that they share, and one for what makes them"});
    }
    return findings;
}

Findings check_class_size(const SourceFile& file) {
    static const std::regex kClass(R"((^|[^\w])class\s+([A-Z]\w*)(\s+final)?\s*(:[^;{]*)?\{)");
    Findings findings;
    for (std::sregex_iterator at(file.code.begin(), file.code.end(), kClass), end; at != end;
         ++at) {
        const auto start = static_cast<std::size_t>(at->position());
        const bool is_enum = file.code.substr(0, start + 1).ends_with("enum ");
        const std::size_t members =
            is_enum ? 0
                    : declarations_from(file.code, start + static_cast<std::size_t>(at->length()));
        if (members > kClassMembersMax) {
            findings.push_back(
                {file.path,
                 line_at(file.code, static_cast<std::size_t>(at->position(2))),
                 (*at)[2].str() + " has " + std::to_string(members) + " functions and variables",
                 "at most " + std::to_string(kClassMembersMax) +
                     ": give a part with a name of its own a class"});
        }
    }
    return findings;
}

std::string with_folder_table(std::string_view document, const FolderGraph& graph) {
    static const std::regex kRow(R"(^\| `([\w/]+)` \|(.*)\|[^|]*\|$)");
    std::string text;
    for (const std::string_view line : lines_of(document)) {
        std::match_results<std::string_view::const_iterator> row;
        const bool is_row = std::regex_match(line.begin(), line.end(), row, kRow);
        const auto folder = is_row ? graph.find(row[1].str()) : graph.end();
        if (folder == graph.end()) {
            text += std::string(line) + '\n';
            continue;
        }
        const std::set<std::string> others = libraries_of(folder->first);
        const std::string uses = joined(folder->second) +
                                 (folder->second.empty() || others.empty() ? "" : "; ") +
                                 joined(others);
        text += "| `" + folder->first + "` |" + row[2].str() + "| " + (uses.empty() ? "–" : uses) +
                " |\n";
    }
    return text;
}

}  // namespace throughline::rules
