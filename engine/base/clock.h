// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace throughline {

using Nanoseconds = std::chrono::nanoseconds;
inline constexpr std::int64_t kSecondNs = 1'000'000'000;

/// Nanoseconds of the steady clock (CLOCK_MONOTONIC), for intervals only.
inline std::int64_t steady_now_ns() noexcept {
    return std::chrono::duration_cast<Nanoseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

inline double seconds_from_ns(std::int64_t nanoseconds) noexcept {
    return static_cast<double>(nanoseconds) * 1e-9;
}

/// A source of steady time that tests can turn by hand.
class Clock {
public:
    virtual ~Clock() = default;
    virtual std::int64_t now_ns() const noexcept = 0;
};

class SteadyClock final : public Clock {
public:
    std::int64_t now_ns() const noexcept override { return steady_now_ns(); }
};

/// UTC now as ISO 8601 with milliseconds: "2026-11-21T10:24:00.123Z".
std::string utc_now_iso8601();

}  // namespace throughline
