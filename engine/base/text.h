// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace throughline {

/// `text` without white space around it.
std::string_view trim(std::string_view text) noexcept;

/// With small ASCII letters.
std::string lower(std::string_view text);

/// The shortest text that reads back as `value`.
std::string shortest_text(double value);

/// The number that all of `text` is, written as in C; none: it is not, or does not fit.
template <class Number>
std::optional<Number> number_in(std::string_view text) noexcept {
    Number number{};
    const char* const last = text.data() + text.size();
    const auto [end, error] = std::from_chars(text.data(), last, number);
    return error == std::errc() && end == last ? std::optional(number) : std::nullopt;
}

/// Whether `text` holds every one of `words`, in any order and in small letters or capitals.
bool matches(std::string_view text, std::string_view words);

}  // namespace throughline
