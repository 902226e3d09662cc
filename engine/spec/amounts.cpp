// SPDX-License-Identifier: Apache-2.0
#include "engine/spec/amounts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <span>

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/base/text.h"

namespace throughline::spec {
namespace {

struct Unit {
    std::string_view word;        ///< in small letters
    double amount;                ///< in the unit of the setting …
    const char* shown = nullptr;  ///< as it is written; null: only read
    double per = 1.0;             ///< … by this: 1e-3 is no exact number, 1 / 1000 rounds rightly
    double of(double number) const noexcept { return number * amount / per; }
};

constexpr double kKi = 1024.0;
// The largest first. A bare letter counts as fio reads it, in powers of two.
constexpr std::array<Unit, 19> kByteUnits{{{"tib", kKi* kKi* kKi* kKi, "TiB"},
                                           {"gib", kKi* kKi* kKi, "GiB"},
                                           {"mib", kKi* kKi, "MiB"},
                                           {"kib", kKi, "KiB"},
                                           {"tb", 1e12, "TB"},
                                           {"gb", 1e9, "GB"},
                                           {"mb", 1e6, "MB"},
                                           {"kb", 1e3, "kB"},
                                           {"bytes", 1.0, to_say("bytes")},
                                           {"byte", 1.0},
                                           {"b", 1.0},
                                           {"t", kKi* kKi* kKi* kKi},
                                           {"ti", kKi* kKi* kKi* kKi},
                                           {"g", kKi* kKi* kKi},
                                           {"gi", kKi* kKi* kKi},
                                           {"m", kKi* kKi},
                                           {"mi", kKi* kKi},
                                           {"k", kKi},
                                           {"ki", kKi}}};
constexpr std::array<Unit, 15> kTimeUnits{{{"h", 3600.0, "h"},
                                           {"min", 60.0, "min"},
                                           {"s", 1.0, "s"},
                                           {"ms", 1.0, "ms", 1e3},
                                           {"\u00B5s", 1.0, "\u00B5s", 1e6},
                                           {"us", 1.0, nullptr, 1e6},
                                           {"\u03BCs", 1.0, nullptr, 1e6},
                                           {"m", 60.0},
                                           {"hour", 3600.0},
                                           {"hours", 3600.0},
                                           {"minute", 60.0},
                                           {"minutes", 60.0},
                                           {"sec", 1.0},
                                           {"second", 1.0},
                                           {"seconds", 1.0}}};
constexpr std::array<Unit, 3> kCountUnits{{{"g", 1e9}, {"m", 1e6}, {"k", 1e3}}};

std::span<const Unit> units_of(std::string_view unit) {
    return unit == "bytes" ? std::span<const Unit>(kByteUnits)
           : unit == "s"   ? std::span<const Unit>(kTimeUnits)
                           : std::span<const Unit>(kCountUnits);
}

std::string squeezed(std::string_view text) {
    std::string word = lower(text);
    for (const std::string_view blank : {" ", "\u00A0", "\u202F", "\u2009"}) {
        for (auto at = word.find(blank); at != std::string::npos; at = word.find(blank)) {
            word.erase(at, blank.size());
        }
    }
    return word;
}

std::string with_unit(const std::string& number, const std::string& unit) {
    return unit.empty() ? number : number + number_marks().unit_space + say(unit.c_str());
}

}  // namespace

std::optional<double> amount_in(std::string_view text, std::string_view unit) {
    std::string word = squeezed(text);
    std::ranges::replace(word, number_marks().decimal, '.');
    const std::size_t end = std::min(word.find_first_not_of("+-.0123456789"), word.size());
    const auto number = number_in<double>(std::string_view(word).substr(0, end));
    std::string own = word.substr(end);
    for (const std::string& one : {std::string(unit), lower(say(std::string(unit).c_str()))}) {
        if (unit != "bytes" && unit != "s" && !one.empty() && own.ends_with(one)) {
            own.resize(own.size() - one.size());
        }
    }
    if (!number || own.empty()) {
        return number;
    }
    const auto units = units_of(unit);
    const auto found = std::ranges::find(units, std::string_view(own), &Unit::word);
    return found == units.end() ? std::nullopt : std::optional(found->of(*number));
}

std::string count_text(std::int64_t count, std::string_view unit) {
    return with_unit(
        count < 0 ? std::to_string(count) : format_count(static_cast<std::uint64_t>(count)),
        std::string(unit));
}

std::string bytes_text(std::int64_t bytes) {
    for (const Unit& unit : kByteUnits) {
        const auto amount = static_cast<std::int64_t>(unit.amount);
        if (unit.shown != nullptr && bytes >= amount && bytes % amount == 0) {
            return count_text(bytes / amount, unit.shown);
        }
    }
    return count_text(bytes, "bytes");
}

/// 35.839999999999996 as 35.84, which is the same time where a text of it is read again.
static double rounded_to_print(double number) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.15g", number);
    return std::strtod(text.data(), nullptr);
}

/// Whether the text is read as this time, up to the last digit of a double: 35.84 ms are 0.03584 s.
static bool is_told_by(const std::string& text, double seconds) {
    const auto read = amount_in(text, "s");
    return read && std::abs(*read - seconds) <=
                       2.0 * std::numeric_limits<double>::epsilon() * std::abs(seconds);
}

std::string seconds_text(double seconds) {
    std::string best;
    for (const Unit& unit : kTimeUnits) {
        const double number = rounded_to_print(seconds * unit.per / unit.amount);
        const std::string text =
            unit.shown == nullptr ? std::string() : with_unit(shortest_text(number), unit.shown);
        if (number >= 1.0 && !text.empty() && (best.empty() || text.size() < best.size()) &&
            is_told_by(text, seconds)) {
            best = text;
        }
    }
    if (best.empty()) {
        best = with_unit(shortest_text(seconds), "s");
    }
    return with_marks(best);
}

}  // namespace throughline::spec
