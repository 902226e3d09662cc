// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/model/input_table.h"
#include "engine/whatif/json_number.h"
#include "engine/whatif/scenario.h"

// Inputs as JSON. Used in this folder only.
namespace throughline::whatif {

/// What came out of reading an object of inputs.
struct ReadChanges {
    std::vector<Change> changes{};
    /// The first key, in the order of check_order(), whose value is of the wrong type or no choice;
    /// a key that is not an input comes first of all.
    std::optional<std::string> bad_key{};
    std::string bad_reason{};
};
ReadChanges read_changes(const Json& object);

Json json_from_value(const model::InputValue& value);
Json json_from_changes(const std::vector<Change>& changes);
/// {"name", "note", "catalog", "changes"}, as a file has it.
Json json_from_scenario(const Scenario& scenario);

}  // namespace throughline::whatif
