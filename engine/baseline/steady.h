// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace throughline::baseline {

/// How a cell is measured: in windows of equal length, until the last of them agree.
struct Timing {
    double window_s = 1.0;
    std::size_t windows_before = 2;  ///< at the start, never in a figure
    std::size_t windows_steady = 8;  ///< that have to agree, and make the figures then
    std::size_t windows_max = 30;    ///< after so many it is over, steady or not

    double seconds_least() const noexcept {
        return window_s * static_cast<double>(windows_before + windows_steady);
    }
    double seconds_most() const noexcept { return window_s * static_cast<double>(windows_max); }
};

/// Two thirds of a grid are measured within a minute so.
inline constexpr Timing kQuickTiming{0.25, 2, 6, 12};
inline constexpr Timing kFullTiming{1.0, 2, 8, 30};
/// For a measured time that somebody wants.
Timing timing_for(double seconds);

struct Steadiness {
    bool steady = false;
    double range = 0.0;  ///< largest rate minus smallest, as a share of their mean
    double slope = 0.0;  ///< growth of their fitted line from first to last, likewise
};
/// Rates of successive windows are steady when they lie within 20 % of their mean and their line
/// rises or falls by at most 10 % of it.
/// Source: SNIA Solid State Storage Performance Test Specification 2.0.2, 2.1.24.
Steadiness steadiness_of(std::span<const double> rates);

/// "4 KiB random reads, depth 1: its rate did not become steady: …", English. `cell`: its text.
std::string unsteady_text(const std::string& cell, const Steadiness& last, const Timing& timing);

}  // namespace throughline::baseline
