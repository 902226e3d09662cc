// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/importers/formats/format.h"
#include "engine/importers/read/json_tree.h"

namespace throughline::importers {

/// The whole file as one JSON document; text before it is skipped, what was mended is noted.
Result<JsonTree> read_json_document(Input& input, Draft& draft);

}  // namespace throughline::importers
