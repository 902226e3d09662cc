// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/formats/format.h"

#include <algorithm>

#include "engine/importers/read/scan.h"

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

}  // namespace

Head::Head(std::string_view head_text)
    : text(head_text),
      lines(whole_lines(head_text)),
      json_at(find_json(head_text)),
      json(json_at == std::string_view::npos ? std::string_view() : head_text.substr(json_at)) {}

bool Head::any_line_has(std::string_view part) const {
    return contains(text, part);
}

bool Head::any_line_matches(std::string_view pattern) const {
    return any_line([&](std::string_view line) { return match(line, pattern); });
}

bool Head::any_line_finds(std::string_view pattern) const {
    return any_line([&](std::string_view line) { return find(line, pattern); });
}

}  // namespace throughline::importers
