// SPDX-License-Identifier: Apache-2.0
#include "engine/model/input_table.h"

#include <algorithm>
#include <array>

#include "engine/base/check.h"
#include "engine/base/say.h"

namespace throughline::model {
namespace {

#define THROUGHLINE_NUMBER(name, key, value, unit, kind, rule, low, high, title, meaning) \
    {Input::name,                                                                         \
     #key,                                                                                \
     unit,                                                                                \
     InputRule::rule,                                                                     \
     &Inputs::key,                                                                        \
     InputKind::kind,                                                                     \
     {low, high},                                                                         \
     title,                                                                               \
     meaning},
#define THROUGHLINE_CHOICE(name, key, value, title, meaning) \
    {Input::name,                                            \
     #key,                                                   \
     "",                                                     \
     InputRule::OneOfTheChoices,                             \
     &Inputs::key,                                           \
     InputKind::Choice,                                      \
     {},                                                     \
     title,                                                  \
     meaning},
constexpr std::array<InputInfo, kInputCount> kTable{
    {THROUGHLINE_MODEL_INPUTS(THROUGHLINE_NUMBER, THROUGHLINE_CHOICE, THROUGHLINE_CHOICE)}};
#undef THROUGHLINE_NUMBER
#undef THROUGHLINE_CHOICE

constexpr std::array<const char*, 2> kFormats{to_say("raw"), to_say("record")};
constexpr std::array<const char*, 3> kAccesses{
    to_say("sequential"), to_say("shuffled"), to_say("random")};
constexpr std::array<const char*, 3> kPolicies{to_say("none"), to_say("lru"), to_say("pinned")};
constexpr std::array<const char*, 2> kAllReduces{to_say("ring"), to_say("ps")};

template <class Choice>
Result<void> set_choice(Choice& target, Input input, const InputValue& value) {
    const auto names = choices_of(input);
    const auto* text = std::get_if<std::string>(&value);
    for (std::size_t i = 0; text != nullptr && i < names.size(); ++i) {
        if (*text == names[i]) {
            target = static_cast<Choice>(i);
            return {};
        }
    }
    return usage_error(say("%1: '%2' is not allowed; it must be one of %3",
                           key_of(input),
                           value_text(value),
                           allowed_text(input)));
}

Error wrong_type(Input input, const InputValue& value) {
    return usage_error(say(choices_of(input).empty()
                               ? to_say("%1: '%2' is not allowed; it must be %3")
                               : to_say("%1: '%2' is not allowed; it must be one of %3"),
                           key_of(input),
                           value_text(value),
                           allowed_text(input)));
}

}  // namespace

std::span<const InputInfo> input_table() noexcept {
    return kTable;
}

const InputInfo& info_of(Input input) noexcept {
    return kTable[static_cast<std::size_t>(input)];
}

const char* key_of(Input input) noexcept {
    return info_of(input).key;
}

const char* title_of(Input input) noexcept {
    return info_of(input).title;
}

std::optional<Input> find_input(std::string_view key) noexcept {
    const auto* found = std::find_if(
        kTable.begin(), kTable.end(), [&](const InputInfo& info) { return key == info.key; });
    return found == kTable.end() ? std::nullopt : std::optional(found->id);
}

bool is_number(Input input) noexcept {
    return static_cast<std::size_t>(input) < kNumberCount;
}

bool is_count(Input input) noexcept {
    return info_of(input).kind == InputKind::Count;
}

std::span<const char* const> choices_of(Input input) noexcept {
    switch (input) {
        case Input::Format:
            return kFormats;
        case Input::Access:
            return kAccesses;
        case Input::CachePolicy:
            return kPolicies;
        case Input::AllReduce:
            return kAllReduces;
        default:
            return {};
    }
}

double& number_of(Inputs& inputs, Input input) noexcept {
    THROUGHLINE_CHECK(is_number(input));
    return inputs.**std::get_if<0>(&info_of(input).member);
}

double number_of(const Inputs& inputs, Input input) noexcept {
    THROUGHLINE_CHECK(is_number(input));
    return inputs.**std::get_if<0>(&info_of(input).member);
}

InputValue value_of(const Inputs& inputs, Input input) {
    return std::visit(
        [&](auto member) -> InputValue {
            const auto value = inputs.*member;
            using Type = std::remove_const_t<decltype(value)>;
            if constexpr (std::is_same_v<Type, double> || std::is_same_v<Type, bool>) {
                return value;
            } else {
                return std::string(choices_of(input)[static_cast<std::size_t>(value)]);
            }
        },
        info_of(input).member);
}

Result<void> set_value(Inputs& inputs, Input input, const InputValue& value) {
    return std::visit(
        [&](auto member) -> Result<void> {
            auto& target = inputs.*member;
            using Type = std::remove_reference_t<decltype(target)>;
            if constexpr (std::is_same_v<Type, double> || std::is_same_v<Type, bool>) {
                const auto* typed = std::get_if<Type>(&value);
                if (typed == nullptr) {
                    return wrong_type(input, value);
                }
                target = *typed;
                return {};
            } else {
                return set_choice(target, input, value);
            }
        },
        info_of(input).member);
}

}  // namespace throughline::model
