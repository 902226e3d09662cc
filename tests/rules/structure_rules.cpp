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
