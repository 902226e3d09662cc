// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "engine/base/result.h"
#include "engine/store/database.h"

namespace throughline::store {

/// "" for a sound library, else the first things that are wrong: in the file as SQLite sees it, and
/// in what is kept packed in it. Blocks: reads everything.
Result<std::string> check_library(const Database& database);

/// The same of what one study keeps packed.
Result<std::string> check_study(const Database& database, std::int64_t study_id);

}  // namespace throughline::store
