// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/store/database.h"
#include "engine/store/study_row.h"

// What the user says of studies, and finding them by words.
// Thread: that of the Database. Errors: NotFound for an unknown study; as Database.
namespace throughline::store {

/// Inside a write transaction. Errors: also Usage for an empty title or a price below 0.
Result<void> change_study(const Database& database,
                          std::int64_t study_id,
                          const StudyChange& change);

/// The same for what came with the record of a new study; what makes no sense is left out.
Result<void> take_remarks(const Database& database,
                          std::int64_t study_id,
                          const record::Remarks& remarks);
/// What the user said of a study, for its record. A baseline is one of its library alone.
record::Remarks remarks_of(const StudyRow& study);

/// Brings up to date what a study is grouped and found by. Inside a write transaction.
Result<void> index_study(const Database& database, std::int64_t study_id);

/// Studies outside the bin whose words begin with each word of `text`, best first.
Result<std::vector<std::int64_t>> search_studies(const Database& database, std::string_view text);

/// Lays price and target of the study over the figures and settings of its runs.
Result<void> add_marks(const Database& database, std::int64_t study_id, std::vector<RunRow>& runs);

}  // namespace throughline::store
