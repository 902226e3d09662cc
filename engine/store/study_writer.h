// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/base/result.h"
#include "engine/run/study.h"
#include "engine/store/database.h"
#include "engine/store/key_table.h"
#include "engine/store/library.h"
#include "engine/store/sample_writer.h"

namespace throughline::store {

/// What run::derive() made of one run: entries that differ from the recorded ones.
struct DerivedFigures {
    run::Summaries metrics;
    std::map<std::string, std::string, std::less<>> absent;
};

/// Calls run::derive() on a copy of the runs' figures; one entry for each run.
std::vector<DerivedFigures> derived_figures(const run::Study& study);

/// Merges a study into the library. Merging only ever adds: samples, histograms and notes beyond
/// those stored, the end of a run that had none, a verdict, a footer. So an older copy of a record
/// that is met later takes nothing away.
/// Thread: that of its Database, inside one write transaction.
class StudyWriter {
public:
    explicit StudyWriter(const Database& database);

    /// `derived` is derived_figures(study), made before the transaction to keep it short.
    Result<IngestReport> merge(const run::Study& study,
                               const std::vector<DerivedFigures>& derived,
                               const std::string& source_path);

private:
    struct StoredRun {
        std::int64_t id = 0;
        std::int64_t samples = 0;
        bool ended = false;
    };

    Result<IngestReport> find_or_add(const run::Study& study, const std::string& source_path);
    /// A study that a rescue could not bring back whole gives way to its whole record, met again;
    /// what the user said of it stays.
    Result<IngestReport> replace_rescued(const run::Study& study, IngestReport report);
    Result<void> write_run(std::int64_t study_id, const run::RunData& run);
    Result<StoredRun> find_or_add_run(std::int64_t study_id, const run::RunData& run);
    Result<void> write_settings(std::int64_t run_id, const run::Settings& settings);
    Result<void> write_samples(const StoredRun& stored, const run::RunData& run);
    Result<void> write_histograms(std::int64_t run_id, const run::RunData& run);
    Result<void> write_notes(std::int64_t study_id,
                             std::optional<std::int64_t> run_id,
                             const std::vector<run::Note>& notes);
    Result<void> write_figures(std::int64_t run_id,
                               bool derived,
                               const run::Summaries& metrics,
                               const std::map<std::string, std::string, std::less<>>& absent);
    Result<void> write_derived(std::int64_t study_id,
                               int run_number,
                               const DerivedFigures& derived);
    Result<void> write_record_lines(std::int64_t study_id, const run::Study& study);
    Result<void> update_study(std::int64_t study_id,
                              const run::Study& study,
                              const std::string& source_path);

    const Database& database_;
    KeyTable keys_;
    SampleWriter samples_;
    Statement find_run_;
    Statement add_run_;
    Statement add_setting_;
    Statement add_figure_;
    Statement clear_figures_;
    Statement count_histograms_;
    Statement add_histogram_;
    Statement count_notes_;
    Statement add_note_;
};

}  // namespace throughline::store
