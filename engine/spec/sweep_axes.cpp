// SPDX-License-Identifier: Apache-2.0
#include "engine/spec/sweep_axes.h"

#include <algorithm>
#include <set>

#include "engine/base/say.h"

namespace throughline::spec {
namespace {

constexpr std::size_t kAxesMax = 3;
constexpr std::size_t kPointsMax = 10'000;

/// Values between commas; `\,` is a comma and `\\` a backslash inside a value.
std::vector<std::string> split_values(std::string_view text) {
    std::vector<std::string> values(1);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool escape =
            text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == ',' || text[i + 1] == '\\');
        if (escape) {
            values.back() += text[++i];
        } else if (text[i] == ',') {
            values.emplace_back();
        } else {
            values.back() += text[i];
        }
    }
    return values;
}

std::string escape_value(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == ',' || c == '\\') {
            escaped += '\\';
        }
        escaped += c;
    }
    return escaped;
}

constexpr std::string_view kWith = " with ";

/// "a=1,2 with b=3,4" into "a=1,2" and "b=3,4"; what follows " with " must name a setting, else it
/// is part of a value.
std::vector<std::string_view> linked_parts(std::string_view text) {
    std::vector<std::string_view> parts;
    std::size_t begin = 0;
    for (std::size_t at = text.find(kWith); at != std::string_view::npos;
         at = text.find(kWith, at + 1)) {
        const std::string_view rest = text.substr(at + kWith.size());
        const std::size_t equals = rest.find('=');
        if (equals != std::string_view::npos && find_setting(rest.substr(0, equals)) != nullptr) {
            parts.push_back(text.substr(begin, at - begin));
            begin = at + kWith.size();
        }
    }
    parts.push_back(text.substr(begin));
    return parts;
}

/// The key and its values as they are given in a sweep: "decode.threads=1,2".
std::string assignment_of(const std::string& key, const std::vector<SettingValue>& values) {
    std::string text = key + '=';
    for (std::size_t i = 0; i < values.size(); ++i) {
        text += (i == 0 ? "" : ",") + escape_value(setting_text(values[i]));
    }
    return text;
}

/// What the i-th value of an axis sets, of all its keys.
std::vector<SettingValue> place_of(const SweepAxis& axis, std::size_t i) {
    std::vector<SettingValue> values{axis.values[i]};
    for (const LinkedKey& linked : axis.with) {
        values.push_back(linked.values[i]);
    }
    return values;
}

Result<void> check_values(const std::string& key, const std::vector<SettingValue>& values) {
    for (const SettingValue& value : values) {
        if (auto checked = check_setting(key, value); !checked) {
            return std::move(checked).error();
        }
    }
    return {};
}

Result<void> check_linked(const SweepAxis& axis) {
    for (const LinkedKey& linked : axis.with) {
        if (linked.values.size() != axis.values.size()) {
            return usage_error(say("sweep of %1: %2 has %3 values instead of %4",
                                   axis.key,
                                   linked.key,
                                   std::to_string(linked.values.size()),
                                   std::to_string(axis.values.size())));
        }
        if (auto checked = check_values(linked.key, linked.values); !checked) {
            return checked;
        }
    }
    return {};
}

Result<void> check_axis(const SweepAxis& axis) {
    if (axis.values.empty()) {
        return usage_error(say("sweep of %1: needs at least one value", axis.key));
    }
    if (auto checked = check_values(axis.key, axis.values); !checked) {
        return checked;
    }
    if (auto checked = check_linked(axis); !checked) {
        return checked;
    }
    for (std::size_t i = 0; i < axis.values.size(); ++i) {
        for (std::size_t before = 0; before < i; ++before) {
            if (place_of(axis, before) == place_of(axis, i)) {
                return usage_error(
                    say("sweep of %1: %2 is given twice", axis.key, setting_text(axis.values[i])));
            }
        }
    }
    return {};
}

/// All keys that an axis sets.
std::vector<std::string> keys_of(const SweepAxis& axis) {
    std::vector<std::string> keys{axis.key};
    for (const LinkedKey& linked : axis.with) {
        keys.push_back(linked.key);
    }
    return keys;
}

/// Each key is set by one axis, once.
Result<void> check_keys(const std::vector<SweepAxis>& axes) {
    std::set<std::string> keys;
    for (const SweepAxis& axis : axes) {
        for (const std::string& key : keys_of(axis)) {
            if (key == "repeat_order") {
                return usage_error(
                    say("repeat_order cannot be swept: all points of a study share it"));
            }
            if (!keys.insert(key).second) {
                return usage_error(say("%1 is swept twice", key));
            }
        }
    }
    return {};
}

}  // namespace

Result<void> check_axes(const std::vector<SweepAxis>& axes) {
    if (axes.size() > kAxesMax) {
        return usage_error(say("a sweep has at most %1 keys", std::to_string(kAxesMax)));
    }
    if (auto checked = check_keys(axes); !checked) {
        return checked;
    }
    std::size_t points = 1;
    for (const SweepAxis& axis : axes) {
        if (auto checked = check_axis(axis); !checked) {
            return checked;
        }
        if (axis.values.size() > kPointsMax / points) {
            return usage_error(say("a sweep has at most %1 points", std::to_string(kPointsMax)));
        }
        points *= axis.values.size();
    }
    return {};
}

const std::vector<SettingValue>& SweepAxis::values_of(std::string_view name) const {
    const auto linked = std::ranges::find(with, name, &LinkedKey::key);
    return linked == with.end() ? values : linked->values;
}

bool SweepAxis::sets(std::string_view name) const {
    const auto has_name = [&](const LinkedKey& linked) { return linked.key == name; };
    return key == name || std::ranges::any_of(with, has_name);
}

Result<std::pair<std::string_view, std::string_view>> split_assignment(
    std::string_view assignment) {
    const auto equals = assignment.find('=');
    if (equals == std::string_view::npos || equals == 0) {
        return usage_error(say("'%1': must be KEY=VALUE", assignment));
    }
    return std::pair{assignment.substr(0, equals), assignment.substr(equals + 1)};
}

std::string axis_text(const SweepAxis& axis) {
    std::string text = assignment_of(axis.key, axis.values);
    for (const LinkedKey& linked : axis.with) {
        text += std::string(kWith) + assignment_of(linked.key, linked.values);
    }
    return text;
}

Result<SweepAxis> read_axis(std::string_view text) {
    SweepAxis axis;
    for (const std::string_view part : linked_parts(text)) {
        const auto parts = split_assignment(part);
        if (!parts) {
            return parts.error();
        }
        std::string key(parts->first);
        std::vector<SettingValue> values;
        for (const auto& value_text : split_values(parts->second)) {
            auto value = parse_setting(key, value_text);
            if (!value) {
                return std::move(value).error();
            }
            values.push_back(*std::move(value));
        }
        if (axis.key.empty()) {
            axis.key = std::move(key);
            axis.values = std::move(values);
        } else {
            axis.with.push_back({.key = std::move(key), .values = std::move(values)});
        }
    }
    return axis;
}

}  // namespace throughline::spec
