// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/store/database.h"

namespace throughline::store {

/// "" for a sound library, else the first things that are wrong: in the file as SQLite sees it, and
/// in what is kept packed in it. Blocks: reads everything.
Result<std::string> check_library(const Database& database);

}  // namespace throughline::store
