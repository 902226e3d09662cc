// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/base/result.h"
#include "engine/store/database.h"
#include "engine/store/series.h"

namespace throughline::store {

/// Reads from the level of the samples that tells what the cells can show, and no more of it than
/// the stretch needs. Errors: Format (damaged), as Database.
/// Assumes: a read transaction.
Result<Envelope> read_envelope(const Database& database,
                               std::int64_t run_id,
                               std::string_view key,
                               const Stretch& stretch);

}  // namespace throughline::store
