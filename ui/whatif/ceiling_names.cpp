// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/whatif/ceiling_names.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace throughline::ui {

namespace {

/// Where a name may stand at a ceiling, better before worse.
enum class NameRoom : std::uint8_t { Clear, BesideLines, None };

/// Clear: above or below the point is the height of a name without another line. None: another name
/// is there.
NameRoom roomForName(const std::vector<PlotSeries>& ceilings, std::size_t of, std::size_t at) {
    constexpr double kNameHeight = 4.0;  // as a factor, on an axis of some decades
    constexpr double kSameLine = 1.02;
    const auto& points = ceilings[of].points;
    const std::size_t wide = points.size() / 6;
    bool above = true;
    bool below = true;
    for (std::size_t line = 0; line < ceilings.size(); ++line) {
        const auto& others = ceilings[line].points;
        if (line == of || others.size() != points.size()) {
            continue;
        }
        const std::size_t last = std::min(at + wide, points.size() - 1);
        for (std::size_t i = at - std::min(at, wide); i <= last; ++i) {
            const double apart = others[i].y / points[at].y;
            if (!others[i].label.isEmpty() && apart < kNameHeight && apart * kNameHeight > 1.0) {
                return NameRoom::None;
            }
            const bool same = apart < kSameLine && apart * kSameLine > 1.0;
            const bool beside = i + wide / 2 >= at && i <= at + wide / 2 && !same;
            above = above && !(beside && apart >= 1.0 && apart < kNameHeight);
            below = below && !(beside && apart < 1.0 && apart * kNameHeight > 1.0);
        }
    }
    return above || below ? NameRoom::Clear : NameRoom::BesideLines;
}

}  // namespace

void nameCeiling(std::vector<PlotSeries>& ceilings, std::size_t of, double share) {
    constexpr std::size_t kEdge = 6;  // a name has a width
    auto& points = ceilings[of].points;
    const double last = static_cast<double>(points.size()) - 1.0;
    const auto usual = static_cast<std::size_t>(std::round(share * last));
    std::size_t best = usual;
    std::pair nearest{NameRoom::None, std::size_t{0}};
    for (std::size_t at = kEdge; at + kEdge < points.size(); ++at) {
        const std::pair found{roomForName(ceilings, of, at),
                              std::max(at, usual) - std::min(at, usual)};
        if (found < nearest) {
            best = at;
            nearest = found;
        }
    }
    points[best].label = ceilings[of].label;
}

std::optional<Span> withRoomForNames(const PlotModel& plot) {
    constexpr double kNameHeight = 3.5;  // as a factor
    Span all{std::numeric_limits<double>::infinity(), 0.0};
    for (const PlotSeries& series : plot.series) {
        for (const PlotPoint& point : series.points) {
            for (const double y : {point.y, point.low, point.high}) {
                if (std::isfinite(y) && y > 0.0) {
                    all = {std::min(all.low, y), std::max(all.high, y)};
                }
            }
        }
    }
    return all.high > 0.0 ? std::optional(Span{all.low / kNameHeight, all.high * kNameHeight})
                          : std::nullopt;
}

}  // namespace throughline::ui
