// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace throughline {

/// How many bytes the UTF-8 letter at the beginning of `bytes`, which is not empty, has; 0 when
/// there is none. Source: RFC 3629, section 4.
std::size_t utf8_letter_bytes(std::string_view bytes) noexcept;

}  // namespace throughline
