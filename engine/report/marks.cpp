// SPDX-License-Identifier: Apache-2.0
#include "engine/report/marks.h"

#include <algorithm>
#include <array>
#include <utility>

namespace throughline::report {

std::optional<std::string_view> between(std::string_view& rest,
                                        std::string_view start,
                                        std::string_view end) {
    const std::size_t from = rest.find(start);
    const std::size_t to = from == std::string_view::npos ? std::string_view::npos
                                                          : rest.find(end, from + start.size());
    if (to == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view found = rest.substr(from + start.size(), to - from - start.size());
    rest.remove_prefix(to + end.size());
    return found;
}

std::optional<std::string_view> first_between(std::string_view text,
                                              std::string_view start,
                                              std::string_view end) {
    return between(text, start, end);
}

std::string without_entities(std::string_view text) {
    constexpr std::array kEntities{std::pair{std::string_view("&amp;"), '&'},
                                   std::pair{std::string_view("&lt;"), '<'},
                                   std::pair{std::string_view("&gt;"), '>'},
                                   std::pair{std::string_view("&quot;"), '"'}};
    std::string plain;
    while (!text.empty()) {
        const auto entity = std::ranges::find_if(
            kEntities, [&](const auto& one) { return text.starts_with(one.first); });
        const bool found = entity != kEntities.end();
        plain += found ? entity->second : text.front();
        text.remove_prefix(found ? entity->first.size() : 1);
    }
    return plain;
}

}  // namespace throughline::report
