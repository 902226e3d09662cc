// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "engine/base/language.h"

// Messages for people in the spoken language. A message is a whole sentence or phrase in English,
// with %1 to %9 where its parts stand; resources/languages has the others. `xgettext` finds them
// by the names of these functions, so a message is a literal.
namespace throughline {

/// Marks a message that is said elsewhere: in a table.
constexpr const char* to_say(const char* message) noexcept {
    return message;
}
constexpr const char* to_say_in(const char* /*context*/, const char* message) noexcept {
    return message;
}

/// A message in the spoken language. `context`: what tells two messages apart that are the same in
/// English; null: none.
std::string say_parts(const char* context,
                      const char* message,
                      std::initializer_list<std::string_view> parts);

template <class... Parts>
std::string say(const char* message, const Parts&... parts) {
    return say_parts(nullptr, message, {std::string_view(parts)...});
}
template <class... Parts>
std::string say_in(const char* context, const char* message, const Parts&... parts) {
    return say_parts(context, message, {std::string_view(parts)...});
}

/// A message in English, whoever speaks: for what is written down to be read by programs as well,
/// and shown with say_recorded().
template <class... Parts>
std::string say_english(const char* message, const Parts&... parts) {
    const Speaking english(Language::English);
    return say_parts(nullptr, message, {std::string_view(parts)...});
}

/// Of two messages that of a count; %1 is the count, the parts are %2 and on.
std::string say_count_parts(std::uint64_t count,
                            const char* one,
                            const char* many,
                            std::initializer_list<std::string_view> parts);
template <class... Parts>
std::string say_count(std::uint64_t count,
                      const char* one,
                      const char* many,
                      const Parts&... parts) {
    return say_count_parts(count, one, many, {std::string_view(parts)...});
}

/// An English text that was written before (into a record), in the spoken language: where it is a
/// message of the catalogue with its parts filled in, that message; else quoted as it stands there.
std::string say_recorded(std::string_view english);

}  // namespace throughline
