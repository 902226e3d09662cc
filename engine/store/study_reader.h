// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/record/study.h"
#include "engine/store/database.h"
#include "engine/store/study_row.h"

// Reads studies and runs out of the library. The caller holds a read transaction, so that several
// reads see one state. Errors: NotFound for an unknown study or run, Format (damaged), as Database.
namespace throughline::store {

/// Whether analysis::derive()'s figures are laid over the recorded ones.
enum class Figures : std::uint8_t { Recorded, WithDerived };

Result<std::vector<StudyRow>> read_study_rows(const Database& database, bool in_bin);
Result<StudyRow> read_study_row(const Database& database, std::int64_t study_id);
/// Those in the bin too, by id.
Result<std::vector<std::int64_t>> studies_by_uuid(const Database& database, std::string_view begin);
Result<std::vector<RunRow>> read_run_rows(const Database& database,
                                          std::int64_t study_id,
                                          Figures figures);
/// All of the study, those of no run first.
Result<std::vector<record::Note>> read_notes(const Database& database, std::int64_t study_id);
Result<std::vector<record::HistogramLine>> read_histograms(const Database& database,
                                                           std::int64_t run_id);

/// The lines that are kept as they were recorded.
struct RecordLines {
    record::Header header;
    std::optional<record::Verdict> verdict;
    std::optional<record::Footer> footer;
};
Result<RecordLines> read_record_lines(const Database& database, std::int64_t study_id);

/// Everything, as it was recorded, with the user's title.
Result<record::Study> read_study(const Database& database, std::int64_t study_id);
/// The same without samples and histograms, of which a long study has many.
Result<record::Study> read_study_figures(const Database& database,
                                         std::int64_t study_id,
                                         Figures figures);

}  // namespace throughline::store
