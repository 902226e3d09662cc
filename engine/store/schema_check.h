// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "engine/base/result.h"
#include "engine/store/database.h"
#include "engine/store/migration_step.h"

namespace throughline::store {

/// What in the schema of a library is other than `steps` make it, in words; "" = nothing. A trigger
/// or view of somebody else's would be run by what this program does; tables and indexes that were
/// added do nothing and are let pass.
/// Errors: as Database, for a schema that cannot be read.
Result<std::string> foreign_in_schema(const Database& database,
                                      std::span<const MigrationStep> steps);

}  // namespace throughline::store
