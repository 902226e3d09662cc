// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "engine/importers/read/scan.h"

namespace throughline::importers {

/// Tab, semicolon or comma: whichever the header has most of.
inline char separator_of(std::string_view line) {
    char best = ',';
    std::ptrdiff_t most = 0;
    for (const char separator : {',', ';', '\t'}) {
        const auto count = std::count(line.begin(), line.end(), separator);
        if (count > most) {
            most = count;
            best = separator;
        }
    }
    return best;
}

/// The names of the columns, trimmed.
inline std::vector<std::string> table_header(std::string_view line, char separator) {
    std::vector<std::string> names;
    for (const std::string& cell : csv_cells(line, separator)) {
        names.emplace_back(trim(cell));
    }
    return names;
}

}  // namespace throughline::importers
