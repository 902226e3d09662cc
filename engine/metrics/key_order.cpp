// SPDX-License-Identifier: Apache-2.0
#include "engine/metrics/key_order.h"

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>

#include "engine/metrics/registry.h"

namespace throughline::metrics {

namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

std::size_t digits_of(std::string_view text) {
    return static_cast<std::size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
}

/// Numbers by their size, all else by their bytes.
std::strong_ordering in_natural_order(std::string_view a, std::string_view b) {
    while (!a.empty() && !b.empty()) {
        const std::size_t in_a = digits_of(a);
        const std::size_t in_b = digits_of(b);
        if (in_a > 0 && in_b > 0 && in_a != in_b) {
            return in_a <=> in_b;
        }
        const std::size_t count = std::max<std::size_t>(1, std::min(in_a, in_b));
        if (const auto order = a.substr(0, count) <=> b.substr(0, count); order != 0) {
            return order;
        }
        a.remove_prefix(count);
        b.remove_prefix(count);
    }
    return a.size() <=> b.size();
}

/// "loop10" of "loop"; not "looper".
bool is_numbered(std::string_view name, std::string_view driver) {
    return name.size() > driver.size() && name.starts_with(driver) && is_digit(name[driver.size()]);
}

int rank_of(const MetricKey& key) {
    if (key.label != "device") {
        return 0;
    }
    const auto is_one = [&key](std::string_view driver) { return is_numbered(key.value, driver); };
    constexpr std::array<std::string_view, 3> kComposed{"dm-", "md", "bcache"};
    constexpr std::array<std::string_view, 3> kOfMemoryOrFiles{"loop", "ram", "zram"};
    return std::ranges::any_of(kOfMemoryOrFiles, is_one) ? 2
           : std::ranges::any_of(kComposed, is_one)      ? 1
                                                         : 0;
}

}  // namespace

bool is_read_before(std::string_view a, std::string_view b) {
    const MetricKey one = parse_metric_key(a);
    const MetricKey other = parse_metric_key(b);
    if (const auto order = one.id <=> other.id; order != 0) {
        return order < 0;
    }
    if (const auto order = one.label <=> other.label; order != 0) {
        return order < 0;
    }
    const int rank = rank_of(one);
    const int its = rank_of(other);
    return rank != its ? rank < its : in_natural_order(one.value, other.value) < 0;
}

}  // namespace throughline::metrics
