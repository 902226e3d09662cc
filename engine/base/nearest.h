// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace throughline {

/// The known word that somebody who typed `word` most likely meant: with the fewest letters to
/// change, at most a third of them (more is another word). "" for none.
std::string_view nearest_word(std::string_view word, std::span<const std::string_view> known);

}  // namespace throughline
