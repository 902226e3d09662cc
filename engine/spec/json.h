// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/format.h"
#include "engine/spec/settings.h"

// What the JSON reading and writing files of this folder share; nobody outside includes it.
namespace throughline::spec {

/// For reading: looks fields up in logarithmic time, whatever a file holds.
using Json = nlohmann::json;
/// For writing: keeps the order in which fields are added, so that a line starts with its type.
using OrderedJson = nlohmann::ordered_json;

/// JSON, or nothing when `text` is not JSON, holds a number that is not finite, or nests deeper
/// than kJsonDepthMax (writing such a value back would recurse as deep).
std::optional<Json> parse_json(std::string_view text);
inline constexpr int kJsonDepthMax = 32;

/// Compact text; `indent` >= 0 pretty-prints. Never throws for texts made by json_text().
std::string dump_json(const OrderedJson& json, int indent = -1);

/// Adds a field that `object` does not have yet. Its own [] looks through all fields first, which
/// takes half a minute where a run has tens of thousands of figures.
void append_field(OrderedJson& object, std::string name, OrderedJson value);

OrderedJson json_from_setting(const SettingValue& value);
/// Nothing for null, arrays and objects.
std::optional<SettingValue> setting_from_json(const Json& json);

}  // namespace throughline::spec
