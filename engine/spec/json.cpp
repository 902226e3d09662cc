// SPDX-License-Identifier: Apache-2.0
#include "engine/spec/json.h"

#include <cmath>
#include <utility>

#include "engine/base/format.h"

namespace throughline::spec {
namespace {

/// Brackets outside of strings; counted before parsing, so that no parser sees a deep text.
bool nests_too_deep(std::string_view text) {
    int depth = 0;
    bool in_string = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            i += c == '\\' ? 1 : 0;
            in_string = c != '"';
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            if (++depth > kJsonDepthMax) {
                return true;
            }
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return false;
}

}  // namespace

std::optional<Json> parse_json(std::string_view text) {
    if (nests_too_deep(text)) {
        return std::nullopt;
    }
    Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded()) {
        return std::nullopt;
    }
    return json;
}

std::string dump_json(const OrderedJson& json, int indent) {
    return json.dump(indent, ' ', false, OrderedJson::error_handler_t::replace);
}

void append_field(OrderedJson& object, std::string name, OrderedJson value) {
    object.get_ref<OrderedJson::object_t&>().emplace_back(std::move(name), std::move(value));
}

OrderedJson json_from_setting(const SettingValue& value) {
    if (const auto* flag = std::get_if<bool>(&value)) {
        return *flag;
    }
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        return *whole;
    }
    if (const auto* real = std::get_if<double>(&value)) {
        return std::isfinite(*real) ? OrderedJson(*real) : OrderedJson(nullptr);
    }
    return json_text(std::get<std::string>(value));
}

std::optional<SettingValue> setting_from_json(const Json& json) {
    if (json.is_boolean()) {
        return json.get<bool>();
    }
    if (json.is_number_integer()) {
        if (json.is_number_unsigned() && json.get<std::uint64_t>() > std::uint64_t{INT64_MAX}) {
            return json.get<double>();
        }
        return json.get<std::int64_t>();
    }
    if (json.is_number_float()) {
        return json.get<double>();
    }
    if (json.is_string()) {
        return json.get<std::string>();
    }
    return std::nullopt;
}

}  // namespace throughline::spec
