// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/analysis/derive.h"
#include "engine/base/result.h"
#include "engine/record/study.h"
#include "engine/store/database.h"
#include "engine/store/ingest_report.h"
#include "engine/store/key_table.h"
#include "engine/store/known_study.h"
#include "engine/store/row_inserter.h"
#include "engine/store/sample_writer.h"

namespace throughline::store {

/// Merges a study into the library. What goes on where the study that is there ends is added:
/// samples, histograms and notes beyond those stored, the end of a run that had none, further runs,
/// verdict and footer. An older copy of a record that is met later takes nothing away, and other
/// figures are never mixed with those that are there (known_study.h).
/// Thread: that of its Database, inside one write transaction.
class StudyWriter {
public:
    explicit StudyWriter(const Database& database);

    /// `derived` is analysis::derived_figures(study), made before the transaction to keep it short.
    Result<IngestReport> merge(const record::Study& study,
                               const std::vector<analysis::DerivedFigures>& derived,
                               const std::string& source_path,
                               Differing differing,
                               std::int64_t number = 0);

private:
    struct StoredRun {
        std::int64_t id = 0;
        std::int64_t samples = 0;
        bool ended = false;
        bool is_new = false;  ///< nothing of it is there yet
    };

    Result<IngestReport> find_or_add(const record::Study& study,
                                     const std::string& source_path,
                                     Differing differing,
                                     std::int64_t number);
    Result<void> write_run(std::int64_t study_id,
                           const record::RunData& run,
                           const analysis::DerivedFigures& derived);
    /// Figures of a run that has ended no longer change; those of one that is still running
    /// follow its samples.
    Result<void> write_recorded(const StoredRun& stored, const record::RunData& run);
    Result<StoredRun> find_or_add_run(std::int64_t study_id, const record::RunData& run);
    Result<void> write_settings(std::int64_t run_id, const spec::Settings& settings);
    Result<void> write_samples(const StoredRun& stored, const record::RunData& run);
    Result<void> write_histograms(const StoredRun& stored, const record::RunData& run);
    /// `known`: how many of them are there already.
    Result<void> write_notes(std::int64_t study_id,
                             std::optional<std::int64_t> run_id,
                             const std::vector<record::Note>& notes,
                             std::size_t known);
    /// Settings and figures that were added so far are in their tables from here on.
    Result<void> finish_rows();
    /// The number that a statement counts.
    static Result<std::size_t> count(Statement& statement);
    Result<void> write_figures(const StoredRun& stored,
                               bool derived,
                               const record::Summaries& metrics,
                               const std::map<std::string, std::string, std::less<>>& absent);
    Result<void> write_record_lines(std::int64_t study_id, const record::Study& study);
    Result<void> update_study(std::int64_t study_id,
                              const record::Study& study,
                              const std::string& source_path);

    const Database& database_;
    KeyTable keys_;
    SampleWriter samples_;
    Statement find_run_;
    Statement add_run_;
    Statement end_run_;
    RowInserter settings_;
    RowInserter figures_;
    Statement clear_figures_;
    Statement count_histograms_;
    Statement add_histogram_;
    Statement count_notes_;
    Statement add_note_;
};

/// Merges a study and brings up to date what it is found by. Inside a write transaction. `number`:
/// that a new one gets where no other has it; 0: the next.
Result<IngestReport> merge_study(const Database& database,
                                 const record::Study& study,
                                 const std::vector<analysis::DerivedFigures>& derived,
                                 const std::string& source_path,
                                 Differing differing = Differing::Refused,
                                 std::int64_t number = 0);
inline Result<IngestReport> merge_study(const Database& database,
                                        const record::Study& study,
                                        const std::string& source_path,
                                        std::int64_t number = 0) {
    return merge_study(
        database, study, analysis::derived_figures(study), source_path, Differing::Refused, number);
}

}  // namespace throughline::store
