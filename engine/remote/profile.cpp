// SPDX-License-Identifier: Apache-2.0
#include "engine/remote/profile.h"

#include <algorithm>

#include "engine/base/text.h"

namespace throughline::remote {
namespace {

/// The name in "[name]" or "[profile name]".
std::string_view section_of(std::string_view line) {
    constexpr std::string_view kProfile = "profile ";
    const std::size_t end = std::min(line.find(']'), line.size());
    std::string_view name = trim(line.substr(1, end - 1));
    if (name.starts_with(kProfile)) {
        name = trim(name.substr(kProfile.size()));
    }
    return name;
}

}  // namespace

std::map<std::string, std::string> profile_entries(std::string_view text,
                                                   std::string_view section) {
    std::map<std::string, std::string> entries;
    bool inside = false;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        at = end + 1;
        const bool nested = line.starts_with(' ') || line.starts_with('\t');
        if (line.empty() || nested || line.front() == '#' || line.front() == ';') {
            continue;
        }
        if (line.front() == '[') {
            inside = section_of(line) == section;
            continue;
        }
        const std::size_t equals = line.find('=');
        if (inside && equals != std::string_view::npos) {
            entries[lower(trim(line.substr(0, equals)))] = trim(line.substr(equals + 1));
        }
    }
    return entries;
}

}  // namespace throughline::remote
