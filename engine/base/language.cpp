// SPDX-License-Identifier: Apache-2.0
#include "engine/base/language.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <string>

namespace throughline {
namespace {

struct Known {
    Language language;
    const char* code;
    const char* name;
};
constexpr std::array kKnown{Known{Language::English, "en", "English"},
                            Known{Language::German, "de", "Deutsch"},
                            Known{Language::Marked, "x-marked", "Marked"}};
constexpr std::array kChoices{Language::English, Language::German};

std::atomic<Language> program_language{Language::English};
thread_local std::optional<Language> thread_language;

const Known& entry_of(Language language) noexcept {
    return *std::ranges::find(kKnown, language, &Known::language);
}

bool is_date(std::string_view text) noexcept {
    constexpr std::string_view kShape = "dddd-dd-dd";
    return text.size() >= kShape.size() &&
           std::ranges::equal(text.substr(0, kShape.size()), kShape, [](char one, char shape) {
               return shape == 'd' ? one >= '0' && one <= '9' : one == shape;
           });
}

}  // namespace

const char* code_of(Language language) noexcept {
    return entry_of(language).code;
}

const char* name_of(Language language) noexcept {
    return entry_of(language).name;
}

std::optional<Language> language_of(std::string_view code) noexcept {
    const auto found =
        std::ranges::find_if(kChoices, [&](Language one) { return code_of(one) == code; });
    return found == kChoices.end() ? std::nullopt : std::optional(*found);
}

std::span<const Language> all_languages() noexcept {
    return kChoices;
}

Language spoken() noexcept {
    return thread_language.value_or(program_language.load(std::memory_order_relaxed));
}

void speak_by_default(Language language) noexcept {
    program_language.store(language, std::memory_order_relaxed);
}

Speaking::Speaking(Language language) noexcept : before_(thread_language) {
    thread_language = language;
}

Speaking::~Speaking() {
    thread_language = before_;
}

NumberMarks number_marks() noexcept {
    return spoken() == Language::German ? NumberMarks{.decimal = ',', .unit_space = "\u00A0"}
                                        : NumberMarks{};
}

std::string with_marks(std::string number) {
    std::ranges::replace(number, '.', number_marks().decimal);
    return number;
}

std::string date_text(std::string_view iso) {
    constexpr std::size_t kDay = 10;
    constexpr std::size_t kMinute = 16;
    if (!is_date(iso) || spoken() == Language::Marked) {
        return std::string(iso);
    }
    const auto part = [&](std::size_t at, std::size_t size) {
        return std::string(iso.substr(at, size));
    };
    std::string rest(iso.substr(kDay));
    if (rest.starts_with('T') && iso.size() >= kMinute) {
        rest = ", " + part(kDay + 1, kMinute - kDay - 1) + (iso.ends_with('Z') ? " UTC" : "");
    }
    if (spoken() == Language::German) {
        return part(8, 2) + "." + part(5, 2) + "." + part(0, 4) + rest;
    }
    constexpr std::array kMonths{"January",
                                 "February",
                                 "March",
                                 "April",
                                 "May",
                                 "June",
                                 "July",
                                 "August",
                                 "September",
                                 "October",
                                 "November",
                                 "December"};
    const auto month = static_cast<std::size_t>(std::stoi(part(5, 2)));
    const std::string day = part(iso[8] == '0' ? 9 : 8, iso[8] == '0' ? 1 : 2);
    return month < 1 || month > kMonths.size()
               ? std::string(iso)
               : day + " " + kMonths[month - 1] + " " + part(0, 4) + rest;
}

}  // namespace throughline
