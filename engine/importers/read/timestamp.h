// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace throughline::importers {

/// A point in time as a file gives it.
struct Moment {
    double seconds = 0.0;  ///< since 1970 UTC, or by the local clock when `has_zone` is false
    bool has_zone = false;
};

/// Reads what tools write: "2024-03-14T17:53:14.123456-0700", "2024/03/15 13:57:59.791",
/// "2019-04-18 13:20:19 UTC", "02/25/2015 05:48:52 PM", "30.11.2021 17:00:00", "20201123 14:40:56",
/// "16 Jun 2015 11:06:42 CDT" (the name of a zone is left out of account), what date(1) prints.
/// Month/day is taken in the American order unless the first number is above 12. Nothing when it is
/// no time.
std::optional<Moment> parse_moment(std::string_view text);

/// Seconds since midnight of "13:20:09", "05:48:52 PM", "11:06:42.5".
std::optional<double> parse_clock(std::string_view text);

/// Seconds since 1970 of the midnight that begins a date alone: "04/18/19", "2024-03-14".
std::optional<double> parse_date(std::string_view text);

/// Whether "12/02/2021" may as well be the 12th of February: two numbers up to 12 that differ.
bool has_unclear_order(std::string_view date);

/// "2024-03-15T00:53:14.000Z" of seconds since 1970; "" beyond the years 1 to 9999.
std::string iso_of(double seconds);

/// "+02:00", "-0700", "Z" as seconds east of Greenwich.
std::optional<double> parse_zone(std::string_view text);

}  // namespace throughline::importers
