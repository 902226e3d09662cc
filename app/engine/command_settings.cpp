// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "app/engine/commands.h"
#include "app/engine/json_output.h"
#include "app/engine/report.h"
#include "app/engine/terminal.h"
#include "app/engine/text_table.h"
#include "engine/base/text.h"
#include "engine/spec/people.h"

namespace throughline::app {
namespace {

const char* name_of(spec::SettingType type) noexcept {
    switch (type) {
        case spec::SettingType::Boolean:
            return "boolean";
        case spec::SettingType::Integer:
            return "integer";
        case spec::SettingType::Real:
            return "real";
        case spec::SettingType::Text:
            return "text";
        case spec::SettingType::Choice:
            return "choice";
    }
    return "text";
}

bool is_number(spec::SettingType type) noexcept {
    return type == spec::SettingType::Integer || type == spec::SettingType::Real;
}

/// All that may be typed, where that is a list.
std::span<const char* const> choices_of(const spec::SettingInfo& info) noexcept {
    return info.type == spec::SettingType::Choice ? info.choices : std::span<const char* const>();
}

void print_as_json(const std::string& words) {
    Json settings = Json::array();
    for (const spec::SettingInfo& info : spec::all_settings()) {
        if (!matches(search_text(info), words)) {
            continue;
        }
        Json json = {{"key", info.key},
                     {"title", info.title},
                     {"group", spec::group_of(info.key).title},
                     {"type", name_of(info.type)},
                     {"unit", info.unit}};
        json["default"] =
            std::visit([](const auto& value) { return Json(value); }, info.default_value);
        if (is_number(info.type)) {
            json["minimum"] = info.minimum;
            json["maximum"] = info.maximum;
        }
        for (const char* const choice : choices_of(info)) {
            json["choices"].push_back(choice);
        }
        json["meaning"] = info.meaning;
        json["live"] = info.live;
        settings.push_back(json);
    }
    print_json({{"settings", settings}});
}

/// "1 … 64 px", "cold|warm|as_is", "true|false".
std::string allowed(const spec::SettingInfo& info) {
    std::string text;
    if (is_number(info.type)) {
        const auto number = [&info](double value) {
            return value == 0.0 ? "0"
                                : spec::people_text(
                                      info, spec::SettingValue(static_cast<std::int64_t>(value)));
        };
        return number(info.minimum) + " \u2026 " + number(info.maximum);
    }
    if (info.type == spec::SettingType::Boolean) {
        return "true|false";
    }
    for (const char* const choice : choices_of(info)) {
        text += (text.empty() ? "" : "|") + std::string(choice);
    }
    return text.empty() ? "text" : text;
}

/// As people write amounts; the words that are typed where it is a choice.
std::string shown_default(const spec::SettingInfo& info) {
    return is_number(info.type) ? spec::people_text(info, info.default_value)
                                : spec::setting_text(info.default_value);
}

void print_as_text(const std::string& words) {
    std::vector<std::vector<std::string>> rows{{"key", "default", "allowed", "meaning"}};
    for (const spec::SettingInfo& info : spec::all_settings()) {
        if (!matches(search_text(info), words)) {
            continue;
        }
        rows.push_back({info.key, shown_default(info), allowed(info), info.meaning});
    }
    print(aligned(rows, {.heading = true, .columns = output_columns()}));
    print(
        "\nAmounts may have units: 128 KiB, 64k, 2 min, 500 ms.\n\nFor the study as a whole, also "
        "with --set:\ntitle     text        Name of the "
        "study.\nceilings  true|false  Also measure each stage alone with the same settings, to "
        "find the bottleneck.\n");
}

}  // namespace

void add_settings_command(CLI::App& app, int& /*exit_code*/) {
    CLI::App* const command =
        app.add_subcommand("settings", "List every key of a spec: default, limits, meaning");
    const CLI::Option* const json = command->add_flag("--json")->description("Print JSON");
    const auto words = std::make_shared<std::vector<std::string>>();
    command->add_option("WORDS", *words, "List only settings with all of these words");
    command->callback([json, words] {
        const std::string all = joined(*words);
        json->count() > 0 ? print_as_json(all) : print_as_text(all);
    });
}

}  // namespace throughline::app
