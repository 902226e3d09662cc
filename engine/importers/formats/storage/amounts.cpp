// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/formats/storage/amounts.h"

#include <cmath>
#include <string>

#include "engine/importers/read/scan.h"
#include "engine/importers/read/units.h"

namespace throughline::importers::tools {
namespace {

struct NumberAndUnit {
    double number = 0.0;
    std::string unit{};
};

std::optional<NumberAndUnit> split_unit(std::string_view text) {
    text = trim(text);
    const std::size_t end = text.find_first_not_of("0123456789.");
    const auto number = parse_number(text.substr(0, end));
    if (!number) {
        return std::nullopt;
    }
    return NumberAndUnit{
        *number, end == std::string_view::npos ? std::string() : lower(trim(text.substr(end)))};
}

}  // namespace

std::optional<double> bytes_of(std::string_view text, double plain) {
    const auto parts = split_unit(text);
    if (!parts) {
        return std::nullopt;
    }
    std::string_view unit = parts->unit;
    if (unit.empty() || unit == "b" || unit == "bytes" || unit == "byte") {
        return parts->number;
    }
    constexpr std::string_view kPrefixes = "kmgtp";
    const std::size_t power = kPrefixes.find(unit.front());
    unit.remove_prefix(1);
    const bool binary = unit.starts_with('i');
    if (binary) {
        unit.remove_prefix(1);
    }
    if (power == std::string_view::npos || (!unit.empty() && unit != "b")) {
        return std::nullopt;
    }
    return parts->number * std::pow(binary ? 1024.0 : plain, static_cast<double>(power + 1));
}

std::optional<double> seconds_of(std::string_view text) {
    const auto parts = split_unit(text);
    if (!parts) {
        return std::nullopt;
    }
    const double unit = parts->unit == "ns"                           ? kNano
                        : parts->unit == "us"                         ? kMicro
                        : parts->unit == "ms"                         ? kMilli
                        : parts->unit == "s"                          ? 1.0
                        : parts->unit == "min" || parts->unit == "m"  ? 60.0
                        : parts->unit == "hour" || parts->unit == "h" ? 3600.0
                                                                      : 0.0;
    return unit > 0.0 ? std::optional(parts->number * unit) : std::nullopt;
}

std::optional<double> count_of(std::string_view text) {
    const auto parts = split_unit(text);
    if (!parts) {
        return std::nullopt;
    }
    const double unit = parts->unit.empty()  ? 1.0
                        : parts->unit == "k" ? 1e3
                        : parts->unit == "m" ? 1e6
                        : parts->unit == "g" ? 1e9
                                             : 0.0;
    return unit > 0.0 ? std::optional(parts->number * unit) : std::nullopt;
}

}  // namespace throughline::importers::tools
