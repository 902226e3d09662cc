// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>

namespace throughline::importers {

/// Which keys a JSON text has, judged from its first kilobytes: "sysstat.hosts.[].nodename". Four
/// levels deep; a key of whole numbers is kept as "#" too.
class JsonOutline {
public:
    explicit JsonOutline(std::string_view text);

    bool has(std::string_view path) const { return paths_.count(path) > 0; }
    bool empty() const noexcept { return paths_.empty(); }

private:
    std::set<std::string, std::less<>> paths_;
};

/// Where JSON starts: at the first byte that is no blank, or at a line "{" or beginning with `{"`
/// among the first hundred (text before it is common). npos: nowhere.
std::size_t find_json(std::string_view text);

}  // namespace throughline::importers
