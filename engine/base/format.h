// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace throughline {

/// How multiples of bytes are written: 10^6 = MB (the default) or 2^20 = MiB.
enum class ByteUnits : std::uint8_t { Decimal, Binary };

/// `digits` significant digits: 1234.5 -> "1234", 0.01234 -> "0.0123", 1e300 -> "1.00e300".
std::string format_significant(double value, int digits = 3);

/// With an SI prefix and unit: (1420, "1/s") -> "1.42 k/s", (1420, "images/s") -> "1.42 k
/// images/s", (0.00042, "s") -> "420 µs", (1.1e9, "bytes/s") -> "1.10 GB/s", (55, "%") -> "55.0 %".
/// Not a number -> "–"; (0.0002, "%") -> "< 0.01 %".
std::string format_quantity(double value,
                            std::string_view unit,
                            ByteUnits units = ByteUnits::Decimal,
                            int digits = 3);

/// "64.0 MiB": sizes of memory and of what is kept in whole blocks.
std::string format_binary(std::uint64_t bytes);

/// "12 s", "4:10", "2:03:05".
std::string format_duration(double seconds);

/// "1 234 567": groups of three with a narrow no-break space.
std::string format_count(std::uint64_t count);

/// Whether `bytes` is well-formed UTF-8 (RFC 3629: no surrogates, nothing overlong).
bool is_utf8(std::string_view bytes) noexcept;

/// A path or name as valid UTF-8; bytes that are not, and '%', become %XX.
std::string percent_escape_non_utf8(std::string_view bytes);

/// A text for JSON: as it is when it is UTF-8, else percent-escaped.
std::string json_text(std::string_view text);

}  // namespace throughline
