// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/whatif/json_number.h"
#include "engine/whatif/scenario.h"
#include "engine/whatif/ways_study.h"

// The three ways as part of a file of scenarios. Used in this folder only.
namespace throughline::whatif {

/// {"study", "data_bytes", "cache_bytes", "policy", "epochs"}.
Json json_from_ways(const WaysStudy& study, const WaysQuestion& question);

/// Puts study and question into the file. Errors: Usage naming `where`, the first field that is
/// missing or odd, what it must be, and what to do.
Result<void> read_ways(const Json& json, const std::string& where, ScenarioFile& file);

/// [{"way", "run", "ends_s", "hit_ratio"}].
Json ways_tests_json(const std::vector<WaysTest>& tests);

}  // namespace throughline::whatif
