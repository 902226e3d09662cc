// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace throughline {

/// Letters (bytes) to insert, leave out or replace.
/// Source: Wagner & Fischer, J. ACM 21(1), 1974.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The known word that somebody who typed `word` most likely meant: with the fewest letters to
/// change, at most a third of them (more is another word). "" for none.
std::string_view nearest_word(std::string_view word, std::span<const std::string_view> known);

}  // namespace throughline
