// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/whatif/json_number.h"
#include "engine/whatif/scenario.h"

// The three ways as part of a file of scenarios. Used in this folder only.
namespace throughline::whatif {

/// {"study", "data_bytes", "cache_bytes", "policy", "epochs"}.
Json json_from_ways(const WaysStudy& study, const WaysQuestion& question);

/// Puts study and question into the file. Errors: Usage naming `where` and the field.
Result<void> read_ways(const Json& json, const std::string& where, ScenarioFile& file);

}  // namespace throughline::whatif
