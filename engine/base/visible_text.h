// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace throughline {

/// A text of somebody else's (a file name, a title, a note of a record) for one line on a terminal:
/// what would steer the terminal or disguise the line is spelled out. C0 controls, DEL and bytes
/// that are not UTF-8 become "\x1b"; C1 controls, line separators and marks of writing direction
/// become "\u202e", as in JSON.
/// Source: ECMA-48 (controls); Unicode TR 36, section 2.10 (marks of direction).
std::string visible_line(std::string_view text);

/// The same for text of several lines: line ends and tabs stay.
std::string visible_text(std::string_view text);

}  // namespace throughline
