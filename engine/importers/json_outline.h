// SPDX-License-Identifier: Apache-2.0
#pragma once

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

}  // namespace throughline::importers
