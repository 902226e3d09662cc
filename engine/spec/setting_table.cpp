// SPDX-License-Identifier: Apache-2.0
// Every spec key: type, default, limits and words. The keys themselves are in setting_*.cpp.
#include <string>

#include "engine/base/check.h"
#include "engine/spec/setting_parts.h"

namespace throughline::spec {
namespace {

std::vector<SettingInfo> make_table() {
    std::vector<SettingInfo> table;
    for (auto part : {dataset_settings(),
                      storage_settings(),
                      remote_settings(),
                      processing_settings(),
                      pipeline_settings(),
                      loader_settings(),
                      run_settings()}) {
        table.insert(table.end(), part.begin(), part.end());
    }
    return table;
}

}  // namespace

SettingInfo integer_setting(const char* key,
                            const char* title,
                            const char* unit,
                            std::int64_t value,
                            double minimum,
                            double maximum,
                            const char* meaning,
                            const char* condition) {
    return {.key = key,
            .title = title,
            .type = SettingType::Integer,
            .unit = unit,
            .default_value = value,
            .minimum = minimum,
            .maximum = maximum,
            .meaning = meaning,
            .condition = condition == nullptr ? meaning : condition};
}

SettingInfo real_setting(const char* key,
                         const char* title,
                         const char* unit,
                         double value,
                         double minimum,
                         double maximum,
                         const char* meaning,
                         const char* condition) {
    SettingInfo setting =
        integer_setting(key, title, unit, 0, minimum, maximum, meaning, condition);
    setting.type = SettingType::Real;
    setting.default_value = value;
    return setting;
}

SettingInfo seconds_setting(const char* key,
                            const char* title,
                            double value,
                            double maximum,
                            const char* meaning,
                            const char* condition) {
    return real_setting(key, title, "s", value, 0.0, maximum, meaning, condition);
}

SettingInfo boolean_setting(
    const char* key, const char* title, bool value, const char* meaning, const char* condition) {
    SettingInfo setting = integer_setting(key, title, "", 0, 0.0, 1.0, meaning, condition);
    setting.type = SettingType::Boolean;
    setting.default_value = value;
    return setting;
}

SettingInfo text_setting(const char* key,
                         const char* title,
                         const char* meaning,
                         const char* condition) {
    SettingInfo setting = integer_setting(key, title, "", 0, 0.0, 0.0, meaning, condition);
    setting.type = SettingType::Text;
    setting.default_value = std::string();
    return setting;
}

SettingInfo choice_setting(const char* key,
                           const char* title,
                           std::span<const char* const> choices,
                           const char* meaning,
                           const char* condition) {
    SettingInfo setting = text_setting(key, title, meaning, condition);
    setting.type = SettingType::Choice;
    setting.default_value = std::string(choices.front());
    setting.choices = choices;
    return setting;
}

SettingInfo with_zero(SettingInfo setting, const char* zero) {
    setting.zero = zero;
    return setting;
}

SettingInfo with_titles(SettingInfo setting, std::span<const char* const> titles) {
    THROUGHLINE_CHECK(titles.size() == setting.choices.size());
    setting.choice_titles = titles;
    return setting;
}

std::span<const SettingInfo> all_settings() noexcept {
    static const std::vector<SettingInfo> kTable = make_table();
    return kTable;
}

}  // namespace throughline::spec
