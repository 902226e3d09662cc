// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/ways_limits.h"

#include "engine/base/format.h"
#include "engine/base/say.h"

namespace throughline::whatif {
namespace {

/// "1000000", "1e18": as it may be typed into a file.
std::string bound_text(double bound) {
    constexpr double kManyDigits = 1e7;
    return bound < kManyDigits ? std::to_string(std::llround(bound))
                               : "1e" + std::to_string(std::lround(std::log10(bound)));
}

}  // namespace

std::string WaysRange::text() const {
    const std::string from = bound_text(least);
    const std::string to = bound_text(most);
    return whole         ? say("a whole number from %1 to %2", from, to)
           : above_least ? say("a number above %1, at most %2", from, to)
                         : say("a number from %1 to %2", from, to);
}

std::optional<std::string> odd_figure_of(double data_bytes, const model::WaysInputs& measured) {
    const auto told = [](const char* key, double value, const WaysRange& range) {
        return say("'%1' is %2; it must be %3", key, format_significant(value), range.text());
    };
    if (!kWaysBytes.holds(data_bytes)) {
        return told("data_bytes", data_bytes, kWaysBytes);
    }
    for (const WaysFigure& figure : kWaysFigures) {
        if (!figure.range.holds(measured.*figure.member)) {
            return told(figure.key, measured.*figure.member, figure.range);
        }
    }
    return std::nullopt;
}

}  // namespace throughline::whatif
