// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/formats/monitors/sysstat_clock.h"

#include <string>

#include "engine/importers/read/scan.h"
#include "engine/importers/read/timestamp.h"

namespace throughline::importers {

std::optional<SysstatLine> sysstat_line(std::string_view line) {
    auto cells = words(line);
    if (cells.size() < 2) {
        return std::nullopt;
    }
    const bool half_day = cells[1] == "AM" || cells[1] == "PM";
    const auto clock = parse_clock(half_day ? std::string(cells[0]) + " " + std::string(cells[1])
                                            : std::string(cells[0]));
    if (!clock) {
        return std::nullopt;
    }
    cells.erase(cells.begin(), cells.begin() + (half_day ? 2 : 1));
    if (cells.empty()) {
        return std::nullopt;
    }
    return SysstatLine{*clock, std::move(cells)};
}

double SysstatDays::time_of(double clock) {
    constexpr double kDaySeconds = 86'400.0;
    if (clock < last_clock_ - kDaySeconds / 2) {
        midnights_ += 1.0;
    }
    last_clock_ = clock;
    return midnights_ * kDaySeconds + clock;
}

}  // namespace throughline::importers
