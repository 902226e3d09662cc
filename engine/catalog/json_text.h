// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/catalog/json.h"

namespace throughline::catalog {

/// JSON text as a document: of files that people write. Used here and in engine/whatif only.
/// Errors: Format: "'file.json' line 3, column 7: not JSON".
Result<Json> parse_json(std::string_view text, const std::string& file);

}  // namespace throughline::catalog
