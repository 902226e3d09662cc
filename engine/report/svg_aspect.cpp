// SPDX-License-Identifier: Apache-2.0
#include "engine/report/svg_aspect.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "engine/base/text.h"
#include "engine/report/marks.h"

namespace throughline::report {
namespace {

/// Of "960", "960px" or "25.4mm"; a percentage is none.
std::optional<double> svg_length(std::string_view text) {
    if (text.ends_with('%')) {
        return std::nullopt;
    }
    const std::size_t digits = std::min(text.find_first_not_of("0123456789.e+-"), text.size());
    const auto number = number_in<double>(text.substr(0, digits));
    return number && std::isfinite(*number) && *number > 0.0 ? number : std::nullopt;
}

/// Takes the last word off a text.
std::string_view taken_last_word(std::string_view& text) {
    const std::size_t space = text.find_last_of(" ,");
    const std::size_t from = space == std::string_view::npos ? 0 : space + 1;
    const std::string_view word = text.substr(from);
    text = text.substr(0, from == 0 ? 0 : space);
    return word;
}

}  // namespace

double svg_aspect(std::string_view drawing) {
    constexpr double kUsual = 0.5;
    const std::string_view tag = first_between(drawing, "<svg", ">").value_or(std::string_view());
    const auto attribute = [&](std::string_view start) {
        return first_between(tag, start, "\"").value_or(std::string_view());
    };
    auto width = svg_length(attribute(" width=\""));
    auto height = svg_length(attribute(" height=\""));
    if (!width || !height) {
        std::string_view box = attribute(" viewBox=\"");  // "x y width height"
        height = svg_length(taken_last_word(box));
        width = svg_length(taken_last_word(box));
    }
    constexpr double kMost = 20.0;
    return width && height ? std::clamp(*height / *width, 1.0 / kMost, kMost) : kUsual;
}

}  // namespace throughline::report
