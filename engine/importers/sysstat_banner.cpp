// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "engine/importers/scan.h"
#include "engine/importers/sysstat_columns.h"
#include "engine/importers/timestamp.h"

namespace throughline::importers {

std::optional<SysstatBanner> parse_banner(std::string_view line) {
    if (!line.starts_with("Linux ") || !trim(line).ends_with("CPU)")) {
        return std::nullopt;
    }
    const auto parts = words(line);
    SysstatBanner banner;
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const std::string_view part = parts[i];
        if (i == 1) {
            banner.kernel = part;
        } else if (i == 2 && part.size() > 2 && part.front() == '(') {
            banner.host = part.substr(1, part.size() - 2);
        } else if (!banner.date && parse_date(part)) {
            banner.date = parse_date(part);
        } else if (part.starts_with('(') && i + 1 < parts.size() && parts[i + 1] == "CPU)") {
            banner.cpus = parse_number(part.substr(1));
        }
    }
    return banner;
}

}  // namespace throughline::importers
