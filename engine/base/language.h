// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace throughline {

/// What people read is written in one of these; what programs read (records, CSV, JSON) never is.
enum class Language : std::uint8_t {
    English,
    German,
    Marked,  ///< for tests: English, each message in ⟦brackets⟧
};

/// "en", "de": as BCP 47, HTML, ODT and PDF have it.
const char* code_of(Language language) noexcept;
/// "English", "Deutsch": what those who speak it call it.
const char* name_of(Language language) noexcept;
/// None: a language that there is not.
std::optional<Language> language_of(std::string_view code) noexcept;
/// Those that people can choose.
std::span<const Language> all_languages() noexcept;

/// What this thread speaks now: that of the innermost Speaking, else that of the program.
Language spoken() noexcept;
/// Sets that of the program, English at first. Thread: any.
void speak_by_default(Language language) noexcept;

/// While it lives, this thread speaks a language. What is written for programs while a window
/// speaks another one needs `Speaking english(Language::English)`.
class Speaking {
public:
    explicit Speaking(Language language) noexcept;
    ~Speaking();
    Speaking(const Speaking&) = delete;
    Speaking& operator=(const Speaking&) = delete;

private:
    std::optional<Language> before_;
};

/// How the spoken language writes numbers. Groups of three have a narrow no-break space in each.
/// Source: DIN 1333 and DIN 5008 (decimal comma, groups by a space, a space before units and %).
struct NumberMarks {
    char decimal = '.';
    const char* unit_space = " ";  ///< between a number and its unit
};
NumberMarks number_marks() noexcept;
/// A number as C writes it ("-1.50e-7"), with the decimal mark of the spoken language.
std::string with_marks(std::string number);

/// A date, or date and time to the minute, of ISO 8601, in the spoken language: "2026-11-26" ->
/// "26 November 2026", "26.11.2026"; "2026-11-26T09:30:00Z" -> "26.11.2026, 09:30 UTC". Other
/// texts: as is.
std::string date_text(std::string_view iso);

}  // namespace throughline
