// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace throughline {

/// As many columns as a text needs: a file or a pipe has no edge.
inline constexpr std::size_t kAnyWidth = SIZE_MAX;

/// Columns a text takes on a terminal: its code points. Assumes: no wide or combining characters.
std::size_t shown_width(std::string_view text) noexcept;

/// At most `columns` of a text, with "…" for what is left out.
std::string shortened(std::string_view text, std::size_t columns);

/// A text in lines of at most `columns`, broken at blanks; a longer word has a line of its own.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns);

/// Each line of a text that is wider than `columns`, wrapped; what goes on is indented as its line.
std::string wrapped_text(std::string_view text, std::size_t columns);

/// As wrapped(), for a cell of a table, which may not be wider: a longer word is broken too, behind
/// one of "|/,_.=" where it has one. A cell without text is one empty line.
std::vector<std::string> wrapped_cell(std::string_view text, std::size_t columns);

}  // namespace throughline
