// SPDX-License-Identifier: Apache-2.0
// What inputs must fulfil, and in which order those that do not are named.
#include <array>
#include <cmath>
#include <string>

#include "engine/base/say.h"
#include "engine/model/input_table.h"

namespace throughline::model {
namespace {

constexpr std::array kRules{InputRule::Positive,
                            InputRule::AtLeastOne,
                            InputRule::Share,
                            InputRule::ShareOrZero,
                            InputRule::NotNegative,
                            InputRule::Capacity,
                            InputRule::OneOfTheChoices};

/// By rule, then as listed.
std::array<Input, kInputCount> in_check_order() {
    std::array<Input, kInputCount> order{};
    auto* next = order.begin();
    for (const InputRule rule : kRules) {
        for (const InputInfo& info : input_table()) {
            if (info.rule == rule) {
                *next++ = info.id;
            }
        }
    }
    return order;
}

bool fulfils(InputRule rule, double value) noexcept {
    switch (rule) {
        case InputRule::Positive:
            return std::isfinite(value) && value > 0.0;
        case InputRule::AtLeastOne:
            return std::isfinite(value) && value >= 1.0;
        case InputRule::Share:
            return value > 0.0 && value <= 1.0;
        case InputRule::ShareOrZero:
            return value >= 0.0 && value <= 1.0;
        case InputRule::NotNegative:
            return std::isfinite(value) && value >= 0.0;
        case InputRule::Capacity:
            return value >= 0.0;  // false for NaN
        case InputRule::OneOfTheChoices:
            return true;
    }
    return false;
}

const char* words_of(InputRule rule) noexcept {
    switch (rule) {
        case InputRule::Positive:
            return to_say("a number above 0");
        case InputRule::AtLeastOne:
            return to_say("a number of 1 or more");
        case InputRule::Share:
            return to_say("a number above 0 and at most 1");
        case InputRule::ShareOrZero:
            return to_say("a number from 0 to 1");
        case InputRule::NotNegative:
            return to_say("a number of 0 or more");
        case InputRule::Capacity:
            return to_say("a number of 0 or more, or null for no limit");
        case InputRule::OneOfTheChoices:
            return to_say("true or false");
    }
    return "";
}

}  // namespace

std::string allowed_text(Input input) {
    const auto names = choices_of(input);
    if (names.empty()) {
        return say(words_of(info_of(input).rule));
    }
    std::string text;
    for (const char* const name : names) {
        text += (text.empty() ? "" : ", ") + std::string(name);
    }
    return text;
}

bool breaks_rule(Input input, double value) noexcept {
    return !fulfils(info_of(input).rule, value);
}

std::optional<Input> first_invalid(const Inputs& inputs) noexcept {
    for (const Input input : check_order()) {
        if (is_number(input) && breaks_rule(input, number_of(inputs, input))) {
            return input;
        }
    }
    return std::nullopt;
}

std::span<const Input> check_order() noexcept {
    static const std::array<Input, kInputCount> order = in_check_order();
    return order;
}

std::string refusal(Input input, double value) {
    const std::string given = value_text(value);
    if (breaks_rule(input, value)) {
        return say(
            "%1 = %2 is not allowed; it must be %3", key_of(input), given, allowed_text(input));
    }
    const InputRange range = info_of(input).range;
    if (std::isinf(value) || (value >= range.low && value <= range.high)) {
        return {};
    }
    const std::string unit = info_of(input).unit;
    return say("%1 = %2 is out of range; it must be from %3 to %4",
               key_of(input),
               given,
               value_text(range.low),
               value_text(range.high) + (unit.empty() ? "" : " " + unit));
}

std::optional<Input> first_refused(const Inputs& inputs) {
    for (const Input input : check_order()) {
        if (is_number(input) && !refusal(input, number_of(inputs, input)).empty()) {
            return input;
        }
    }
    return std::nullopt;
}

}  // namespace throughline::model
