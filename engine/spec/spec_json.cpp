// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "engine/base/format.h"
#include "engine/base/say.h"
#include "engine/spec/json.h"
#include "engine/spec/spec.h"

namespace throughline::spec {
namespace {

Result<SettingValue> value_of(const std::string& key, const Json& json) {
    const auto value = setting_from_json(json);
    if (!value) {
        const SettingInfo* setting = find_setting(key);
        return usage_error(setting == nullptr ? say("%1: must be a known key", key)
                                              : say("%1: must be %2", key, allowed_text(*setting)));
    }
    return check_setting(key, *value);
}

/// Takes {"threads": 4} in as decode.threads when `prefix` is "decode.".
Result<void> read_settings(const Json& object, const std::string& prefix, StudySpec& spec) {
    for (const auto& [name, json] : object.items()) {
        const std::string key = prefix + name;
        if (json.is_object() && prefix.empty()) {
            if (auto read = read_settings(json, key + ".", spec); !read) {
                return read;
            }
            continue;
        }
        if (find_setting(key) == nullptr) {
            return check_setting(key, false).error();
        }
        auto value = value_of(key, json);
        if (!value) {
            return std::move(value).error();
        }
        spec.base.insert_or_assign(key, *std::move(value));
    }
    return {};
}

/// {"key": …, "values": […]}, which may have `more` beside.
Result<LinkedKey> read_values(const Json& json, bool more) {
    const std::size_t members = more ? 3 : 2;
    const bool whole = json.is_object() && json.size() == members && json.contains("key") &&
                       json["key"].is_string() && json.contains("values") &&
                       json["values"].is_array();
    if (!whole) {
        return usage_error(say("sweep: each entry must be {\"key\": …, \"values\": […]}"));
    }
    LinkedKey read{.key = json["key"].get<std::string>(), .values = {}};
    for (const auto& entry : json["values"]) {
        auto value = value_of(read.key, entry);
        if (!value) {
            Error error = std::move(value).error();
            error.what = say("in the sweep: %1", error.what);
            return error;
        }
        read.values.push_back(*std::move(value));
    }
    return read;
}

Result<void> take_axis(const Json& json, StudySpec& spec) {
    const bool more = json.is_object() && json.contains("with");
    auto swept = read_values(json, more);
    if (!swept) {
        return std::move(swept).error();
    }
    SweepAxis axis{.key = std::move(swept->key), .values = std::move(swept->values)};
    if (more && !json["with"].is_array()) {
        return usage_error(R"(sweep: "with" must be a list of {"key": …, "values": […]})");
    }
    for (const auto& entry : more ? json["with"] : Json::array()) {
        auto linked = read_values(entry, false);
        if (!linked) {
            return std::move(linked).error();
        }
        axis.with.push_back(*std::move(linked));
    }
    spec.sweep.push_back(std::move(axis));
    return {};
}

/// The top keys that are not settings; they are taken out of `json`.
Result<void> read_study_keys(Json& json, StudySpec& spec) {
    if (const auto title = json.find("title"); title != json.end()) {
        if (!title->is_string()) {
            return usage_error(say("title: must be a string"));
        }
        spec.title = title->get<std::string>();
        json.erase(title);
    }
    if (const auto ceilings = json.find("ceilings"); ceilings != json.end()) {
        if (!ceilings->is_boolean()) {
            return usage_error(say("ceilings: must be true or false"));
        }
        spec.ceilings = ceilings->get<bool>();
        json.erase(ceilings);
    }
    if (const auto sweep = json.find("sweep"); sweep != json.end()) {
        if (!sweep->is_array()) {
            return usage_error(say("sweep: must be a list of {\"key\": …, \"values\": […]}"));
        }
        for (const auto& axis : *sweep) {
            if (auto read = take_axis(axis, spec); !read) {
                return read;
            }
        }
        json.erase(sweep);
    }
    return {};
}

OrderedJson json_of_values(const std::string& key, const std::vector<SettingValue>& values) {
    OrderedJson list = OrderedJson::array();
    for (const SettingValue& value : values) {
        list.push_back(json_from_setting(value));
    }
    return {{"key", key}, {"values", std::move(list)}};
}

}  // namespace

Result<StudySpec> parse_spec(std::string_view json_text) {
    auto json = parse_json(json_text);
    if (!json) {
        return format_error(say("the spec is not JSON"));
    }
    if (!json->is_object()) {
        return format_error(say("the spec is not a JSON object"));
    }
    StudySpec spec = default_spec();
    if (auto read = read_study_keys(*json, spec); !read) {
        return std::move(read).error();
    }
    if (auto read = read_settings(*json, "", spec); !read) {
        return std::move(read).error();
    }
    return spec;
}

bool states_setting(std::string_view json_text, std::string_view key) {
    const auto json = parse_json(json_text);
    if (!json || !json->is_object()) {
        return false;
    }
    if (json->contains(std::string(key))) {
        return true;
    }
    const auto dot = key.find('.');
    const auto section =
        dot == std::string_view::npos ? json->end() : json->find(std::string(key.substr(0, dot)));
    return section != json->end() && section->is_object() &&
           section->contains(std::string(key.substr(dot + 1)));
}

std::string spec_to_json(const StudySpec& spec, std::span<const std::string_view> left_out) {
    OrderedJson json = OrderedJson::object();
    json["title"] = json_text(spec.title);
    for (const auto& setting : all_settings()) {
        const std::string_view key = setting.key;
        if (std::ranges::find(left_out, key) != left_out.end()) {
            continue;
        }
        const auto found = spec.base.find(key);
        const SettingValue& value =
            found == spec.base.end() ? setting.default_value : found->second;
        const auto dot = key.find('.');
        OrderedJson& section =
            dot == std::string_view::npos ? json : json[std::string(key.substr(0, dot))];
        section[std::string(key.substr(dot == std::string_view::npos ? 0 : dot + 1))] =
            json_from_setting(value);
    }
    json["ceilings"] = spec.ceilings;
    json["sweep"] = OrderedJson::array();
    for (const auto& axis : spec.sweep) {
        OrderedJson entry = json_of_values(axis.key, axis.values);
        for (const LinkedKey& linked : axis.with) {
            entry["with"].push_back(json_of_values(linked.key, linked.values));
        }
        json["sweep"].push_back(std::move(entry));
    }
    return dump_json(json, 2);
}

}  // namespace throughline::spec
