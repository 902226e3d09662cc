// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/whatif/json_number.h"
#include "engine/whatif/nodes_question.h"

// What is asked of many nodes as part of a file of scenarios. Used in this folder only.
namespace throughline::whatif {

/// {"most", "slow_node"}.
Json json_from_nodes(const NodesQuestion& question);

/// What is missing is as in NodesQuestion. Errors: Usage naming `where` and the field.
Result<NodesQuestion> read_nodes(const Json& json, const std::string& where);

}  // namespace throughline::whatif
