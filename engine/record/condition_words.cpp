// SPDX-License-Identifier: Apache-2.0
#include "engine/record/condition_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "engine/base/language.h"
#include "engine/base/say.h"
#include "engine/base/say_again.h"
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

/// How requests follow each other, as fio names it and most others do. "read" alone is in order for
/// fio and for this program; others leave it open, and so does the word.
struct PatternWord {
    std::string_view pattern;
    const char* message;
};
constexpr std::array kPatterns{
    PatternWord{"random", to_say("random")},
    PatternWord{"sequential", to_say("sequential")},
    PatternWord{"mixed random and sequential", to_say("mixed random and sequential")},
    PatternWord{"randread", to_say("random reads")},
    PatternWord{"randwrite", to_say("random writes")},
    PatternWord{"randrw", to_say("random reads and writes")},
    PatternWord{"read", to_say("reads")},
    PatternWord{"write", to_say("writes")},
    PatternWord{"metadata", to_say("metadata of small files")}};

/// A time that was computed, 0.05333333333333334 s, is read with six digits.
double rounded(double number) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.6g", number);
    return std::strtod(text.data(), nullptr);
}

}  // namespace

std::string condition_title(std::string_view key) {
    return spec::find_setting(key) != nullptr ? spec::setting_title(key)
                                              : metrics::metric_title(key);
}

std::string condition_text(std::string_view key, const spec::SettingValue& value) {
    if (const auto* text = std::get_if<std::string>(&value); text != nullptr && text->empty()) {
        const std::string none = spec::people_text(key, value);
        return none.empty() ? "–" : none;
    }
    if (spec::find_setting(key) != nullptr) {
        const double* const real = std::get_if<double>(&value);
        return spec::people_text(key, real == nullptr ? value : spec::SettingValue(rounded(*real)));
    }
    if (const auto* pattern = std::get_if<std::string>(&value); key == "pattern" && pattern) {
        const auto* const word = std::ranges::find(kPatterns, *pattern, &PatternWord::pattern);
        return word == kPatterns.end() ? *pattern : say(word->message);
    }
    if (const auto* unit = std::get_if<std::string>(&value); key == "step_axis" && unit) {
        return say_again(*unit);
    }
    if (const bool* flag = std::get_if<bool>(&value)) {
        return *flag ? say("yes") : say("no");
    }
    const metrics::MetricInfo* info = metrics::find_metric(key);
    double number = 0.0;
    if (key == "direct_io" && spec::setting_number(value, &number) &&
        (number == 0.0 || number == 1.0)) {
        return number == 1.0 ? say("yes") : say("no");
    }
    return !std::holds_alternative<std::string>(value) && spec::setting_number(value, &number)
               ? number_text(number, info == nullptr ? "" : info->unit)
               : spec::setting_text(value);
}

}  // namespace throughline::record
