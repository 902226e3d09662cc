// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/record/record.h"
#include "engine/store/database.h"
#include "engine/store/series.h"

// Reads back what SampleWriter wrote.
namespace throughline::store {

/// Errors: Format (damaged), as Database.
Result<Series> read_series(const Database& database, std::int64_t run_id, std::string_view key);

/// All sample lines of the run again, in their order; `number` is the run's.
Result<std::vector<record::Sample>> read_samples(const Database& database,
                                                 std::int64_t run_id,
                                                 int number);

}  // namespace throughline::store
