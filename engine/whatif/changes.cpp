// SPDX-License-Identifier: Apache-2.0
#include "engine/whatif/changes.h"

#include <algorithm>
#include <cmath>

#include "engine/base/say.h"

namespace throughline::whatif {
namespace {

std::optional<model::InputValue> value_from(const Json& json) {
    if (json.is_null()) {
        return model::InputValue(model::kUnlimited);
    }
    if (json.is_boolean()) {
        return model::InputValue(json.get<bool>());
    }
    if (json.is_number()) {
        return model::InputValue(json.get<double>());
    }
    if (json.is_string()) {
        return model::InputValue(json.get<std::string>());
    }
    return std::nullopt;
}

/// Place of an input in the order in which bad ones are named.
std::size_t place_of(model::Input input) {
    const auto order = model::check_order();
    return static_cast<std::size_t>(std::find(order.begin(), order.end(), input) - order.begin());
}

}  // namespace

Json json_number(double value) {
    if (std::isnan(value)) {
        return nullptr;
    }
    return std::isinf(value) ? Json("inf") : Json(value);
}

ReadChanges read_changes(const Json& object) {
    ReadChanges read;
    std::size_t worst = model::kInputCount;
    for (const auto& [key, json] : object.items()) {
        const auto input = model::find_input(key);
        if (!input) {
            read.bad_key = key;
            read.bad_reason = say("'%1' is not an input of the model", key);
            return read;
        }
        const auto value = value_from(json);
        model::Inputs trial;
        const auto set =
            value ? model::set_value(trial, *input, *value)
                  : Result<void>(usage_error(say("%1 is a list or an object; it must be %2",
                                                 key,
                                                 model::allowed_text(*input))));
        if (set) {
            read.changes.push_back({*input, *value});
        } else if (place_of(*input) < worst) {
            worst = place_of(*input);
            read.bad_key = key;
            read.bad_reason = set.error().what;
        }
    }
    return read;
}

Json json_from_value(const model::InputValue& value) {
    if (const auto* flag = std::get_if<bool>(&value)) {
        return *flag;
    }
    if (const auto* text = std::get_if<std::string>(&value)) {
        return *text;
    }
    const double number = std::get<double>(value);
    return std::isfinite(number) ? Json(number) : Json(nullptr);
}

Json json_from_changes(const std::vector<Change>& changes) {
    Json json = Json::object();
    for (const auto& change : changes) {
        json[model::key_of(change.input)] = json_from_value(change.value);
    }
    return json;
}

}  // namespace throughline::whatif
