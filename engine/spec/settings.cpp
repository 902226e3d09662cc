// SPDX-License-Identifier: Apache-2.0
#include "engine/spec/settings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "engine/base/check.h"
#include "engine/base/nearest.h"
#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/spec/amounts.h"

namespace throughline::spec {
namespace {

/// PATH_MAX of linux/limits.h; longer texts cannot be opened anyway.
constexpr std::size_t kTextBytesMax = 4096;

Error usage(std::string_view key, std::string_view value, const SettingInfo& setting) {
    return usage_error(say("%1=%2: must be %3", key, value, allowed_text(setting)));
}

Error unknown_key(std::string_view key) {
    const auto near = nearest_settings(key);
    if (near.empty()) {
        return usage_error(say("unknown key '%1'", key));
    }
    std::string named = near.front();
    for (std::size_t i = 1; i < near.size(); ++i) {
        named = say("%1 or %2", named, near[i]);
    }
    return usage_error(say("unknown key '%1'; did you mean %2?", key, named));
}

bool within(const SettingInfo& setting, double value) {
    return std::isfinite(value) && value >= setting.minimum && value <= setting.maximum;
}

bool allowed(const SettingInfo& setting, const SettingValue& value) {
    switch (setting.type) {
        case SettingType::Boolean:
            return std::holds_alternative<bool>(value);
        case SettingType::Integer: {
            const auto* number = std::get_if<std::int64_t>(&value);
            return number != nullptr && within(setting, static_cast<double>(*number)) &&
                   *number % setting.step == 0;
        }
        case SettingType::Real: {
            const auto* number = std::get_if<double>(&value);
            return number != nullptr && within(setting, *number);
        }
        case SettingType::Text: {
            const auto* text = std::get_if<std::string>(&value);
            return text != nullptr && text->size() < kTextBytesMax &&
                   text->find('\0') == std::string::npos;
        }
        case SettingType::Choice: {
            const auto* text = std::get_if<std::string>(&value);
            return text != nullptr &&
                   std::find(setting.choices.begin(), setting.choices.end(), *text) !=
                       setting.choices.end();
        }
    }
    return false;
}

/// Whether it is the word for 0 or for no text.
bool is_zero_word(const SettingInfo& setting, std::string_view text) {
    return *setting.zero != '\0' && lower(trim(text)) == lower(setting.zero);
}

std::optional<double> number_of(const SettingInfo& setting, std::string_view text) {
    return is_zero_word(setting, text) ? std::optional(0.0) : amount_in(text, setting.unit);
}

/// A bare number as it is: a double does not hold every integer.
bool read_integer(const SettingInfo& setting, std::string_view text, SettingValue& value) {
    if (const auto whole = number_in<std::int64_t>(text)) {
        value = *whole;
        return true;
    }
    const auto amount = number_of(setting, text);
    if (!amount || *amount != std::floor(*amount) || std::abs(*amount) > setting.maximum) {
        return false;
    }
    value = static_cast<std::int64_t>(*amount);
    return true;
}

bool read_real(const SettingInfo& setting, std::string_view text, SettingValue& value) {
    auto amount = number_of(setting, text);
    amount = amount ? amount : number_in<double>(trim(text));  // 1e-3
    if (amount) {
        value = *amount;
    }
    return amount.has_value();
}

bool read_boolean(std::string_view text, SettingValue& value) {
    for (const auto* yes : {"true", "yes", "on", "1"}) {
        if (text == yes) {
            value = true;
            return true;
        }
    }
    for (const auto* no : {"false", "no", "off", "0"}) {
        if (text == no) {
            value = false;
            return true;
        }
    }
    return false;
}

bool read_value(const SettingInfo& setting, std::string_view text, SettingValue& value) {
    switch (setting.type) {
        case SettingType::Boolean:
            return read_boolean(text, value);
        case SettingType::Integer:
            return read_integer(setting, text, value);
        case SettingType::Real:
            return read_real(setting, text, value);
        case SettingType::Text:
        case SettingType::Choice: {
            if (is_zero_word(setting, text)) {
                value = std::string();
                return true;
            }
            const auto title = std::ranges::find_if(setting.choice_titles, [&](const char* one) {
                return one == text || say(one) == text;
            });
            value =
                title == setting.choice_titles.end()
                    ? std::string(text)
                    : setting
                          .choices[static_cast<std::size_t>(title - setting.choice_titles.begin())];
            return true;
        }
    }
    return false;
}

template <class T>
const T& typed(const Settings& settings, std::string_view key) {
    const auto found = settings.find(key);
    THROUGHLINE_CHECK(found != settings.end());
    const T* value = std::get_if<T>(&found->second);
    THROUGHLINE_CHECK(value != nullptr);
    return *value;
}

}  // namespace

const SettingInfo* find_setting(std::string_view key) noexcept {
    for (const auto& setting : all_settings()) {
        if (key == setting.key) {
            return &setting;
        }
    }
    return nullptr;
}

std::string allowed_text(const SettingInfo& setting) {
    const auto limit = [&setting](double value) {
        const auto whole = static_cast<std::int64_t>(value);
        return std::string_view(setting.unit) == "bytes" ? bytes_text(whole) : setting_text(whole);
    };
    const std::string least = limit(setting.minimum);
    const std::string most = limit(setting.maximum);
    switch (setting.type) {
        case SettingType::Boolean:
            return say("true or false");
        case SettingType::Integer:
            return setting.step == 1 ? say("a whole number from %1 to %2", least, most)
                                     : say("a multiple of %1 from %2 to %3",
                                           limit(static_cast<double>(setting.step)),
                                           least,
                                           most);
        case SettingType::Real:
            return say("a number from %1 to %2", least, most);
        case SettingType::Text:
            return say("a text of fewer than %1 bytes", std::to_string(kTextBytesMax));
        case SettingType::Choice: {
            std::string text;
            for (std::size_t i = 0; i < setting.choices.size(); ++i) {
                text += (i == 0 ? "" : ", ") + std::string(setting.choices[i]);
            }
            return setting.choices.size() == 1 ? text : say("one of %1", text);
        }
    }
    return {};
}

std::vector<std::string> nearest_settings(std::string_view key) {
    std::vector<std::string> ends_so;
    std::vector<std::string_view> known;
    for (const auto& setting : all_settings()) {
        known.emplace_back(setting.key);
        if (known.back().ends_with("." + std::string(key))) {
            ends_so.emplace_back(setting.key);
        }
    }
    const std::string_view nearest = nearest_word(key, known);
    return !ends_so.empty() || nearest.empty() ? ends_so
                                               : std::vector<std::string>{std::string(nearest)};
}

Settings default_settings() {
    Settings settings;
    for (const auto& setting : all_settings()) {
        settings.emplace(setting.key, setting.default_value);
    }
    return settings;
}

Result<SettingValue> parse_setting(std::string_view key, std::string_view text) {
    const SettingInfo* setting = find_setting(key);
    if (setting == nullptr) {
        return unknown_key(key);
    }
    SettingValue value;
    if (!read_value(*setting, text, value) || !allowed(*setting, value)) {
        return usage(key, text, *setting);
    }
    return value;
}

Result<SettingValue> check_setting(std::string_view key, const SettingValue& value) {
    const SettingInfo* setting = find_setting(key);
    if (setting == nullptr) {
        return unknown_key(key);
    }
    SettingValue converted = value;
    if (const auto* number = std::get_if<std::int64_t>(&value);
        number != nullptr && setting->type == SettingType::Real) {
        converted = static_cast<double>(*number);
    }
    if (!allowed(*setting, converted)) {
        return usage(key, setting_text(value), *setting);
    }
    return converted;
}

std::string setting_text(const SettingValue& value) {
    if (const auto* flag = std::get_if<bool>(&value)) {
        return *flag ? "true" : "false";
    }
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        return std::to_string(*whole);
    }
    if (const auto* real = std::get_if<double>(&value)) {
        return shortest_text(*real);
    }
    return std::get<std::string>(value);
}

bool setting_number(const SettingValue& value, double* number) {
    if (const auto* flag = std::get_if<bool>(&value)) {
        *number = *flag ? 1.0 : 0.0;
        return true;
    }
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        *number = static_cast<double>(*whole);
        return true;
    }
    if (const auto* real = std::get_if<double>(&value)) {
        *number = *real;
        return true;
    }
    return false;
}

std::int64_t integer_of(const Settings& settings, std::string_view key) {
    return typed<std::int64_t>(settings, key);
}

double real_of(const Settings& settings, std::string_view key) {
    return typed<double>(settings, key);
}

bool boolean_of(const Settings& settings, std::string_view key) {
    return typed<bool>(settings, key);
}

std::uint32_t count_of(const Settings& settings, std::string_view key) {
    return static_cast<std::uint32_t>(integer_of(settings, key));
}

std::string text_or_empty(const Settings& settings, std::string_view key) {
    const auto found = settings.find(key);
    return found == settings.end() ? std::string() : setting_text(found->second);
}

std::optional<double> number_at(const Settings& settings, std::string_view key) {
    const auto found = settings.find(key);
    double number = 0.0;
    return found != settings.end() && setting_number(found->second, &number) ? std::optional(number)
                                                                             : std::nullopt;
}

const std::string& text_of(const Settings& settings, std::string_view key) {
    return typed<std::string>(settings, key);
}

}  // namespace throughline::spec
