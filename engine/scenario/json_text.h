// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/scenario/json_handle.h"

namespace throughline::scenario {

/// JSON text as a document. Used in this folder only.
/// Errors: Format: "'file.json' line 3, column 7: not JSON".
Result<Json> parse_json(std::string_view text, const std::string& file);

/// Two blanks a level, bytes that are not UTF-8 replaced.
std::string pretty(const Json& json);

}  // namespace throughline::scenario
