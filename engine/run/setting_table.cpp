// SPDX-License-Identifier: Apache-2.0
// Every spec key: type, default, limits and words. The keys themselves are in setting_*.cpp.
#include <string>

#include "engine/run/setting_parts.h"

namespace throughline::run {
namespace {

std::vector<SettingInfo> make_table() {
    std::vector<SettingInfo> table;
    for (auto part : {dataset_settings(),
                      storage_settings(),
                      processing_settings(),
                      pipeline_settings(),
                      run_settings()}) {
        table.insert(table.end(), part.begin(), part.end());
    }
    return table;
}

}  // namespace

SettingInfo integer_setting(const char* key,
                            const char* unit,
                            std::int64_t value,
                            double minimum,
                            double maximum,
                            const char* meaning) {
    return {.key = key,
            .type = SettingType::Integer,
            .unit = unit,
            .default_value = value,
            .minimum = minimum,
            .maximum = maximum,
            .choices = {},
            .meaning = meaning};
}

SettingInfo real_setting(const char* key,
                         const char* unit,
                         double value,
                         double minimum,
                         double maximum,
                         const char* meaning) {
    return {.key = key,
            .type = SettingType::Real,
            .unit = unit,
            .default_value = value,
            .minimum = minimum,
            .maximum = maximum,
            .choices = {},
            .meaning = meaning};
}

SettingInfo seconds_setting(const char* key, double value, double maximum, const char* meaning) {
    return real_setting(key, "s", value, 0.0, maximum, meaning);
}

SettingInfo boolean_setting(const char* key, bool value, const char* meaning) {
    return {.key = key,
            .type = SettingType::Boolean,
            .unit = "",
            .default_value = value,
            .minimum = 0.0,
            .maximum = 1.0,
            .choices = {},
            .meaning = meaning};
}

SettingInfo text_setting(const char* key, const char* meaning) {
    return {.key = key,
            .type = SettingType::Text,
            .unit = "",
            .default_value = std::string(),
            .minimum = 0.0,
            .maximum = 0.0,
            .choices = {},
            .meaning = meaning};
}

SettingInfo choice_setting(const char* key,
                           std::span<const char* const> choices,
                           const char* meaning) {
    return {.key = key,
            .type = SettingType::Choice,
            .unit = "",
            .default_value = std::string(choices.front()),
            .minimum = 0.0,
            .maximum = 0.0,
            .choices = choices,
            .meaning = meaning};
}

std::span<const SettingInfo> all_settings() noexcept {
    static const std::vector<SettingInfo> kTable = make_table();
    return kTable;
}

}  // namespace throughline::run
