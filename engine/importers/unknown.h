// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace throughline::importers {

/// Why a file of no known format cannot be imported, by the marks of tools that are known by name
/// only: what it seems to be, and what to do. `head`: its first bytes.
std::string why_unknown(std::string_view head);

/// The same of a file with zero bytes, by its first ones; `zero`: where the first zero byte is.
std::string why_binary(std::string_view head, std::size_t zero);

}  // namespace throughline::importers
