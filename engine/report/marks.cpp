// SPDX-License-Identifier: Apache-2.0
#include "engine/report/marks.h"

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

}  // namespace throughline::report
