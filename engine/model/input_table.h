// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "engine/base/result.h"
#include "engine/model/inputs.h"

namespace throughline::model {

/// What a number must fulfil.
enum class InputRule : std::uint8_t {
    Positive,        ///< finite and above 0
    AtLeastOne,      ///< finite and 1 or more
    Share,           ///< in (0, 1]
    ShareOrZero,     ///< in [0, 1]
    NotNegative,     ///< finite and 0 or more
    Capacity,        ///< 0 or more, or kUnlimited
    OneOfTheChoices  ///< not a number
};

enum class InputKind : std::uint8_t {
    Amount,  ///< any number
    Count,   ///< of things (threads, GPUs, volumes): a whole number
    Choice   ///< one of some names, or a switch
};

/// Where a number may lie that somebody means.
struct InputRange {
    double low = 0.0;
    double high = 0.0;
};

/// One input, as input_list.h has it.
struct InputInfo {
    Input id;
    const char* key;   ///< as in scenario files: "sto_bw"
    const char* unit;  ///< "", "bytes", "bytes/s", "bits/s", "s", "1/s", "USD", …
    InputRule rule;
    std::variant<double Inputs::*,
                 bool Inputs::*,
                 Format Inputs::*,
                 Access Inputs::*,
                 CachePolicy Inputs::*,
                 AllReduce Inputs::*>
        member;
    InputKind kind;
    InputRange range;     ///< of numbers
    const char* title;    ///< "Storage bandwidth": for tables, axes and menus
    const char* meaning;  ///< one phrase
};

/// A value of any input. Choices are their names ("record"); kUnlimited is null.
using InputValue = std::variant<double, bool, std::string>;

/// Every input, indexed by Input.
std::span<const InputInfo> input_table() noexcept;
const InputInfo& info_of(Input input) noexcept;
const char* key_of(Input input) noexcept;
const char* title_of(Input input) noexcept;
std::optional<Input> find_input(std::string_view key) noexcept;
bool is_number(Input input) noexcept;
bool is_count(Input input) noexcept;

/// The names of a choice in the order of its enumerators; empty for numbers and switches.
std::span<const char* const> choices_of(Input input) noexcept;

/// A number by its name. Assumes: is_number(input).
double& number_of(Inputs& inputs, Input input) noexcept;
double number_of(const Inputs& inputs, Input input) noexcept;

InputValue value_of(const Inputs& inputs, Input input);

/// Sets one input. Its rule is not checked (first_invalid() does that for the whole).
/// Errors: Usage when the type does not fit or the choice does not exist, with key and what is
/// allowed.
Result<void> set_value(Inputs& inputs, Input input, const InputValue& value);

/// Reads "250e6", "null", "true", "raw" as the type of `input`; k, M, G, T and Ki, Mi, Gi, Ti may
/// follow a number. Errors: Usage.
Result<InputValue> parse_value(Input input, std::string_view text);

/// "250000000", "null", "true", "raw": as it is typed.
std::string value_text(const InputValue& value);

/// "a number above 0", "raw, record".
std::string allowed_text(Input input);

/// Whether a number breaks its rule. Assumes: is_number(input).
bool breaks_rule(Input input, double value) noexcept;

/// The first number that breaks its rule, in check_order(); none: valid.
std::optional<Input> first_invalid(const Inputs& inputs) noexcept;

/// Why a scenario may not have a number, as a sentence: it breaks its rule or lies outside its
/// range, with what is allowed; "" when it may. Assumes: is_number(input).
std::string refusal(Input input, double value);

/// The first number that is refused, in the same order: scenarios are held to it, the functions of
/// the model to the rules alone.
std::optional<Input> first_refused(const Inputs& inputs);

/// The order in which invalid inputs are named: by rule first, choices last.
std::span<const Input> check_order() noexcept;

}  // namespace throughline::model
