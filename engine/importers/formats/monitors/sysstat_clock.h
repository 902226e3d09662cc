// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace throughline::importers {

/// A line of sysstat that begins with a clock, "22:11:17" or "10:11:17 PM", and the cells behind
/// it, of which there is at least one.
struct SysstatLine {
    double clock = 0.0;  ///< seconds since midnight
    std::vector<std::string_view> cells{};
};
/// Nothing for other lines ("Average:", a heading of words).
std::optional<SysstatLine> sysstat_line(std::string_view line);

/// Clocks of one table in the order of the file: counts the midnights that they pass.
class SysstatDays {
public:
    /// Seconds since the midnight before the first clock.
    double time_of(double clock);

private:
    double midnights_ = 0.0;
    double last_clock_ = 0.0;
};

}  // namespace throughline::importers
