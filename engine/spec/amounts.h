// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

// Amounts as people write and type them. What is written reads back exactly.
namespace throughline::spec {

/// "1 024", "224 px".
std::string count_text(std::int64_t count, std::string_view unit);
/// "64 MiB": in the largest unit of which it is a whole number.
std::string bytes_text(std::int64_t bytes);
/// "250 µs", "2 min": in the unit that gives the shortest number, the larger one where two do.
std::string seconds_text(double seconds);

/// The amount that `text` is in `unit` ("bytes", "s", "px", ""): "64k" is 65536 bytes, "500 ms"
/// half a second. None: it is no amount.
std::optional<double> amount_in(std::string_view text, std::string_view unit);

}  // namespace throughline::spec
