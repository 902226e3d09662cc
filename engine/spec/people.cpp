// SPDX-License-Identifier: Apache-2.0
#include "engine/spec/people.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/base/format.h"
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
                                           {"bytes", 1.0, "bytes"},
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

std::span<const Unit> units_of(const SettingInfo& setting) {
    const std::string_view unit = setting.unit;
    return unit == "bytes" ? std::span<const Unit>(kByteUnits)
           : unit == "s"   ? std::span<const Unit>(kTimeUnits)
                           : std::span<const Unit>(kCountUnits);
}

/// Without blanks, also those that part thousands, and in small letters.
std::string squeezed(std::string_view text) {
    std::string word = lower(text);
    for (const std::string_view blank : {" ", "\u00A0", "\u202F", "\u2009"}) {
        for (auto at = word.find(blank); at != std::string::npos; at = word.find(blank)) {
            word.erase(at, blank.size());
        }
    }
    return word;
}

std::string count_text(std::int64_t count) {
    return count < 0 ? std::to_string(count) : format_count(static_cast<std::uint64_t>(count));
}

std::string with_unit(const std::string& number, const std::string& unit) {
    return unit.empty() ? number : number + ' ' + unit;
}

/// In the unit that gives the shortest number, the larger one where two do.
std::string seconds_text(const SettingInfo& setting, double seconds) {
    std::string best;
    for (const Unit& unit : kTimeUnits) {
        const double number = seconds * unit.per / unit.amount;
        const std::string text =
            unit.shown == nullptr ? std::string() : with_unit(shortest_text(number), unit.shown);
        if (number >= 1.0 && !text.empty() && (best.empty() || text.size() < best.size()) &&
            amount_in(setting, text) == seconds) {
            best = text;
        }
    }
    if (best.empty()) {
        best = with_unit(shortest_text(seconds), "s");
    }
    return best;
}

constexpr std::array<std::string_view, 1> kWhole{""};
constexpr std::array<std::string_view, 1> kImages{"dataset"};
constexpr std::array<std::string_view, 1> kReading{"storage"};
constexpr std::array<std::string_view, 1> kDecoding{"decode"};
constexpr std::array<std::string_view, 2> kBatches{"batch", "consumer"};
constexpr std::array<std::string_view, 3> kBetween{"pipeline", "cache", "placement"};
constexpr std::array<SettingGroup, 6> kGroups{{{"Measurement", kWhole},
                                               {"Images", kImages},
                                               {"Reading", kReading},
                                               {"Decoding", kDecoding},
                                               {"Batches and accelerator", kBatches},
                                               {"Buffers, cache and threads", kBetween}}};

}  // namespace

std::optional<double> amount_in(const SettingInfo& setting, std::string_view text) {
    const std::string word = squeezed(text);
    if (*setting.zero != '\0' && word == squeezed(setting.zero)) {
        return 0.0;
    }
    const std::size_t end = std::min(word.find_first_not_of("+-.0123456789"), word.size());
    const auto number = number_in<double>(std::string_view(word).substr(0, end));
    const auto scientific = [&] {  // 1e-3; a count is written out
        return setting.type == SettingType::Real ? number_in<double>(word) : std::nullopt;
    };
    if (!number) {
        return scientific();
    }
    std::string unit = word.substr(end);
    const std::string_view own = setting.unit;
    if (own != "bytes" && own != "s" && unit.ends_with(own)) {
        unit.resize(unit.size() - own.size());
    }
    if (unit.empty()) {
        return number;
    }
    const auto units = units_of(setting);
    const auto found = std::ranges::find(units, std::string_view(unit), &Unit::word);
    return found == units.end() ? scientific() : std::optional(found->of(*number));
}

std::string bytes_text(std::int64_t bytes) {
    for (const Unit& unit : kByteUnits) {
        const auto amount = static_cast<std::int64_t>(unit.amount);
        if (unit.shown != nullptr && bytes >= amount && bytes % amount == 0) {
            return with_unit(count_text(bytes / amount), unit.shown);
        }
    }
    return with_unit(count_text(bytes), "bytes");
}

std::string people_text(const SettingInfo& setting, const SettingValue& value) {
    double number = 0.0;
    if (*setting.zero != '\0' && setting_number(value, &number) && number == 0.0) {
        return setting.zero;
    }
    if (const auto* flag = std::get_if<bool>(&value)) {
        return *flag ? "yes" : "no";
    }
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        return std::string_view(setting.unit) == "bytes"
                   ? bytes_text(*whole)
                   : with_unit(count_text(*whole), setting.unit);
    }
    if (const auto* real = std::get_if<double>(&value)) {
        return std::string_view(setting.unit) == "s"
                   ? seconds_text(setting, *real)
                   : with_unit(shortest_text(*real), setting.unit);
    }
    const std::string& word = std::get<std::string>(value);
    const auto choice = std::find(setting.choices.begin(), setting.choices.end(), word);
    return choice == setting.choices.end() || setting.choice_titles.empty()
               ? word
               : setting.choice_titles[static_cast<std::size_t>(choice - setting.choices.begin())];
}

std::span<const SettingGroup> setting_groups() noexcept {
    return kGroups;
}

const SettingGroup& group_of(std::string_view key) noexcept {
    const auto dot = key.find('.');
    const std::string_view section = dot == std::string_view::npos ? "" : key.substr(0, dot);
    const auto found = std::ranges::find_if(kGroups, [&](const SettingGroup& group) {
        return std::ranges::find(group.sections, section) != group.sections.end();
    });
    return found == kGroups.end() ? kGroups.front() : *found;
}

std::string search_text(const SettingInfo& setting) {
    std::string text = std::string(setting.title) + ' ' + group_of(setting.key).title + ' ' +
                       setting.key + ' ' + setting.meaning;
    for (const auto words : {setting.choices, setting.choice_titles}) {
        for (const char* const word : words) {
            text += ' ' + std::string(word);
        }
    }
    return text;
}

}  // namespace throughline::spec
