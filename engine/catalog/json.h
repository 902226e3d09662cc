// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>

namespace throughline::catalog {

/// Keeps the order of a file's fields. Nobody but this folder and engine/whatif includes it.
using Json = nlohmann::ordered_json;

}  // namespace throughline::catalog
