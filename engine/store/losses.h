// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/store/database.h"

namespace throughline::store {

/// What is missing of a study in a database that salvage() filled, in words; empty: nothing that
/// anybody could tell.
Result<std::vector<std::string>> losses_of(const Database& salvaged, std::int64_t study_id);

}  // namespace throughline::store
