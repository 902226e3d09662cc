// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/text_layout.h"

namespace throughline::app {

struct TableLayout {
    bool heading = false;             ///< the first row is one and is underlined
    std::size_t columns = kAnyWidth;  ///< of the terminal; output_columns()
};

/// Rows whose cells stand below each other, two blanks apart, without blanks at line ends. What is
/// wider than the terminal is wrapped inside its cells; where little room is left for the last
/// column, which holds the words, it stands below its row instead. Control characters in cells are
/// spelled out (visible_line()).
std::string aligned(std::vector<std::vector<std::string>> rows, const TableLayout& layout = {});

/// Shortens the cells of the last column so that no row is wider than `columns`, as far as it can:
/// some thirty columns stay.
void shorten_last(std::vector<std::vector<std::string>>& rows, std::size_t columns);

/// Columns between two cells.
inline constexpr std::size_t kGap = 2;
/// Stands where there is no value.
inline constexpr const char* kNone = "\u2013";

/// "4.00 KiB".
std::string bytes_text(std::uint64_t bytes);

/// Words as one text, with blanks between them.
std::string joined(const std::vector<std::string>& words);

}  // namespace throughline::app
