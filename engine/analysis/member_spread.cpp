// SPDX-License-Identifier: Apache-2.0
#include "engine/analysis/member_spread.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "engine/base/language.h"
#include "engine/base/median.h"
#include "engine/metrics/key_order.h"
#include "engine/metrics/registry.h"

namespace throughline::analysis {
namespace {

std::vector<double> sorted_values(const std::vector<MemberFigure>& members) {
    std::vector<double> values;
    values.reserve(members.size());
    for (const MemberFigure& member : members) {
        values.push_back(member.value);
    }
    std::ranges::sort(values);
    return values;
}

/// "960" and "images/s" of "960 images/s".
std::pair<std::string, std::string> number_and_unit(const std::string& text) {
    const std::string space = number_marks().unit_space;
    const std::size_t at = text.find(space);
    return at == std::string::npos ? std::pair(text, std::string())
                                   : std::pair(text.substr(0, at), text.substr(at + space.size()));
}

}  // namespace

bool are_alike(std::string_view label) noexcept {
    constexpr std::array<std::string_view, 5> kLabels{"node", "device", "gpu", "interface", "cpu"};
    return std::ranges::find(kLabels, label) != kLabels.end();
}

std::vector<MemberFigure> members_in(const record::Summaries& metrics,
                                     std::string_view id,
                                     std::string_view label) {
    const std::string prefix = std::string(id).append("{").append(label).append("=");
    std::vector<std::string_view> keys;
    for (auto at = metrics.lower_bound(prefix);
         at != metrics.end() && at->first.starts_with(prefix);
         ++at) {
        keys.push_back(at->first);
    }
    std::ranges::sort(keys, metrics::is_read_before);
    std::vector<MemberFigure> members;
    members.reserve(keys.size());
    for (const std::string_view key : keys) {
        members.push_back({.name = metrics::parse_metric_key(key).value,
                           .value = metrics.find(key)->second.value});
    }
    return members;
}

std::optional<MemberSpread> spread_of(const std::vector<MemberFigure>& members) {
    if (members.empty()) {
        return std::nullopt;
    }
    return MemberSpread{.count = members.size(),
                        .least = *std::ranges::min_element(members, {}, &MemberFigure::value),
                        .median = median_of_sorted(sorted_values(members)),
                        .most = *std::ranges::max_element(members, {}, &MemberFigure::value)};
}

std::vector<MemberFigure> far_out(const std::vector<MemberFigure>& members) {
    constexpr std::size_t kFewest = 4;
    constexpr double kWidths = 3.0;
    constexpr double kOfMedian = 0.05;
    std::vector<MemberFigure> far;
    if (members.size() < kFewest) {
        return far;
    }
    const std::vector<double> sorted = sorted_values(members);
    const double median = median_of_sorted(sorted);
    const double low = sorted[sorted.size() / 4];
    const double high = sorted[sorted.size() - 1 - sorted.size() / 4];
    const double room = kWidths * (high - low);
    for (const MemberFigure& member : members) {
        const double away = std::fabs(member.value - median);
        const bool outside = member.value < low - room || member.value > high + room;
        if (outside && away >= kOfMedian * std::fabs(median)) {
            far.push_back({.name = member.name, .value = away});
        }
    }
    std::ranges::stable_sort(far, std::greater<>(), &MemberFigure::value);
    return far;
}

std::string spread_text(std::string_view id, const MemberSpread& spread) {
    const auto whole = [&](double value) { return metrics::format_metric(id, value); };
    auto [least, unit] = number_and_unit(whole(spread.least.value));
    auto [median, unit_of_median] = number_and_unit(whole(spread.median));
    const std::string most = whole(spread.most.value);
    if (unit != unit_of_median || unit != number_and_unit(most).second) {
        least = whole(spread.least.value);
        median = whole(spread.median);
    }
    if (spread.count > 1 && whole(spread.least.value) == most) {
        return most;
    }
    return spread.count == 1 ? most + " (" + spread.most.name + ")"
                             : least + " (" + spread.least.name + ") \u2013 " + median +
                                   " \u2013 " + most + " (" + spread.most.name + ")";
}

}  // namespace throughline::analysis
