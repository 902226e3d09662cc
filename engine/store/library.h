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
    std::int64_t runs_done = 0;
    /// The best run of the whole pipeline; of the stages alone when it was never measured.
    std::optional<double> best_images_per_second{};
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

/// Samples of one metric of one run; the columns are equally long.
struct Series {
    std::vector<double> t_s;  ///< end of each interval, since the run started
    std::vector<double> values;
    std::vector<double> dt_s;        ///< length of each interval
    std::vector<run::Phase> phases;  ///< warm-up and drain are no part of the run's figures
    std::vector<int> repeats;        ///< from 1
};

struct IngestReport {
    std::int64_t study_id = 0;
    std::string uuid;
    std::int64_t lines_new = 0;  ///< 0: everything was there already
    bool in_bin = false;         ///< the study lies in the bin, where it stays until restored
    std::optional<run::RecordDamage> damage;
};

/// The SQLite library of all runs. The only code that touches SQLite.
/// Thread:  one owner per object; open one per thread. Several processes at once are fine (WAL).
/// Blocks:  on the disk; never call from the GUI thread.
/// Errors:  Io, Permission, Limit (disk full), Busy (another process holds it past the busy
///          timeout), Version (made by a newer program), Format (damaged: says so, with advice);
///          NotFound for a study or run that is not there.
class Library {
public:
    /// Opens or creates. `path` "" = $THROUGHLINE_DATA_DIR/library.sqlite, else the XDG data home.
    static Result<std::unique_ptr<Library>> open(const std::string& path);
    /// Where the library lies; makes its folder, for this user alone (mode 0700), when it is
    /// missing. Failing to is no error here: open() then names the cause.
    static std::string default_path();
    virtual ~Library() = default;

    /// Takes a .tlrun in, one short transaction; keyed by study uuid and line number, so a second
    /// time changes nothing and a longer version of the same record adds what is new. An older,
    /// shorter copy changes nothing either. The record may still be being written. Of a damaged one
    /// the lines before the damage are taken in.
    virtual Result<IngestReport> ingest(const std::string& tlrun_path) = 0;
    /// The same for a study that is in memory: an importer's result, for instance.
    /// Errors: also Usage (no uuid, a time that is no number).
    virtual Result<IngestReport> add(run::Study study, const std::string& source_path) = 0;

    /// Newest first; those in the bin only when asked.
    virtual Result<std::vector<StudyRow>> studies(bool in_bin = false) = 0;
    virtual Result<StudyRow> study(std::int64_t id) = 0;
    /// In the order they were started, with what run::derive() added to their figures.
    virtual Result<std::vector<RunRow>> runs(std::int64_t study_id) = 0;
    virtual Result<run::Header> header(std::int64_t study_id) = 0;
    /// Those of no run first.
    virtual Result<std::vector<run::Note>> notes(std::int64_t study_id) = 0;
    /// The verdict with its evidence; none when the record was interrupted before it.
    virtual Result<std::optional<run::Verdict>> verdict(std::int64_t study_id) = 0;
    /// Keys of the metrics that the run has samples of, sorted.
    virtual Result<std::vector<std::string>> series_metrics(std::int64_t run_id) = 0;
    /// Empty when the run has no samples of that metric.
    virtual Result<Series> series(std::int64_t run_id, std::string_view metric_key) = 0;
    virtual Result<std::vector<run::HistogramLine>> histograms(std::int64_t run_id) = 0;
    /// The whole study as it was recorded, samples included; run::derive() it for its ceilings.
    virtual Result<run::Study> load(std::int64_t study_id) = 0;

    virtual Result<void> rename(std::int64_t study_id, const std::string& title) = 0;
    /// Moves to the bin and back; nothing is lost.
    virtual Result<void> set_in_bin(std::int64_t study_id, bool in_bin) = 0;
    /// Removes what lies in the bin for good and gives its space back; returns how many studies.
    virtual Result<std::int64_t> purge_bin() = 0;
    /// Writes the study as a .tlrun again, which reads as an equal study. Errors: as
    /// write_file_atomically().
    virtual Result<void> export_record(std::int64_t study_id, const std::string& path) = 0;
};

}  // namespace throughline::store
