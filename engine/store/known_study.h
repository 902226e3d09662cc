// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "engine/base/result.h"
#include "engine/record/study.h"
#include "engine/store/database.h"
#include "engine/store/ingest_report.h"

namespace throughline::store {

/// What becomes of a study that comes in with other figures than the one of its uuid has.
enum class Differing : std::uint8_t {
    Refused,
    Replaces,  ///< the same file read anew, by an importer that reads it otherwise now
};

/// The lines of a study's record, also of one that was not read from a file.
std::int64_t lines_of(const record::Study& study);

/// A study whose uuid is there: makes room for what is to be written of it, and says in the report
/// how many lines are new. One that a rescue could not bring back whole gives way to its whole
/// record; what the user said of the study stays. Inside a write transaction.
/// Errors: Usage for other figures; as Database.
Result<IngestReport> meet_known_study(const Database& database,
                                      const record::Study& study,
                                      std::int64_t lines_there,
                                      IngestReport report,
                                      Differing differing);

}  // namespace throughline::store
