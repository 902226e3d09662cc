// SPDX-License-Identifier: Apache-2.0
#include "engine/baseline/steady.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/base/format.h"
#include "engine/base/say.h"

namespace throughline::baseline {
namespace {

constexpr double kRangeMax = 0.20;
constexpr double kSlopeMax = 0.10;
constexpr double kToPercent = 100.0;

std::string share_text(double share) {
    return format_significant(kToPercent * std::abs(share), 2) + " %";
}

}  // namespace

Timing timing_for(double seconds) {
    constexpr std::size_t kWindows = 8;
    constexpr std::size_t kMost = 16;
    return {.window_s = seconds / static_cast<double>(kWindows),
            .windows_before = 1,
            .windows_steady = kWindows,
            .windows_max = kMost};
}

Steadiness steadiness_of(std::span<const double> rates) {
    const auto count = static_cast<double>(rates.size());
    const double mean = std::accumulate(rates.begin(), rates.end(), 0.0) / std::max(1.0, count);
    if (rates.size() < 2 || mean <= 0.0) {
        return {};
    }
    const auto [low, high] = std::ranges::minmax(rates);
    // Least squares over 0, 1, …: slope = sum((x - x0) * y) / sum((x - x0)^2).
    const double middle = (count - 1.0) / 2.0;
    double covariance = 0.0;
    double variance = 0.0;
    for (std::size_t i = 0; i < rates.size(); ++i) {
        const double x = static_cast<double>(i) - middle;
        covariance += x * rates[i];
        variance += x * x;
    }
    Steadiness found{.steady = false,
                     .range = (high - low) / mean,
                     .slope = covariance / variance * (count - 1.0) / mean};
    found.steady = found.range <= kRangeMax && std::abs(found.slope) <= kSlopeMax;
    return found;
}

std::string unsteady_text(const std::string& cell, const Steadiness& last, const Timing& timing) {
    const char* const message =
        last.slope < 0.0
            ? to_say(
                  "%1: its rate did not become steady: over the last %2 windows of %3 it varied "
                  "by %4 of its mean and fell by %5")
            : to_say(
                  "%1: its rate did not become steady: over the last %2 windows of %3 it varied "
                  "by %4 of its mean and rose by %5");
    return say_english(message,
                       cell,
                       std::to_string(timing.windows_steady),
                       format_quantity(timing.window_s, "s"),
                       share_text(last.range),
                       share_text(last.slope));
}

}  // namespace throughline::baseline
