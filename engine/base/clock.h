// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cmath>
#include <string>

namespace throughline {

using Nanoseconds = std::chrono::nanoseconds;
/// Of the steady clock (CLOCK_MONOTONIC), for intervals only; its epoch stands for "never".
using SteadyTime = std::chrono::time_point<std::chrono::steady_clock, Nanoseconds>;
inline constexpr SteadyTime kNever{};

inline SteadyTime steady_now() noexcept {
    return std::chrono::steady_clock::now();
}

inline double in_seconds(Nanoseconds time) noexcept {
    return static_cast<double>(time.count()) * 1e-9;
}
inline Nanoseconds from_seconds(double seconds) noexcept {
    return Nanoseconds(std::llround(seconds * 1e9));
}

/// UTC now as ISO 8601 with milliseconds: "2026-11-21T10:24:00.123Z".
std::string utc_now_iso8601();

}  // namespace throughline
