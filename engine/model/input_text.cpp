// SPDX-License-Identifier: Apache-2.0
// Inputs as they are typed: on the command line and in number fields.
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/model/input_table.h"

namespace throughline::model {
namespace {

/// "Mi" before "M": the first that fits the whole rest is taken.
constexpr std::array<std::pair<std::string_view, double>, 9> kMultiples{{{"", 1.0},
                                                                         {"Ki", 0x1p10},
                                                                         {"Mi", 0x1p20},
                                                                         {"Gi", 0x1p30},
                                                                         {"Ti", 0x1p40},
                                                                         {"k", 1e3},
                                                                         {"M", 1e6},
                                                                         {"G", 1e9},
                                                                         {"T", 1e12}}};

std::optional<double> parse_number(std::string_view text) {
    double number = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || !std::isfinite(number)) {
        return std::nullopt;
    }
    const std::string_view rest(end, static_cast<std::size_t>(text.data() + text.size() - end));
    for (const auto& [name, factor] : kMultiples) {
        if (rest == name) {
            return number * factor;
        }
    }
    return std::nullopt;
}

}  // namespace

Result<InputValue> parse_value(Input input, std::string_view text) {
    const auto wrong = [&] {
        return usage_error(say(choices_of(input).empty()
                                   ? to_say("%1: '%2' is not allowed; it must be %3")
                                   : to_say("%1: '%2' is not allowed; it must be one of %3"),
                               key_of(input),
                               text,
                               allowed_text(input)));
    };
    if (is_number(input)) {
        const auto number = text == "null" ? std::optional(kUnlimited) : parse_number(text);
        return number ? Result<InputValue>(*number) : Result<InputValue>(wrong());
    }
    Inputs trial;
    InputValue value = std::string(text);
    if (choices_of(input).empty()) {
        if (text != "true" && text != "false") {
            return wrong();
        }
        value = text == "true";
    }
    if (const auto set = set_value(trial, input, value); !set) {
        return wrong();
    }
    return value;
}

std::string value_text(const InputValue& value) {
    if (const auto* flag = std::get_if<bool>(&value)) {
        return *flag ? to_say("true") : to_say("false");
    }
    if (const auto* text = std::get_if<std::string>(&value)) {
        return *text;
    }
    const double number = std::get<double>(value);
    if (!std::isfinite(number)) {
        return number > 0.0 ? "null" : "not a number";
    }
    return shortest_text(number);
}

}  // namespace throughline::model
