// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace throughline::report {

/// A text as it can be compared with what stands on a page: without spaces, ligatures taken apart,
/// and of characters that look alike one. Letters beyond ASCII are left out: which of them a glyph
/// was drawn for is not told by a file where they are composed, shaped or reordered.
struct SqueezedText {
    std::u32string text{};
    std::vector<std::size_t> at{};  ///< of each character: its place in the UTF-8 text
    bool right_to_left = false;     ///< it has such letters: digits may stand in another order

    /// The piece of the UTF-8 text that some of these characters are of.
    std::string_view of(std::string_view whole, std::size_t from, std::size_t count) const;
};
/// Bytes that are no UTF-8 are left out.
SqueezedText squeezed(std::string_view text);

/// Reads the character at `at` and moves behind it; 0 for bytes that are no UTF-8.
char32_t next_character(std::string_view text, std::size_t& at);
void append_utf8(std::string& text, char32_t character);

}  // namespace throughline::report
