// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/read/timestamp.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "engine/base/text.h"
#include "engine/importers/read/scan.h"

namespace throughline::importers {
namespace {

constexpr double kDay = 86'400.0;
constexpr double kHalfDay = 43'200.0;

std::optional<double> midnight(int year, int month, int day) {
    if (year >= 0 && year < 100) {
        year += year < 70 ? 2000 : 1900;
    }
    const std::chrono::year_month_day date{std::chrono::year(year),
                                           std::chrono::month(static_cast<unsigned>(month)),
                                           std::chrono::day(static_cast<unsigned>(day))};
    if (!date.ok() || year < 1 || year > 9999) {
        return std::nullopt;
    }
    return static_cast<double>(std::chrono::sys_days(date).time_since_epoch().count()) * kDay;
}

std::optional<double> date_of_parts(std::string_view text, char separator) {
    const auto parts = split(text, separator);
    if (parts.size() != 3) {
        return std::nullopt;
    }
    const auto a = number_in<int>(parts[0]);
    const auto b = number_in<int>(parts[1]);
    const auto c = number_in<int>(parts[2]);
    if (!a || !b || !c) {
        return std::nullopt;
    }
    if (parts[0].size() == 4) {
        return midnight(*a, *b, *c);
    }
    const bool day_first = separator == '.' || separator == '-' || *a > 12;
    return day_first ? midnight(*c, *b, *a) : midnight(*c, *a, *b);
}

std::optional<int> month_of(std::string_view name) {
    static constexpr std::array kMonths = {
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"};
    const std::string begin = lower(name.substr(0, 3));
    for (std::size_t i = 0; i < kMonths.size(); ++i) {
        if (begin == kMonths[i]) {
            return static_cast<int>(i) + 1;
        }
    }
    return std::nullopt;
}

/// Where the zone of a clock starts: at Z, or at a sign behind the first digits.
std::size_t zone_start(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == 'Z' || (at > 0 && (text[at] == '+' || text[at] == '-'))) {
            return at;
        }
    }
    return std::string_view::npos;
}

std::optional<double> plain_clock(std::string_view text) {
    const auto parts = split(text, ':');
    if (parts.size() < 2 || parts.size() > 3) {
        return std::nullopt;
    }
    const auto hours = number_in<int>(parts[0]);
    const auto minutes = number_in<int>(parts[1]);
    const auto seconds = parts.size() == 3 ? parse_number(parts[2], true) : 0.0;
    if (!hours || !minutes || !seconds || *hours < 0 || *hours > 24 || *minutes < 0 ||
        *minutes > 59 || *seconds < 0.0 || *seconds >= 61.0) {
        return std::nullopt;
    }
    return *hours * 3600.0 + *minutes * 60.0 + *seconds;
}

/// "13:57:59.791", its zone, and behind blanks AM or PM, UTC or a zone.
std::optional<Moment> clock_with_zone(std::string_view text) {
    const auto parts = words(text);
    if (parts.empty() || parts.size() > 3) {
        return std::nullopt;
    }
    const std::size_t zone_at = zone_start(parts[0]);
    const auto clock = plain_clock(parts[0].substr(0, zone_at));
    if (!clock) {
        return std::nullopt;
    }
    Moment moment{.seconds = *clock};
    if (zone_at != std::string_view::npos) {
        const auto zone = parse_zone(parts[0].substr(zone_at));
        if (!zone) {
            return std::nullopt;
        }
        moment = {.seconds = *clock - *zone, .has_zone = true};
    }
    for (std::size_t i = 1; i < parts.size(); ++i) {
        const std::string word = lower(parts[i]);
        if (word == "pm" || word == "am") {
            const bool noon_hour = moment.seconds >= kHalfDay && moment.seconds < kHalfDay + 3600.0;
            moment.seconds += (word == "pm" ? kHalfDay : 0.0) - (noon_hour ? kHalfDay : 0.0);
        } else if (word == "utc" || word == "gmt") {
            moment.has_zone = true;
        } else if (const auto zone = parse_zone(parts[i])) {
            moment = {.seconds = moment.seconds - *zone, .has_zone = true};
        }
    }
    return moment;
}

bool is_weekday(std::string_view word) {
    static constexpr std::array kDays = {"mon", "tue", "wed", "thu", "fri", "sat", "sun"};
    const std::string begin = lower(word.substr(0, 3));
    return std::find(kDays.begin(), kDays.end(), begin) != kDays.end();
}

/// As date(1) and asctime(3) write it, "Thu Mar 14 17:53:14 UTC 2024", in the order of the others:
/// "14 Mar 2024 17:53:14 UTC". Of another date just the weekday in front is taken off.
std::string without_weekday(std::string_view text) {
    auto parts = words(text);
    parts.erase(parts.begin());
    if (parts.size() >= 4 && month_of(parts[0])) {
        const std::string_view month = parts[0];
        const std::string_view year = parts.back();
        parts.pop_back();
        parts.erase(parts.begin());
        parts.insert(parts.begin() + 1, {month, year});
    }
    std::string ordered;
    for (const std::string_view part : parts) {
        ordered.append(ordered.empty() ? "" : " ").append(part);
    }
    return ordered;
}

}  // namespace

std::optional<double> parse_zone(std::string_view text) {
    if (text == "Z") {
        return 0.0;
    }
    if (text.size() < 3 || (text[0] != '+' && text[0] != '-')) {
        return std::nullopt;
    }
    const auto hours = number_in<int>(text.substr(1, 2));
    const std::string_view behind = text.substr(3);
    const auto minutes = behind.empty()
                             ? std::optional<int>(0)
                             : number_in<int>(behind[0] == ':' ? behind.substr(1) : behind);
    if (!hours || !minutes || *hours < 0 || *hours > 18 || *minutes < 0 || *minutes > 59) {
        return std::nullopt;
    }
    const double east = *hours * 3600.0 + *minutes * 60.0;
    return text[0] == '-' ? -east : east;
}

std::optional<double> parse_clock(std::string_view text) {
    const auto moment = clock_with_zone(trim(text));
    return moment ? std::optional(moment->seconds) : std::nullopt;
}

bool has_unclear_order(std::string_view date) {
    const auto parts = split(trim(date), '/');
    if (parts.size() != 3 || parts[0].size() == 4) {
        return false;
    }
    const auto a = number_in<int>(parts[0]);
    const auto b = number_in<int>(parts[1]);
    return a && b && *a <= 12 && *b <= 12 && *a != *b;
}

std::optional<double> parse_date(std::string_view text) {
    text = trim(text);
    if (text.size() == 8 && number_in<int>(text)) {
        return date_of_parts(std::string(text.substr(0, 4)) + "/" + std::string(text.substr(4, 2)) +
                                 "/" + std::string(text.substr(6, 2)),
                             '/');
    }
    for (const char separator : {'-', '/', '.'}) {
        if (const auto date = date_of_parts(text, separator)) {
            return date;
        }
    }
    const auto parts = words(text);
    if (parts.size() == 3) {
        const auto day = number_in<int>(parts[0]);
        const auto month = month_of(parts[1]);
        const auto year = number_in<int>(parts[2]);
        return day && month && year ? midnight(*year, *month, *day) : std::nullopt;
    }
    return std::nullopt;
}

namespace {

/// A date and behind it a clock.
std::optional<Moment> ordered_moment(std::string_view text) {
    // The date ends at the T of ISO 8601, else at the last blank before the first colon.
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos || colon == 0) {
        return std::nullopt;
    }
    const std::size_t cut = text.substr(0, colon).find_last_of("T \t");
    if (cut == std::string_view::npos) {
        return std::nullopt;
    }
    const auto date = parse_date(text.substr(0, cut));
    auto moment = clock_with_zone(text.substr(cut + 1));
    if (!date || !moment) {
        return std::nullopt;
    }
    moment->seconds += *date;
    return moment;
}

}  // namespace

std::optional<Moment> parse_moment(std::string_view text) {
    text = trim(text);
    return is_weekday(text) ? ordered_moment(without_weekday(text)) : ordered_moment(text);
}

std::string iso_of(double seconds) {
    constexpr double kYear10000 = 253'402'300'800.0;
    constexpr double kYear1 = -62'135'596'800.0;
    if (!std::isfinite(seconds) || seconds < kYear1 || seconds >= kYear10000) {
        return {};
    }
    const auto milliseconds = std::chrono::milliseconds(std::llround(seconds * 1e3));
    const std::chrono::sys_time<std::chrono::milliseconds> time(milliseconds);
    const auto day = std::chrono::floor<std::chrono::days>(time);
    const std::chrono::year_month_day date(day);
    const std::chrono::hh_mm_ss clock(time - day);
    std::array<char, 40> text{};
    std::snprintf(text.data(),
                  text.size(),
                  "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ",
                  static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()),
                  static_cast<unsigned>(date.day()),
                  static_cast<int>(clock.hours().count()),
                  static_cast<int>(clock.minutes().count()),
                  static_cast<int>(clock.seconds().count()),
                  static_cast<int>(clock.subseconds().count()));
    return text.data();
}

}  // namespace throughline::importers
