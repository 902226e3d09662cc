// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/whatif/json_number.h"

namespace throughline::whatif {

/// Two blanks a level, bytes that are not UTF-8 replaced. Used in this folder only.
std::string pretty(const Json& json);

}  // namespace throughline::whatif
