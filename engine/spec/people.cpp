// SPDX-License-Identifier: Apache-2.0
#include "engine/spec/people.h"

#include <algorithm>
#include <array>

#include "engine/base/say.h"
#include "engine/base/text.h"
#include "engine/spec/amounts.h"

namespace throughline::spec {
namespace {

constexpr std::array<std::string_view, 1> kWhole{""};
constexpr std::array<std::string_view, 1> kImages{"dataset"};
constexpr std::array<std::string_view, 1> kReading{"storage"};
constexpr std::array<std::string_view, 1> kDecoding{"decode"};
constexpr std::array<std::string_view, 2> kBatches{"batch", "consumer"};
constexpr std::array<std::string_view, 3> kBetween{"pipeline", "cache", "placement"};
constexpr std::array<SettingGroup, 6> kGroups{{{to_say("Measurement"), kWhole},
                                               {to_say("Images"), kImages},
                                               {to_say("Reading"), kReading},
                                               {to_say("Decoding"), kDecoding},
                                               {to_say("Batches and accelerator"), kBatches},
                                               {to_say("Buffers, cache and threads"), kBetween}}};

}  // namespace

std::string command_words(std::string_view command) {
    const std::size_t script_end = command.find(".py");
    std::size_t begin = 0;
    if (script_end != command.npos) {
        const std::size_t before = command.rfind(' ', script_end);
        begin = before == command.npos ? 0 : before + 1;
    }
    const std::size_t word_end = std::min(command.find(' ', begin), command.size());
    const std::size_t folder = command.substr(0, word_end).rfind('/');
    return std::string(
        command.substr(folder == command.npos || folder < begin ? begin : folder + 1));
}

std::string people_text(const SettingInfo& setting, const SettingValue& value) {
    double number = 0.0;
    if (*setting.zero != '\0' && setting_number(value, &number) && number == 0.0) {
        return say(setting.zero);
    }
    if (const auto* flag = std::get_if<bool>(&value)) {
        return *flag ? say("yes") : say("no");
    }
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        return std::string_view(setting.unit) == "bytes" ? bytes_text(*whole)
                                                         : count_text(*whole, setting.unit);
    }
    if (const auto* real = std::get_if<double>(&value)) {
        return std::string_view(setting.unit) == "s" ? seconds_text(*real)
                                                     : with_marks(shortest_text(*real));
    }
    const std::string& word = std::get<std::string>(value);
    if (word.empty() && *setting.zero != '\0') {
        return say(setting.zero);
    }
    const auto choice = std::find(setting.choices.begin(), setting.choices.end(), word);
    return choice == setting.choices.end() || setting.choice_titles.empty()
               ? word
               : say(setting.choice_titles[static_cast<std::size_t>(choice -
                                                                    setting.choices.begin())]);
}

std::string people_text(std::string_view key, const SettingValue& value) {
    const SettingInfo* setting = find_setting(key);
    return setting == nullptr ? setting_text(value) : people_text(*setting, value);
}

std::string setting_title(std::string_view key) {
    const SettingInfo* setting = find_setting(key);
    return setting == nullptr ? std::string(key) : say(setting->title);
}

std::span<const SettingGroup> setting_groups() noexcept {
    return kGroups;
}

const SettingGroup& group_of(std::string_view key) noexcept {
    const auto dot = key.find('.');
    const std::string_view section = dot == std::string_view::npos ? "" : key.substr(0, dot);
    const auto found = std::ranges::find_if(kGroups, [&](const SettingGroup& group) {
        return std::ranges::find(group.sections, section) != group.sections.end();
    });
    return found == kGroups.end() ? kGroups.front() : *found;
}

std::string search_text(const SettingInfo& setting) {
    std::string text = std::string(setting.title) + ' ' + group_of(setting.key).title + ' ' +
                       setting.key + ' ' + setting.meaning;
    for (const auto words : {setting.choices, setting.choice_titles}) {
        for (const char* const word : words) {
            text += ' ' + std::string(word);
        }
    }
    return text;
}

}  // namespace throughline::spec
