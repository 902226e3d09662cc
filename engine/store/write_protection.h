// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/base/result.h"
#include "engine/store/database.h"

// A library of somebody else, on a read-only medium, or in a folder that may not be written to.
namespace throughline::store {

/// Whether it is there and this user may not change it.
bool is_write_protected(const std::string& path);

/// Opens such a library for reading, and checks that this program knows its schema.
/// Limits:  without a -wal file beside it nobody is expected to write to it meanwhile.
/// Errors:  Permission when its last changes lie in a -wal file that cannot be read without
///          writing, or its schema is an older one; Version, Format, Io.
Result<Database> open_write_protected(const std::string& path);

}  // namespace throughline::store
