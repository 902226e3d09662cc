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

/// Words as one text, with blanks between them.
std::string joined(const std::vector<std::string>& words);

}  // namespace throughline::app
