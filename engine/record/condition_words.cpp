// SPDX-License-Identifier: Apache-2.0
#include "engine/record/condition_words.h"

#include <cmath>
#include <cstdint>

#include "engine/base/language.h"
#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/metrics/registry.h"
#include "engine/spec/amounts.h"
#include "engine/spec/people.h"

namespace throughline::record {
namespace {

std::string number_text(double value, std::string_view unit) {
    constexpr double kWholeMax = 9e15;
    if (unit == "bytes" && std::trunc(value) == value && std::fabs(value) < kWholeMax) {
        return spec::bytes_text(static_cast<std::int64_t>(value));
    }
    if (unit == "s") {
        return spec::seconds_text(value);
    }
    const std::string number = with_marks(shortest_text(value));
    const bool bare = unit.empty() || unit == "1" || unit == "text";
    return bare ? number : number + number_marks().unit_space + std::string(unit);
}

}  // namespace

std::string condition_title(std::string_view key) {
    return spec::find_setting(key) != nullptr ? spec::setting_title(key)
                                              : metrics::metric_title(key);
}

std::string condition_text(std::string_view key, const spec::SettingValue& value) {
    if (const auto* text = std::get_if<std::string>(&value); text != nullptr && text->empty()) {
        return "–";
    }
    if (spec::find_setting(key) != nullptr) {
        return spec::people_text(key, value);
    }
    if (const bool* flag = std::get_if<bool>(&value)) {
        return *flag ? say("yes") : say("no");
    }
    const metrics::MetricInfo* info = metrics::find_metric(key);
    double number = 0.0;
    return !std::holds_alternative<std::string>(value) && spec::setting_number(value, &number)
               ? number_text(number, info == nullptr ? "" : info->unit)
               : spec::setting_text(value);
}

}  // namespace throughline::record
