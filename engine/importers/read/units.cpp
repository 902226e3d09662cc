// SPDX-License-Identifier: Apache-2.0
#include "engine/importers/read/units.h"

#include <cmath>
#include <string>

#include "engine/importers/read/scan.h"

namespace throughline::importers {
namespace {

constexpr std::string_view kPrefixes = "kmgtp";

}  // namespace

std::optional<double> fio_size(std::string_view text, bool decimal_k) {
    std::string plain = lower(trim(text));
    if (plain.ends_with('b') && plain.size() > 1) {
        plain.pop_back();
    }
    bool with_i = false;
    if (plain.ends_with('i')) {
        with_i = true;
        plain.pop_back();
    }
    double factor = 1.0;
    if (!plain.empty()) {
        const std::size_t power = kPrefixes.find(plain.back());
        if (power != std::string_view::npos) {
            factor =
                std::pow(with_i == decimal_k ? 1024.0 : 1000.0, static_cast<double>(power + 1));
            plain.pop_back();
        }
    }
    return scaled(parse_number(plain), factor);
}

std::optional<double> binary_scaled(std::string_view text, bool decimal_comma) {
    text = trim(text);
    if (text.empty()) {
        return std::nullopt;
    }
    const std::string last = lower(text.substr(text.size() - 1));
    const std::size_t power = kPrefixes.find(last);
    if (power == std::string_view::npos) {
        return parse_number(text, decimal_comma);
    }
    return scaled(parse_number(text.substr(0, text.size() - 1), decimal_comma),
                  std::pow(1024.0, static_cast<double>(power + 1)));
}

}  // namespace throughline::importers
