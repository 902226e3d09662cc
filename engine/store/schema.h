// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "engine/base/result.h"
#include "engine/store/database.h"
#include "engine/store/migration_step.h"

namespace throughline::store {

/// "thrl" in the file header: tells our library from other programs' databases.
/// Source: sqlite.org/fileformat2.html, offset 68; sqlite.org/pragma.html#pragma_application_id.
inline constexpr std::int64_t kApplicationId = 0x7468726C;

/// All of them.
std::span<const MigrationStep> migration_steps() noexcept;

/// The version this program writes: the number of steps.
std::int64_t schema_version() noexcept;

/// Called with the version of an older library before it is brought up; an error leaves it as it
/// is.
using BeforeMigration = std::function<Result<void>(std::int64_t version)>;

/// Brings an empty or older library to the last of `steps`, all in one transaction, and sets what a
/// connection needs. A file that is refused is left untouched.
/// Errors:  Version (made by a newer program; both numbers are named), Format (another program's
///          database, or damaged), Busy, Io; as `before`, which may be empty.
Result<void> prepare_schema(const Database& database,
                            const std::string& path,
                            std::span<const MigrationStep> steps,
                            const BeforeMigration& before = {});

/// The same for a library that may not be written to: nothing is changed.
/// Errors:  also Permission for an older library, which would have to be brought up.
Result<void> check_schema(const Database& database, const std::string& path);

}  // namespace throughline::store
