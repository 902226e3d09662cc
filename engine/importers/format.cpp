// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/format.h"

#include <algorithm>

#include "engine/importers/scan.h"

namespace throughline::importers {
namespace {

std::vector<std::string_view> whole_lines(std::string_view text) {
    std::vector<std::string_view> lines = split(text, '\n');
    // A last line that the 64 KiB cut through would be misread.
    if (text.size() == TextSource::kHeadBytes && lines.size() > 1) {
        lines.pop_back();
    }
    for (auto& line : lines) {
        while (line.ends_with('\r')) {
            line.remove_suffix(1);
        }
        line.remove_prefix(line.rfind('\r') + 1);  // what progress bars drew over (npos + 1 = 0)
    }
    if (!lines.empty() && lines.back().empty()) {
        lines.pop_back();
    }
    return lines;
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

Head::Head(std::string_view head_text)
    : text(head_text),
      lines(whole_lines(head_text)),
      json_at(find_json(head_text)),
      json(json_at == std::string_view::npos ? std::string_view() : head_text.substr(json_at)) {}

bool Head::any_line_has(std::string_view part) const {
    return contains(text, part);
}

bool Head::any_line_matches(std::string_view pattern) const {
    return std::any_of(lines.begin(), lines.end(), [&](std::string_view line) {
        return match(line, pattern).has_value();
    });
}

bool Head::any_line_finds(std::string_view pattern) const {
    return std::any_of(lines.begin(), lines.end(), [&](std::string_view line) {
        return find(line, pattern).has_value();
    });
}

Error bad_line(const TextLine& line, std::string_view why) {
    return Error{.code = ErrorCode::Format,
                 .what = "line " + std::to_string(line.number) + " at byte " +
                         std::to_string(line.offset) + ": " + std::string(why)};
}

}  // namespace throughline::importers
