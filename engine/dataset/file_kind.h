// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace throughline::dataset {

enum class NameKind : std::uint8_t {
    Jpeg,      ///< the ending says so
    NoEnding,  ///< only the content can tell
    Other,
};
/// By the file name alone, upper or lower case.
NameKind name_kind(std::string_view name);

/// What to call a file that is not taken: "PNG", ".txt", "no ending".
std::string other_kind(std::string_view name);

}  // namespace throughline::dataset
