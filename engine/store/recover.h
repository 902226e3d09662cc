// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/base/result.h"

namespace throughline::store {

/// Puts what `.recover` of the sqlite3 program finds in a damaged file into the new file `into`.
/// Blocks: until the program has read everything.
/// Errors: Unsupported where no such program is installed, or one that was built without
/// `.recover`, as Debian's is; the text says what to install. Io.
/// Source: sqlite.org/cli.html, section "Recover Data From a Corrupted Database".
Result<void> recover_with_program(const std::string& damaged, const std::string& into);

}  // namespace throughline::store
