// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace throughline::app {

/// Columns a text takes on a terminal: its code points. Assumes: no wide or combining characters.
std::size_t shown_width(std::string_view text) noexcept;

/// Rows whose cells stand below each other, two blanks apart, without blanks at line ends.
/// `heading`: the first row is one and is underlined.
std::string aligned(const std::vector<std::vector<std::string>>& rows, bool heading = false);

/// At most `columns` of a text, with "…" for what is left out.
std::string shortened(std::string_view text, std::size_t columns);

/// Shortens the cells of the last column so that no row is wider than `columns`, as far as it can:
/// some thirty columns stay.
void shorten_last(std::vector<std::vector<std::string>>& rows, std::size_t columns);

/// A text in lines of at most `columns`, broken at blanks; a longer word has a line of its own.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns);

/// Words as one text, with blanks between them.
std::string joined(const std::vector<std::string>& words);

}  // namespace throughline::app
