// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "engine/base/units.h"

namespace throughline::importers {

inline constexpr double kSectorBytes = 512.0;
inline constexpr double kMilli = 1e-3;
inline constexpr double kMicro = 1e-6;
inline constexpr double kNano = 1e-9;

/// `value` x `factor`, if there is a value.
inline std::optional<double> scaled(std::optional<double> value, double factor) {
    return value ? std::optional(*value * factor) : std::nullopt;
}

/// Milliseconds to seconds; by a division, which gives 2.768 of 2768 where x 0.001 does not.
inline std::optional<double> seconds_of_ms(std::optional<double> milliseconds) {
    return milliseconds ? std::optional(*milliseconds / 1e3) : std::nullopt;
}

/// `a` / `b`, if both are there and `b` is above 0.
inline std::optional<double> ratio(std::optional<double> a, std::optional<double> b) {
    return a && b && *b > 0.0 ? std::optional(*a / *b) : std::nullopt;
}

/// A size of fio's job options: "4k", "01", "5m", "1Mi". With kb_base = 1024, the default, k is
/// 1,024 and Ki is 1,000; with 1000 the other way round (fio(1), "Parameter types", kb_base).
std::optional<double> fio_size(std::string_view text, bool decimal_k = false);

/// A number with a suffix k, M, G, T of 1,024 (iostat -h), or none.
std::optional<double> binary_scaled(std::string_view text, bool decimal_comma = false);

}  // namespace throughline::importers
