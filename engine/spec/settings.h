// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/base/result.h"

namespace throughline::spec {

/// One value of a spec key.
using SettingValue = std::variant<bool, std::int64_t, double, std::string>;

/// Flat settings of one run, by key: "decode.threads" -> 4.
using Settings = std::map<std::string, SettingValue, std::less<>>;

enum class SettingType : std::uint8_t { Boolean, Integer, Real, Text, Choice };

/// One key of the spec: the one home of its type, default, limits and words (messages of say.h,
/// which who shows one says). The command line's help, the window's forms, the validation and the
/// conditions of the metric registry all come from here.
struct SettingInfo {
    const char* key;
    const char* title;  ///< for people: "Queue depth"
    SettingType type;
    const char* unit;  ///< "", "s", "bytes", "px"
    SettingValue default_value;
    double minimum;  ///< numbers only
    double maximum;
    std::span<const char* const> choices = {};        ///< of a Choice all, of a Text some
    std::span<const char* const> choice_titles = {};  ///< for people; none: the choices themselves
    const char* meaning;                              ///< one sentence
    /// What a run was measured with, where it is an axis of a chart: a sentence.
    const char* condition = meaning;
    bool live = false;      ///< may be changed during a run by the control command `set`
    std::int64_t step = 1;  ///< Integer only: 0 or a multiple of this
    const char* zero = "";  ///< what 0 or no text stands for: "by queue depth", "none"
};

std::span<const SettingInfo> all_settings() noexcept;
const SettingInfo* find_setting(std::string_view key) noexcept;

/// What is allowed, for messages and help: "a whole number from 1 to 1024".
std::string allowed_text(const SettingInfo& setting);

/// Keys that somebody who typed `key` may have meant, the likeliest first; may be empty.
std::vector<std::string> nearest_settings(std::string_view key);

/// Every key with its default.
Settings default_settings();

/// Reads `text` as the type of `key` and checks its limits. Amounts may have a unit ("128 KiB",
/// "64k", "2 min"), or be what people_text() says.
/// Errors: Usage, with the key, the value and what is allowed.
Result<SettingValue> parse_setting(std::string_view key, std::string_view text);

/// Checks type and limits of a value that came from JSON. Integers are accepted for Real.
Result<SettingValue> check_setting(std::string_view key, const SettingValue& value);

/// "4", "true", "cold": as it is typed on the command line.
std::string setting_text(const SettingValue& value);

/// A number for charts: booleans are 0 and 1, texts have none.
bool setting_number(const SettingValue& value, double* number);

/// The value of `key`; "" and nullopt where there is none, or one that is not a number.
std::string text_or_empty(const Settings& settings, std::string_view key);
std::optional<double> number_at(const Settings& settings, std::string_view key);

// Typed access; the key must exist with that type (programmer error otherwise).
std::int64_t integer_of(const Settings& settings, std::string_view key);
double real_of(const Settings& settings, std::string_view key);
bool boolean_of(const Settings& settings, std::string_view key);
std::uint32_t count_of(const Settings& settings, std::string_view key);
const std::string& text_of(const Settings& settings, std::string_view key);

}  // namespace throughline::spec
