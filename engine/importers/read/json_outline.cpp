// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/read/json_outline.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <vector>

#include "engine/importers/read/scan.h"

namespace throughline::importers {
namespace {

constexpr std::size_t kDepthMax = 6;
constexpr std::size_t kPathsMax = 2000;

struct Level {
    bool array = false;
    bool wants_key = false;
    std::string path{};
    std::string key{};
};

bool is_whole_number(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](unsigned char byte) {
        return std::isdigit(byte) != 0;
    });
}

std::string joined(const std::string& path, std::string_view name) {
    return path.empty() ? std::string(name) : path + "." + std::string(name);
}

/// "[", then what the arrays of results hold; "[root@node1 ~]#" and "[10:22]" are no JSON.
bool begins_array(std::string_view text) {
    if (!text.starts_with('[')) {
        return false;
    }
    const std::size_t next = text.find_first_not_of(" \t\r\n", 1);
    return next == std::string_view::npos || text[next] == '{' || text[next] == '[' ||
           text[next] == ']';
}

}  // namespace

JsonOutline::JsonOutline(std::string_view text) {
    std::vector<Level> levels;
    std::size_t too_deep = 0;
    for (std::size_t at = 0; at < text.size() && paths_.size() < kPathsMax; ++at) {
        const char byte = text[at];
        if (byte == '"') {
            const std::size_t from = at + 1;
            for (++at; at < text.size() && text[at] != '"'; ++at) {
                at += text[at] == '\\' ? 1 : 0;
            }
            if (too_deep == 0 && !levels.empty() && levels.back().wants_key && at < text.size()) {
                Level& level = levels.back();
                level.key = text.substr(from, std::min(at, text.size()) - from);
                level.key = is_whole_number(level.key) ? "#" : level.key;
                level.wants_key = false;
                paths_.insert(joined(level.path, level.key));
            }
        } else if (byte == '{' || byte == '[') {
            if (levels.size() >= kDepthMax) {
                ++too_deep;
                continue;
            }
            std::string path;
            if (!levels.empty()) {
                path = joined(levels.back().path, levels.back().array ? "[]" : levels.back().key);
            }
            levels.push_back(
                {.array = byte == '[', .wants_key = byte == '{', .path = std::move(path)});
        } else if (byte == '}' || byte == ']') {
            if (too_deep > 0) {
                --too_deep;
            } else if (levels.size() <= 1) {
                return;
            } else {
                levels.pop_back();
            }
        } else if (byte == ',' && too_deep == 0 && !levels.empty()) {
            levels.back().wants_key = !levels.back().array;
        }
    }
}

std::size_t find_json(std::string_view text) {
    constexpr int kLinesMax = 100;
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) {
        return first;
    }
    if (text[first] == '{' || begins_array(text.substr(first))) {
        return first;
    }
    std::size_t at = 0;
    for (int line = 0; line < kLinesMax; ++line) {
        const std::size_t end = text.find('\n', at);
        const std::string_view here =
            text.substr(at, end == std::string_view::npos ? end : end - at);
        if (trim(here) == "{" || here.starts_with("{\"")) {
            return at;
        }
        if (end == std::string_view::npos) {
            break;
        }
        at = end + 1;
    }
    return std::string_view::npos;
}

}  // namespace throughline::importers
