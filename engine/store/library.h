// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/run/study.h"

namespace throughline::store {

/// A study as a list shows it.
struct StudyRow {
    std::int64_t id = 0;
    std::string uuid;
    std::string title;
    run::Origin origin = run::Origin::Measured;
    std::string started_at;
    std::string host;
    bool interrupted = false;
    std::int64_t run_count = 0;
    std::string verdict;
    run::Grade grade = run::Grade::None;
    std::string source_path;  ///< the file it was ingested from
};

/// A run with its figures; samples are read separately.
struct RunRow {
    std::int64_t id = 0;
    std::int64_t study_id = 0;
    int number = 0;
    run::RunStatus status = run::RunStatus::Done;
    run::Settings settings;
    run::Summaries metrics;
    std::map<std::string, std::string, std::less<>> absent;
};

/// Samples of one metric of one run.
struct Series {
    std::vector<double> t_s;
    std::vector<double> values;
};

struct IngestReport {
    std::int64_t study_id = 0;
    std::string uuid;
    std::int64_t lines_new = 0;  ///< 0: everything was there already
    std::optional<run::RecordDamage> damage;
};

/// The SQLite library of all runs. The only code that touches SQLite.
/// Thread:  one owner per object; open one per thread. Several processes at once are fine (WAL).
/// Blocks:  on the disk; never call from the GUI thread.
/// Errors:  Io, Busy (another process holds it past the busy timeout), Version (made by a newer
///          program), Format (damaged).
class Library {
public:
    /// Opens or creates. `path` "" = $THROUGHLINE_DATA_DIR/library.sqlite, else the XDG data home.
    static Result<std::unique_ptr<Library>> open(const std::string& path);
    static std::string default_path();
    virtual ~Library() = default;

    /// Takes a .tlrun in, one short transaction; keyed by study uuid and line number, so a second
    /// time changes nothing and a longer version of the same record adds what is new.
    virtual Result<IngestReport> ingest(const std::string& tlrun_path) = 0;

    /// Newest first; those in the bin only when asked.
    virtual Result<std::vector<StudyRow>> studies(bool in_bin = false) = 0;
    virtual Result<StudyRow> study(std::int64_t id) = 0;
    virtual Result<std::vector<RunRow>> runs(std::int64_t study_id) = 0;
    virtual Result<run::Header> header(std::int64_t study_id) = 0;
    virtual Result<std::vector<run::Note>> notes(std::int64_t study_id) = 0;
    virtual Result<std::vector<std::string>> series_metrics(std::int64_t run_id) = 0;
    virtual Result<Series> series(std::int64_t run_id, std::string_view metric_key) = 0;

    virtual Result<void> rename(std::int64_t study_id, const std::string& title) = 0;
    /// Moves to the bin and back; nothing is lost.
    virtual Result<void> set_in_bin(std::int64_t study_id, bool in_bin) = 0;
    /// Writes the study as a .tlrun again. Errors: as write_file_atomically().
    virtual Result<void> export_record(std::int64_t study_id, const std::string& path) = 0;
};

}  // namespace throughline::store
