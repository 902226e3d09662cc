// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace throughline {

/// A random version-4 UUID in lower case, from the kernel's random source.
std::string make_uuid();

/// A UUID (version 8) that follows from a text: the same text, the same UUID. Not for secrets.
/// Source: FNV-1a, 64 bits, twice with different beginnings (isthe.com/chongo/tech/comp/fnv).
std::string uuid_of_text(std::string_view text);

}  // namespace throughline
